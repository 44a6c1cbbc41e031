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

	"noughts/bot/discordtest/internal/network"
)

// memoryGoodbye is how long a client in memory waits for the answer to its close
// frame: see StartInMemory.
const memoryGoodbye = 2 * time.Second

// A transport is how connections reach the server.
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
	return s.serveInBackground(l, dialer(l.Addr()))
}

// StartInMemory serves without the network: connections are made with
// DialContext. For synctest bubbles.
//
// A goroutine that waits for a mutex stops a bubble's clock. discordgo's session
// holds its mutex while it sleeps for a second in Close, and whatever it
// receives meanwhile waits for that mutex: the second never ends. It works in a
// bubble nonetheless, under these rules:
//
//   - Server, session and http.Transport are all made inside the bubble.
//   - synctest.Wait comes before each fault and before Session.Close, so that no
//     answer to a heartbeat is still on its way.
//   - In the end the session is closed first, then the http.Transport's idle
//     connections, then the server.
//   - No ReconnectAfterResume and no ReconnectInsteadOfHello: discordgo deadlocks
//     on op 7 while it opens a session, and the bubble with it. Try that outside
//     a bubble, where time passes whatever waits.
//
// This server helps: in memory it answers a client's close frame only after two
// seconds, when discordgo has hung up.
func (s *Server) StartInMemory() {
	s.gateway.Settings.Goodbye = memoryGoodbye
	l := network.Listen()
	if err := s.serveInBackground(l, l.Dial); err != nil {
		s.log.Warn("not started in memory", "error", err)
	}
}

// Serve serves on l until Close; for a listener of the caller's own. It returns
// nil after Close, ErrServing, or the error that stopped it.
func (s *Server) Serve(l net.Listener) error {
	server, err := s.begin(l, dialer(l.Addr()))
	if err != nil {
		return err
	}
	return s.run(server, l)
}

func (s *Server) serveInBackground(l net.Listener, dial func(context.Context) (net.Conn, error)) error {
	server, err := s.begin(l, dial)
	if err != nil {
		_ = l.Close()
		return err
	}
	go func() {
		if err := s.run(server, l); err != nil {
			s.log.Error("stopped serving", "error", err)
		}
	}()
	return nil
}

// begin makes the HTTP server and publishes where it is.
func (s *Server) begin(l net.Listener, dial func(context.Context) (net.Conn, error)) (*http.Server, error) {
	t := &s.transport
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.http != nil || t.closed {
		return nil, ErrServing
	}
	t.http = &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	t.base, t.dial = "http://"+reachable(l.Addr()), dial
	t.serving.Add(1)
	return t.http, nil
}

// run serves until Close.
func (s *Server) run(server *http.Server, l net.Listener) error {
	defer s.transport.serving.Done()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler sends websockets to the gateway, whatever a client has added to its
// path, what is on Discord's CDN to that, and everything else to the REST API.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	s.api.CDN(mux)
	mux.Handle("/", s.rest())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if websocket.IsWebSocketUpgrade(r) && strings.HasPrefix(r.URL.Path, "/gateway") {
			s.gateway.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// URL returns scheme and host, such as "http://127.0.0.1:40123", or "" before
// the start.
func (s *Server) URL() string {
	s.transport.mu.Lock()
	defer s.transport.mu.Unlock()
	return s.transport.base
}

// DialContext connects to the server whatever the address; for
// http.Transport.DialContext and websocket.Dialer.NetDialContext. Its error is
// a net error when the server does not serve.
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

// Close ends all connections and stops serving. Nothing of the gateway and of
// the listener runs any more when it returns. It may be called more than once.
func (s *Server) Close() {
	t := &s.transport
	t.mu.Lock()
	t.closed = true
	server := t.http
	t.mu.Unlock()
	if server != nil {
		_ = server.Close()
	}
	s.world.StopPolls()
	s.interactions.Close()
	s.gateway.Close()
	t.serving.Wait()
}

// dialer connects to a listener of the network's.
func dialer(to net.Addr) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, to.Network(), reachable(to))
	}
}

// reachable returns an address of a listener for clients on this machine: loopback, if it listens
// on all interfaces.
func reachable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	loopback := net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: tcp.Port}
	if tcp.IP.To4() == nil {
		loopback.IP = net.IPv6loopback
	}
	return loopback.String()
}
