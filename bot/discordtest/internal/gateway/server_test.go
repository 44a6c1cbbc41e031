package gateway_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/network"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
)

// A server is an in-memory gateway with a world, but without the REST API. Tests use it to dispatch
// any event and to check the gateway's sessions.
type server struct {
	*gateway.Gateway
	world    *world.World
	listener *network.Listener
}

// newServer returns a gateway that serves until the test ends.
func newServer(tb testing.TB, settings ...func(*gateway.Settings)) *server {
	tb.Helper()
	s := &server{world: world.New(), listener: network.Listen()}
	s.Gateway = gateway.New(s.world, s.URL)
	s.Log = slog.New(slog.DiscardHandler)
	for _, set := range settings {
		set(&s.Settings)
	}
	serving := &http.Server{Handler: s.Gateway}
	done := make(chan error, 1)
	go func() { done <- serving.Serve(s.listener) }()
	tb.Cleanup(func() {
		_ = serving.Close()
		s.Close()
		<-done
	})
	return s
}

// inServer runs a test with a server in a synctest bubble, whose clock is fake.
func inServer(t *testing.T, test func(t *testing.T, s *server), settings ...func(*gateway.Settings)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		test(t, newServer(t, settings...))
	})
}

// URL returns the scheme and host of the server.
func (s *server) URL() string { return "http://discord.test" }

// DialContext connects to the gateway.
func (s *server) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	return s.listener.Dial(ctx)
}

// NewApplication makes an application with its bot.
func (s *server) NewApplication(name string) *world.Application {
	s.world.Lock()
	defer s.world.Unlock()
	return s.world.NewApplication(name)
}

// NewGuild creates a guild that has the given bots as members.
func (s *server) NewGuild(name string, bots ...*world.Application) *world.Guild {
	s.world.Lock()
	defer s.world.Unlock()
	g := s.world.NewGuild(name)
	for _, a := range bots {
		g.Install(a, 0)
	}
	return g
}

// inject injects a fault, which must be valid.
func inject(t *testing.T, s *server, a *world.Application, f fault.Fault) *fault.Injection {
	t.Helper()
	in, err := s.Inject(a, f)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// events dispatches the events with the numbers `from` to `to`. Their type needs no intent.
func events(s *server, a *world.Application, from, to int) {
	for i := from; i <= to; i++ {
		s.Dispatch(a, "", "INTERACTION_CREATE", i)
	}
}

// wantEvents reads the events with the numbers `from` to `to`. It checks that their sequence numbers count up from
// `seq`.
func wantEvents(c *testbot.Client, from, to int, seq int64) {
	c.T.Helper()
	for i := from; i <= to; i++ {
		p := c.WantEvent("INTERACTION_CREATE")
		if string(p.D) != strconv.Itoa(i) || p.S == nil || *p.S != seq {
			c.T.Fatalf("got %s with sequence number %v, want %d with %d", p.D, p.S, i, seq)
		}
		seq++
	}
}
