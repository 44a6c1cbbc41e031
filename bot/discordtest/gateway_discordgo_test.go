package discordtest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A rebase sends requests to another server than the one in their URL:
// discordgo's own URLs are fixed when the program starts.
type rebase struct {
	base *url.URL
	next http.RoundTripper
}

func (rt rebase) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = rt.base.Scheme, rt.base.Host, rt.base.Host
	return rt.next.RoundTrip(r)
}

// newSession returns a session of the real discordgo for an application of the
// server's, wherever the server is: on the network or in memory.
func newSession(t *testing.T, s *discordtest.Server, a *discordtest.Application) *discordgo.Session {
	t.Helper()
	dg, err := discordgo.New("Bot " + a.Token)
	if err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	network := &http.Transport{DialContext: s.DialContext}
	t.Cleanup(network.CloseIdleConnections)
	dg.Client = &http.Client{Transport: rebase{base, network}, Timeout: 20 * time.Second}
	dg.Dialer = &websocket.Dialer{NetDialContext: s.DialContext, HandshakeTimeout: 20 * time.Second}
	dg.StateEnabled = false
	dg.LogLevel = discordgo.LogError - 1
	dg.Identify.Intents = discordgo.IntentsNone
	return dg
}

// press is an interaction as Discord sends it for a button.
func press(a *discordtest.Application, customID string) map[string]any {
	user := map[string]any{"id": "1", "username": "ann", "discriminator": "0"}
	return map[string]any{
		"id": "2", "application_id": a.ID, "type": 3, "token": "token", "version": 1,
		"channel_id": "3", "user": user, "locale": "en-US", "context": 1,
		"data":    map[string]any{"custom_id": customID, "component_type": 2},
		"message": map[string]any{"id": "4", "channel_id": "3", "author": user, "content": strings.Repeat("long ", 2000)},
	}
}

// collect returns a channel with the custom ids of the interactions that
// arrive. discordgo starts a goroutine for each event; SyncEvents keeps order.
func collect(dg *discordgo.Session) <-chan string {
	got := make(chan string, 100)
	dg.SyncEvents = true
	dg.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
		got <- i.MessageComponentData().CustomID
	})
	return got
}

// wantPresses reads the presses that send made.
func wantPresses(t *testing.T, got <-chan string, from, to int) {
	t.Helper()
	for i := from; i <= to; i++ {
		select {
		case id := <-got:
			if id != fmt.Sprint(i) {
				t.Fatalf("got press %s, want %d", id, i)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("press %d does not come", i)
		}
	}
}

func send(s *discordtest.Server, a *discordtest.Application, from, to int) {
	for i := from; i <= to; i++ {
		s.Dispatch(a, "", "INTERACTION_CREATE", press(a, fmt.Sprint(i)))
	}
}

// play opens a session, loses its connection, and wants nothing to be lost.
func play(t *testing.T, s *discordtest.Server, settle func()) {
	t.Helper()
	a := s.NewApplication("bot")
	s.NewGuild("guild").Install(a)
	dg := newSession(t, s, a)
	got := collect(dg)
	if err := dg.Open(); err != nil {
		t.Fatal(err)
	}
	send(s, a, 1, 3)
	wantPresses(t, got, 1, 3)
	settle()
	a.DropConnections()
	send(s, a, 4, 6)
	wantPresses(t, got, 4, 6)
	settle()
	if a.Identifies() != 1 || a.Resumes() != 1 || !a.Connected() {
		t.Errorf("%d identifies, %d resumes, connected: %v", a.Identifies(), a.Resumes(), a.Connected())
	}
	if err := dg.Close(); err != nil {
		t.Error(err)
	}
	if a.Connected() {
		t.Error("connected after Close")
	}
}

func TestDiscordgoOverTCP(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	play(t, s, func() {})
}

func TestDiscordgoInBubble(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		t.Cleanup(s.Close)
		play(t, s, synctest.Wait)
	})
}
