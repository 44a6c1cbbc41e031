package discordtest

import (
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/world"
)

// A Server is a whole Discord. Create it with NewServer; the zero Server does not work.
//
// The Server connects the internal packages world, gateway, interaction and rest, and adds the listener and the
// handles for tests. The world's lock guards the state of the world and of interactions; gateway and rest have locks
// of their own.
type Server struct {
	log          *slog.Logger
	world        *world.World
	gateway      *gateway.Gateway
	interactions *interaction.Desk
	api          *rest.API
	rest         func() http.Handler // serves api; the handler is made at the first use
	transport    transport

	users    handles[*world.User, User]
	guilds   handles[*world.Guild, Guild]
	channels handles[*world.Channel, Channel]
	roles    handles[*world.Role, Role]
}

// NewServer returns a Discord without applications, guilds or users. Ids depend only on the time and the order of
// calls, so that in a synctest bubble two servers built by the same calls have the same ids.
func NewServer(opts ...Option) *Server {
	s := &Server{log: slog.New(slog.DiscardHandler), world: world.New()}
	s.gateway = gateway.New(s.world, s.URL)
	s.interactions = interaction.New(s.world, s.gateway)
	s.api = rest.New(s.world, s.gateway, s.interactions)
	s.rest = sync.OnceValue(s.api.Handler)
	for _, o := range opts {
		o(s)
	}
	// Connect the parts to each other, after the options have set their fields.
	s.gateway.Log, s.interactions.Log, s.api.Log = s.log, s.log, s.log
	if s.world.FileHost == nil {
		s.world.FileHost = func() (files, proxy string) { return s.URL(), s.URL() }
	}
	s.interactions.Callback = func(r *http.Request) (int, []byte) { return rest.Served(s.rest(), r) }
	return s
}

// NewApplication creates an application with its bot user.
func (s *Server) NewApplication(name string) *Application {
	s.world.Lock()
	defer s.world.Unlock()
	a := s.world.NewApplication(name)
	return &Application{ID: a.ID, Token: a.Token, PublicKey: a.PublicKey, User: s.user(a.User), server: s, state: a}
}

// NewGuild creates a guild without members. Its owner is not one of the test's users.
func (s *Server) NewGuild(name string) *Guild {
	s.world.Lock()
	defer s.world.Unlock()
	return s.guild(s.world.NewGuild(name))
}

// NewUser creates a user who is a person, not a bot.
func (s *Server) NewUser(name string) *User {
	s.world.Lock()
	defer s.world.Unlock()
	return s.user(s.world.NewUser(name))
}

// DirectMessage returns the direct message channel of two users. It creates the channel if necessary.
func (s *Server) DirectMessage(a, b *User) *Channel {
	s.world.Lock()
	defer s.world.Unlock()
	return s.channel(s.world.DirectMessage(a.state, b.state))
}

// GroupMessage creates a group message channel of users.
func (s *Server) GroupMessage(users ...*User) *Channel {
	s.world.Lock()
	defer s.world.Unlock()
	return s.channel(s.world.NewGroup(userStates(users)))
}

// Attachment returns the content and the content type of a file that was sent to this Discord. `ok` is false if the
// server does not have the file, or no longer has it.
func (s *Server) Attachment(id Snowflake) (contentType string, data []byte, ok bool) {
	return s.world.Attachment(id)
}

// Listen returns a listener in memory for an interactions endpoint. All requests that this Discord sends to the host,
// such as "bot.test", on any port, arrive there without a network. It is for bots in synctest bubbles. A second
// listener for the same host replaces the first, whose connections are no longer used.
func (s *Server) Listen(host string) net.Listener { return s.interactions.Listen(host) }

// SetLatency delays every later REST request by d before the request takes effect; 0 ends the
// delays. The gateway's payloads are not delayed.
func (s *Server) SetLatency(d time.Duration) { s.api.SetLatency(d) }

// Latency returns the latency that SetLatency has set.
func (s *Server) Latency() time.Duration { return s.api.Latency() }

// SetResponseTime replaces Discord's three seconds for the initial response, for all later interactions. It is for
// tests that run in real time on busy machines and do not test the bot's speed.
func (s *Server) SetResponseTime(d time.Duration) { s.interactions.SetResponseTime(d) }

// HelloIntervals sets the heartbeat intervals in the HELLOs of the next connections, one interval for each connection.
// The connections may belong to any application, because the server learns the application only from IDENTIFY.
func (s *Server) HelloIntervals(intervals ...time.Duration) { s.gateway.HelloIntervals(intervals...) }

// ReconnectInsteadOfHello makes the server send Reconnect (opcode 7) instead of HELLO as the first frame of the next n
// gateway connections. The connections may belong to any application, because the server learns the application only
// from IDENTIFY.
func (s *Server) ReconnectInsteadOfHello(n int) { s.gateway.ReconnectInsteadOfHello(n) }
