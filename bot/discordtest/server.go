package discordtest

import (
	"log/slog"
	"net/http"
	"sync"
)

// A Server is a whole Discord. The zero Server is not usable: see NewServer.
type Server struct {
	log       *slog.Logger
	world     *world
	gateway   *gateway
	desk      *desk
	api       *api
	rest      func() http.Handler // the REST API, made once
	transport transport
}

// An Option configures a Server.
type Option func(*Server)

// WithLogger makes the server log what it refuses and why.
func WithLogger(l *slog.Logger) Option { return func(s *Server) { s.log = l } }

// NewServer returns a Discord without applications, guilds or users. Seeded
// ids: two servers built by the same calls have the same ids but for time.
func NewServer(opts ...Option) *Server {
	s := &Server{log: slog.New(slog.DiscardHandler), world: newWorld()}
	s.gateway = newGateway(s.world, s.URL)
	s.desk = newDesk(s.world, s.gateway)
	s.api = newAPI(s.world, s.gateway, s.desk)
	s.rest = sync.OnceValue(s.api.restHandler)
	for _, o := range opts {
		o(s)
	}
	s.gateway.log, s.desk.log, s.api.log = s.log, s.log, s.log
	s.world.events, s.world.hub = s.gateway, s
	s.desk.callback = func(r *http.Request) (int, []byte) { return served(s.rest(), r) }
	return s
}
