package bot

import (
	"context"
	"crypto/ed25519"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const maxSignedBody = 256 << 10

const (
	// maxConns is the largest number of open connections. Each connection takes some 20 KB.
	maxConns = 1024
	// maxReading limits the total size, in bytes, of the bodies being read.
	maxReading = 8 << 20
)

// A signedHandler answers a request whose signature was verified. `arrived` is the time when the request's headers arrived.
type signedHandler func(w http.ResponseWriter, r *http.Request, body []byte, arrived time.Time)

type signedServer struct {
	key    ed25519.PublicKey
	handle signedHandler
	log    *slog.Logger
	conns  *conns
	bodies *bodies
	http   http.Server
}

func newSignedServer(key ed25519.PublicKey, path string, handle signedHandler, log *slog.Logger) *signedServer {
	s := &signedServer{
		key: key, handle: handle, log: log,
		conns: &conns{most: maxConns, open: map[net.Conn]*conn{}}, bodies: &bodies{most: maxReading},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+path, s.serve)
	s.http = http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 3 * time.Second,
		ReadTimeout:       3 * time.Second,
		WriteTimeout:      5 * time.Second,
		IdleTimeout:       90 * time.Second,
		MaxHeaderBytes:    8 << 10,
		ConnContext:       s.conns.admit,
		ConnState:         s.conns.note,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	return s
}

// Serve accepts connections from a listener until Shutdown. Like http.Server.Serve, it never returns nil.
func (s *signedServer) Serve(l net.Listener) error { return s.http.Serve(l) }

// Shutdown waits until pending requests are answered or ctx ends, and then closes all connections.
func (s *signedServer) Shutdown(ctx context.Context) {
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close() // nothing could be done about an error
	}
}

func (s *signedServer) serve(w http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	c, err := readClaim(r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	message, err := s.read(w, r, c)
	if err == nil {
		err = c.verify(s.key, message, arrived)
	}
	if err != nil {
		s.refuse(w, err)
		return
	}
	defer connOf(r.Context()).serves()()
	s.handle(w, r, message[len(c.stamp):], arrived)
}

// read returns the message that Discord has signed: the timestamp followed by the body. Errors: errCut and errCrowded.
func (s *signedServer) read(w http.ResponseWriter, r *http.Request, c claim) ([]byte, error) {
	end := func() { _ = http.NewResponseController(w).SetReadDeadline(time.Unix(0, 0)) }
	b := s.bodies.begin(len(c.stamp)+c.length, end)
	defer s.bodies.done(b)
	message := make([]byte, b.size)
	if _, err := io.ReadFull(r.Body, message[copy(message, c.stamp):]); err != nil {
		if s.bodies.dropped(b) {
			return nil, errCrowded
		}
		return nil, errCut
	}
	return message, nil
}

type refusal struct {
	status int
	text   string // the response to the client
}

func (r *refusal) Error() string { return r.text }

var (
	errUnsigned = &refusal{http.StatusUnauthorized, "invalid request signature"}
	errType     = &refusal{http.StatusUnsupportedMediaType, "interactions are application/json"}
	errNoLength = &refusal{http.StatusLengthRequired, "the request does not say how long it is"}
	errLarge    = &refusal{http.StatusRequestEntityTooLarge, "the request is too large"}
	errCut      = &refusal{http.StatusBadRequest, "the request ends too early"}
	errCrowded  = &refusal{http.StatusServiceUnavailable, "there is no room for slow requests"}
	errOld      = &refusal{http.StatusUnauthorized, errUnsigned.text} // the same text as errUnsigned, so a replaying attacker learns nothing
)

// refuse answers a request that is not served and closes its connection without reading the rest.
func (s *signedServer) refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, errOld) {
		s.log.Warn("rejected a request with a stale timestamp: a replay, or this machine's clock is wrong")
	}
	r := errCut
	_ = errors.As(err, &r)
	w.Header().Set("Connection", "close")
	http.Error(w, r.text, r.status)
}
