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
// Each of its parts has its own state. The world's lock guards the state of the world and of
// interactions. The Server adds the listener and the handles for tests.
type Server struct {
	log          *slog.Logger
	world        *world.World
	gateway      *gateway.Gateway
	interactions *interaction.Desk
	api          *rest.API
	rest         func() http.Handler // what api serves, made when it is first needed
	transport    transport

	users    handles[*world.User, User]
	guilds   handles[*world.Guild, Guild]
	channels handles[*world.Channel, Channel]
	roles    handles[*world.Role, Role]
}

// NewServer returns a Discord without applications, guilds or users. Seeded
// ids: two servers built by the same calls have the same ids but for time.
func NewServer(opts ...Option) *Server {
	s := &Server{log: slog.New(slog.DiscardHandler), world: world.New()}
	s.gateway = gateway.New(s.world, s.URL)
	s.interactions = interaction.New(s.world, s.gateway)
	s.api = rest.New(s.world, s.gateway, s.interactions)
	s.rest = sync.OnceValue(s.api.Handler)
	for _, o := range opts {
		o(s)
	}
	// Wiring between the parts, and from the options.
	s.gateway.Log, s.interactions.Log, s.api.Log = s.log, s.log, s.log
	s.world.Events = s.gateway
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

// NewGuild creates a guild, without members and owned by somebody whom nobody
// meets.
func (s *Server) NewGuild(name string) *Guild {
	s.world.Lock()
	defer s.world.Unlock()
	return s.guild(s.world.NewGuild(name))
}

// NewUser creates a person.
func (s *Server) NewUser(name string) *User {
	s.world.Lock()
	defer s.world.Unlock()
	return s.user(s.world.NewUser(name))
}

// DirectMessage returns the direct message channel of two users, creating it
// when needed.
func (s *Server) DirectMessage(a, b *User) *Channel {
	s.world.Lock()
	defer s.world.Unlock()
	return s.channel(s.world.DirectMessage(a.state, b.state))
}

// GroupMessage creates a group message of users.
func (s *Server) GroupMessage(users ...*User) *Channel {
	s.world.Lock()
	defer s.world.Unlock()
	return s.channel(s.world.NewGroup(userStates(users)))
}

// Attachment returns the content of a file that was sent to this Discord, with its
// content type; false when there is none of that id, or no more.
func (s *Server) Attachment(id Snowflake) (contentType string, data []byte, ok bool) {
	return s.world.Attachment(id)
}

// Listen returns a listener in memory: whatever this Discord sends to an
// interactions endpoint on that host ("bot.test", any port) arrives there
// without a network. For bots in synctest bubbles. A second listener for the
// host takes the place of the first: connections that led to that are used no more.
func (s *Server) Listen(host string) net.Listener { return s.interactions.Listen(host) }

// SetLatency makes every REST request take effect so much later than it comes,
// from now on; 0 ends it. The gateway's payloads are not held up.
func (s *Server) SetLatency(d time.Duration) { s.api.SetLatency(d) }

// Latency returns what SetLatency has set.
func (s *Server) Latency() time.Duration { return s.api.Latency() }

// SetResponseTime gives bots so long for the initial response to interactions from now on, instead of Discord's three
// seconds: for tests in real time on machines that may be busy, of bots that are not judged by their speed.
func (s *Server) SetResponseTime(d time.Duration) { s.interactions.SetResponseTime(d) }

// HelloIntervals makes the HELLOs of the next connections ask for heartbeats this
// often, one after another. Whose they are is not known before IDENTIFY.
func (s *Server) HelloIntervals(intervals ...time.Duration) { s.gateway.HelloIntervals(intervals...) }

// ReconnectInsteadOfHello makes op 7 the first frame, in place of HELLO, of the
// next n gateway connections. Whose they are is not known before IDENTIFY.
func (s *Server) ReconnectInsteadOfHello(n int) { s.gateway.ReconnectInsteadOfHello(n) }

// NotServed returns what Discord's API has and this package does not, such as
// "GET /guilds/{guild_id}/bans", sorted by paths: requests for it are answered
// with 400 and a sentence that says so, and logged once as a warning.
func NotServed() []string { return rest.NotServed() }
