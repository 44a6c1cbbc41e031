package discordtest

import (
	"crypto/rand"
	"encoding/base64"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
)

// A Server is a whole Discord. Create it with NewServer; the zero Server does not work.
//
// Its lock guards all state: users, applications, guilds, channels, messages and interactions. The package's exported
// functions and methods take the lock; all others expect that their caller holds it, unless they say otherwise. A slice
// that code without the lock may still hold, such as a guild's channels, is replaced when it changes, never modified in
// place. The gateway and the rate limits have locks of their own.
type Server struct {
	log          *slog.Logger
	gateway      *gateway.Gateway
	interactions *desk
	api          *api
	rest         func() http.Handler // serves api; the handler is made at the first use
	transport    transport

	// Set by options.
	locale  string       // of new users and guilds
	reading *form.Reader // replaces the bots' texts before members see them; nil: members see the original texts

	mu           sync.Mutex
	lastID       uint64         // the greatest id so far
	applications []*Application // the oldest first
	tokens       map[string]*Application
	guilds       map[Snowflake]*Guild
	channels     map[Snowflake]*Channel    // including threads, direct and group messages
	users        map[Snowflake]*User       // including bots
	direct       map[[2]Snowflake]*Channel // by the ids of both users, the older id first
	files        []keptFile                // the oldest first
	fileBytes    int                       // the total size of files
}

// NewServer returns a Discord without applications, guilds or users. Ids depend only on the time and the order of
// calls, so in synctest bubbles two servers that are built by the same calls have the same ids.
func NewServer(opts ...Option) *Server {
	s := &Server{
		log: slog.New(slog.DiscardHandler), locale: "en-US",
		tokens: map[string]*Application{}, guilds: map[Snowflake]*Guild{}, channels: map[Snowflake]*Channel{},
		users: map[Snowflake]*User{}, direct: map[[2]Snowflake]*Channel{},
	}
	s.gateway = gateway.New(s.URL, s.login, s.ready)
	s.interactions = &desk{server: s, byID: map[Snowflake]*interaction{}, byToken: map[string]*interaction{}, responseTime: responseTime}
	s.api = &api{server: s, limits: newLimiter(), globalLimit: globalLimit}
	s.rest = sync.OnceValue(s.api.handler)
	for _, o := range opts {
		o(s)
	}
	s.gateway.Log = s.log
	return s
}

// Attachment returns the content and the content type of a file that was sent to this Discord. `ok` is false if the
// server does not have it, or no longer. The caller must not change `data`.
func (s *Server) Attachment(id Snowflake) (contentType string, data []byte, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attachment(id)
}

// Listen returns a listener in memory for an interactions endpoint: all requests that this Discord sends to the host,
// such as "bot.test", on any port, arrive there. A second listener for the same host replaces the first.
func (s *Server) Listen(host string) net.Listener { return s.interactions.outbox.listen(host) }

// SetLatency delays every later REST request by d before the request takes effect; 0 ends the delays.
func (s *Server) SetLatency(d time.Duration) { s.api.latency.Store(int64(d)) }

// Latency returns the latency that SetLatency has set.
func (s *Server) Latency() time.Duration { return time.Duration(s.api.latency.Load()) }

// SetResponseTime replaces Discord's three seconds for the initial response, for tests in real time on busy machines.
func (s *Server) SetResponseTime(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interactions.responseTime = d
}

// HelloIntervals sets the heartbeat intervals in the HELLOs of the next connections of any application.
func (s *Server) HelloIntervals(intervals ...time.Duration) { s.gateway.HelloIntervals(intervals...) }

// ReconnectInsteadOfHello sends op 7 instead of HELLO on the next n gateway connections of any application.
func (s *Server) ReconnectInsteadOfHello(n int) { s.gateway.ReconnectInsteadOfHello(n) }

// epoch is the first millisecond that a snowflake can express: 2015-01-01.
const epoch = 1420070400000

// snowflake returns a new id, greater than all earlier ones. The clock of a synctest bubble starts before the epoch, so
// there ids count from 1970.
func (s *Server) snowflake() Snowflake {
	ms := time.Now().UnixMilli()
	if ms >= epoch {
		ms -= epoch
	}
	s.lastID = max(s.lastID+1, uint64(ms)<<22)
	return strconv.FormatUint(s.lastID, 10)
}

// spacedSnowflake returns an id with a millisecond of its own. A guild's shard follows from it, so guilds that are
// created at the same time are spread over the shards.
func (s *Server) spacedSnowflake() Snowflake {
	s.lastID = (s.lastID>>22 + 1) << 22
	return s.snowflake()
}

func randomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)[:n]
}
