package clients

import (
	"log/slog"
	"net"
	"sync/atomic"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/openapi"
)

// An account has the values that a bot program needs to connect.
type account struct {
	URL           string // scheme and host of the API; libraries append "/api/v10/…"
	Token         string
	ApplicationID string
	GuildID       string
	ChannelID     string
}

// A scene is an emulated Discord that serves on the network. It has one guild, whose members are alice, bob and the
// bot.
type scene struct {
	server             *discordtest.Server
	app                *discordtest.Application
	guild              *discordtest.Guild
	channel            *discordtest.Channel
	aliceUser, bobUser *discordtest.User
	gate               *gate
	requests           *requestLog
	interactions       atomic.Int64 // interactions sent to the bot so far
}

// newScene starts a Discord with alice, bob and a bot's account. The server is closed at the end of the test.
func newScene(t *testing.T, options ...discordtest.Option) *scene {
	t.Helper()
	sc := &scene{requests: newRequestLog()}
	sc.server = discordtest.NewServer(append(options,
		openapi.Observer(t),
		discordtest.WithObserver(sc.requests.add), // called after openapi.Observer has checked the exchange
		discordtest.WithInteractionObserver(func(discordtest.Delivery) { sc.interactions.Add(1) }),
		discordtest.WithIdentifyPause(0),
		discordtest.WithLogger(slog.New(slog.NewTextHandler(t.Output(), nil))),
	)...)
	sc.serve(t)
	sc.guild = sc.server.NewGuild("Guild")
	sc.channel = sc.guild.NewChannel("games")
	sc.aliceUser, sc.bobUser = sc.server.NewUser("alice"), sc.server.NewUser("bob")
	sc.guild.Add(sc.aliceUser, sc.bobUser)
	sc.app = sc.server.NewApplication("bot")
	sc.guild.Install(sc.app)
	return sc
}

// serve serves on the loopback interface. The scene's gate can hold back the bot's new connections.
func (sc *scene) serve(t *testing.T) {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	sc.gate = newGate(l)
	served := make(chan error, 1)
	go func() { served <- sc.server.Serve(sc.gate) }()
	t.Cleanup(func() {
		sc.gate.open()
		sc.server.Close()
		if err := <-served; err != nil {
			t.Errorf("serving: %v", err)
		}
	})
}

// account returns the values that the bot needs to connect.
func (sc *scene) account() account {
	return account{
		URL: "http://" + sc.gate.Addr().String(), Token: sc.app.Token, ApplicationID: sc.app.ID,
		GuildID: sc.guild.ID, ChannelID: sc.channel.ID,
	}
}
