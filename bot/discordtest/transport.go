package discordtest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest/internal/gateway"
)

// memoryGoodbye is the delay before a server in memory answers a client's close frame: see StartInMemory.
const memoryGoodbye = 2 * time.Second

// ErrServing is returned by the methods that start a server, if it was already started or closed.
var ErrServing = errors.New("discordtest: the server has already been started or closed")

type transport struct {
	mu      sync.Mutex
	http    *http.Server // nil before the start
	base    string       // scheme and host
	dial    func(ctx context.Context) (net.Conn, error)
	closed  bool
	serving sync.WaitGroup
}

// Start serves on a free port of the loopback interface.
func (s *Server) Start() error {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	return s.serve(l, func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	})
}

// StartInMemory serves without the network: clients connect with DialContext. It is for synctest bubbles.
//
// A goroutine that waits for a mutex stops a bubble's clock. This is a problem for discordgo, whose Session.Close holds
// the session's mutex while it sleeps for a second. If a payload arrives during that second, its handler waits for the
// mutex, the clock stops, and the second never ends. These rules avoid the deadlock:
//
//   - Create the server, the session and the http.Transport inside the bubble.
//   - Call synctest.Wait before each fault and before Session.Close, so that no answer to a heartbeat is in flight.
//   - At the end close the session first, then the http.Transport's idle connections, then the server.
//   - Do not use ReconnectAfterResume or ReconnectInsteadOfHello: discordgo deadlocks if it receives op 7 while it opens
//     a session.
//
// The server helps, too: in memory it answers a client's close frame only after two seconds, when discordgo has already
// closed its connection.
func (s *Server) StartInMemory() {
	s.gateway.Settings.Goodbye = memoryGoodbye
	l := gateway.Listen()
	if err := s.serve(l, l.Dial); err != nil {
		s.log.Warn("not started in memory", "error", err)
	}
}

func (s *Server) serve(l net.Listener, dial func(context.Context) (net.Conn, error)) error {
	t := &s.transport
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.http != nil || t.closed {
		_ = l.Close()
		return ErrServing
	}
	server := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	t.http, t.base, t.dial = server, "http://"+l.Addr().String(), dial
	t.serving.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("stopped serving", "error", err)
		}
	})
	return nil
}

func (s *Server) handler() http.Handler {
	rest := s.rest()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if websocket.IsWebSocketUpgrade(r) && strings.HasPrefix(r.URL.Path, "/gateway") {
			s.gateway.ServeHTTP(w, r)
			return
		}
		rest.ServeHTTP(w, r)
	})
}

// URL returns the server's scheme and host, such as "http://127.0.0.1:40123", or "" before the start.
func (s *Server) URL() string {
	s.transport.mu.Lock()
	defer s.transport.mu.Unlock()
	return s.transport.base
}

// DialContext connects to this server, whatever the network and the address. It fits http.Transport.DialContext and
// websocket.Dialer.NetDialContext. If the server is not running, it returns a *net.OpError.
func (s *Server) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	t := &s.transport
	t.mu.Lock()
	dial, closed := t.dial, t.closed
	t.mu.Unlock()
	if dial == nil || closed {
		return nil, &net.OpError{Op: "dial", Net: "discordtest", Err: net.ErrClosed}
	}
	return dial(ctx)
}

// Close ends all connections and stops serving. When it returns, no goroutine of the gateway or the listener is
// running. It may be called more than once.
func (s *Server) Close() {
	t := &s.transport
	t.mu.Lock()
	t.closed = true
	server := t.http
	t.mu.Unlock()
	if server != nil {
		_ = server.Close()
	}
	s.interactions.outbox.close()
	s.gateway.Close()
	t.serving.Wait()
}
