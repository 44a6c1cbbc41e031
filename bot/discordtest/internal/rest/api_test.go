package rest_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
)

// newAPI returns the API of a new world, without a network.
func newAPI() (*world.World, http.Handler) {
	w := world.New()
	g := gateway.New(w, func() string { return "http://discord.test" })
	d := interaction.New(w, g)
	api := rest.New(w, g, d)
	g.Log = slog.New(slog.DiscardHandler)
	d.Log, api.Log = g.Log, g.Log
	return w, api.Handler()
}

// newApplication creates an application.
func newApplication(w *world.World) *world.Application {
	w.Lock()
	defer w.Unlock()
	return w.NewApplication("bot")
}

// newChannels creates n channels in a guild that has the application's bot as a member.
func newChannels(w *world.World, app *world.Application, n int) []*world.Channel {
	w.Lock()
	defer w.Unlock()
	guild := w.NewGuild("Guild")
	guild.Install(app, 0)
	channels := make([]*world.Channel, n)
	for i := range channels {
		channels[i] = guild.NewChannel("one of many")
	}
	return channels
}

// ask makes a request from a network address and returns the answer.
func ask(api http.Handler, from, method, path, authorisation string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader("{}"))
	r.RemoteAddr = from + ":1"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", testbot.Agent)
	if authorisation != "" {
		r.Header.Set("Authorization", authorisation)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, r)
	return w.Result()
}
