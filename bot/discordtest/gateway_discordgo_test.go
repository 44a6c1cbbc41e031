package discordtest_test

import (
	"errors"
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

// play opens a session, loses its connection in some way, and wants that no
// press is lost and the session is resumed. It settles before it disturbs.
func play(t *testing.T, s *discordtest.Server, settle func(), lose func(a *discordtest.Application)) {
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
	lose(a)
	send(s, a, 4, 6)
	wantPresses(t, got, 4, 6)
	if a.Identifies() != 1 || a.Resumes() != 1 || !a.Connected() {
		t.Errorf("%d identifies, %d resumes, connected: %v", a.Identifies(), a.Resumes(), a.Connected())
	}
	settle()
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
	play(t, s, func() {}, (*discordtest.Application).DropConnections)
}

// bubble runs a test in a synctest bubble with a server in memory. Three things
// make discordgo work there, since a goroutine that waits for a mutex stops the
// bubble's clock, and discordgo holds its session's mutex while it sleeps:
//
//   - everything is made inside the bubble: server, session, HTTP transport;
//   - synctest.Wait comes before every fault and before Session.Close, so that
//     no answer to a heartbeat is on its way when discordgo goes to sleep;
//   - at the end the session is closed, then the transport's idle connections,
//     then the server.
//
// ReconnectAfterResume cannot be tried in a bubble: discordgo deadlocks on it,
// and the bubble with it.
func bubble(t *testing.T, test func(t *testing.T, s *discordtest.Server)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		t.Cleanup(s.Close)
		test(t, s)
	})
}

func TestDiscordgoResumes(t *testing.T) {
	faults := map[string]func(a *discordtest.Application){
		"cut":       (*discordtest.Application).DropConnections,
		"op 7":      (*discordtest.Application).SendReconnect,
		"code 4000": func(a *discordtest.Application) { a.CloseConnections(4000) },
		"code 4008": func(a *discordtest.Application) { a.CloseConnections(4008) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				play(t, s, synctest.Wait, fault)
			})
		})
	}
}

// TestDiscordgoStartsAnew has faults after which discordgo identifies again.
func TestDiscordgoStartsAnew(t *testing.T) {
	faults := map[string]func(a *discordtest.Application){
		"op 9, not resumable": func(a *discordtest.Application) { a.InvalidateSessions(false) },
		"op 9, resumable":     func(a *discordtest.Application) { a.InvalidateSessions(true) },
		"code 4009":           func(a *discordtest.Application) { a.CloseConnections(4009) },
		"silence":             func(a *discordtest.Application) { a.Silence(true) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *discordtest.Server) {
				a := s.NewApplication("bot")
				dg := newSession(t, s, a)
				if err := dg.Open(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Second) // identifies must be 5 s apart
				fault(a)
				time.Sleep(5 * time.Minute)
				if a.Identifies() != 2 || !a.Connected() {
					t.Errorf("%d identifies, connected: %v", a.Identifies(), a.Connected())
				}
				synctest.Wait()
				if err := dg.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestDiscordgoStaysConnected(t *testing.T) {
	bubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		dg := newSession(t, s, a)
		if err := dg.Open(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(24*time.Hour + time.Second)
		a.RequestHeartbeats()
		synctest.Wait()
		if a.Identifies() != 1 || a.Resumes() != 0 || !a.Connected() {
			t.Errorf("%d identifies, %d resumes, connected: %v", a.Identifies(), a.Resumes(), a.Connected())
		}
		if err := dg.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestDiscordgoRefused(t *testing.T) {
	bubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		dg := newSession(t, s, a)
		dg.Identify.Intents = discordgo.IntentsGuildMembers
		var closed *websocket.CloseError
		if err := dg.Open(); !errors.As(err, &closed) || closed.Code != 4014 {
			t.Errorf("Open returns %v", err)
		}
	})
}
