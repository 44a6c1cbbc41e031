package rest_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"sync"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// watched returns a started server and a function that returns the exchanges so far.
func watched(t *testing.T) (*discordtest.Server, func() []discordtest.Exchange) {
	t.Helper()
	var mu sync.Mutex
	var seen []discordtest.Exchange
	s := discordtest.NewServer(discordtest.WithObserver(func(e discordtest.Exchange) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, e)
	}))
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, func() []discordtest.Exchange {
		mu.Lock()
		defer mu.Unlock()
		return seen
	}
}

func TestObserverSeesWhatTheAPISawAndAnswered(t *testing.T) {
	t.Parallel()
	s, seen := watched(t)
	channel := s.NewGuild("Guild").NewChannel("games")
	bot := &testbot.Bot{T: t, Server: s, App: s.NewApplication("noughts"), HTTP: http.DefaultClient}
	channel.Guild.Install(bot.App)

	status, body := bot.Do("POST", "/channels/"+channel.ID+"/messages?x=1", `{"content":"hello"}`)
	all := seen()
	if len(all) != 1 {
		t.Fatalf("%d exchanges, want 1", len(all))
	}
	e := all[0]
	if e.Method != "POST" || e.Path != "/api/v10/channels/"+channel.ID+"/messages" || e.Query != "x=1" || e.Route != "/channels/{channel}/messages" {
		t.Errorf("%s %s ? %s, route %s", e.Method, e.Path, e.Query, e.Route)
	}
	if string(e.Body) != `{"content":"hello"}` || e.Status != status || string(e.Answer) != body || e.Time.IsZero() {
		t.Errorf("body %s, status %d, answer %s at %v; the client saw %d %s", e.Body, e.Status, e.Answer, e.Time, status, body)
	}
	if got := e.Header.Get("Authorization"); got != "Bot …" {
		t.Errorf("authorisation %q, want its kind only", got)
	}
}

func TestObserverSeesRefusals(t *testing.T) {
	t.Parallel()
	s, seen := watched(t)
	bot := &testbot.Bot{T: t, Server: s, App: &discordtest.Application{Token: "wrong"}, HTTP: http.DefaultClient}
	for _, c := range []struct {
		path, route string
		status      int
	}{
		{"/users/@me", "/users/@me", http.StatusUnauthorized}, // refused before the handler reads the body
		{"/nothing/here", "", http.StatusNotFound},
	} {
		status, _ := bot.Do("GET", c.path, `{"a":1}`)
		all := seen()
		e := all[len(all)-1]
		if status != c.status || e.Status != c.status || e.Route != c.route || string(e.Body) != `{"a":1}` {
			t.Errorf("%s: %d, observed %d, route %q, body %s", c.path, status, e.Status, e.Route, e.Body)
		}
	}
}

func TestObserverSeesThePayloadOfForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ fields, want string }{
		{`{"payload_json":"{\"content\":\"x\"}","files[0]":"bytes"}`, `{"content":"x"}`},
		{`{"files[0]":"bytes"}`, `{}`},
	} {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		var fields map[string]string
		if err := json.Unmarshal([]byte(c.fields), &fields); err != nil {
			t.Fatal(err)
		}
		for name, value := range fields {
			if err := w.WriteField(name, value); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		h := http.Header{"Content-Type": {w.FormDataContentType()}}
		if got := rest.Payload(h, form.Bytes()); string(got) != c.want {
			t.Errorf("%s: payload %s, want %s", c.fields, got, c.want)
		}
	}
}

func TestObservingLeavesLargeBodiesToTheAPI(t *testing.T) {
	t.Parallel()
	s, seen := watched(t)
	channel := s.NewGuild("Guild").NewChannel("games")
	bot := &testbot.Bot{T: t, Server: s, App: s.NewApplication("noughts"), HTTP: http.DefaultClient}
	channel.Guild.Install(bot.App)
	status, _ := bot.Do("POST", "/channels/"+channel.ID+"/messages", string(make([]byte, object.MaxRequest+100)))
	if status != http.StatusRequestEntityTooLarge || len(seen()[0].Body) != object.MaxRequest+1 {
		t.Errorf("status %d, %d bytes observed", status, len(seen()[0].Body))
	}
}
