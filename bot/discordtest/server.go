package discordtest

import (
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A Server is a whole Discord. The zero Server is not usable: see NewServer.
type Server struct {
	log       *slog.Logger
	gateway   *gateway
	transport transport
	outbox    outbox
	rest      func() http.Handler // the REST API, made once
	observers []func(Exchange)
	delivered []func(Delivery)
	latency   atomic.Int64 // a time.Duration
	limits    *limiter

	emojiLimit   int     // see WithEmojiLimit
	messageLimit int     // see WithMessageLimit
	reading      *Reader // see WithReader, nil without
	locale       string  // see WithLocale

	// mu guards the world: everything below, and the unexported fields of
	// applications, guilds, channels, users and messages. The gateway and the
	// transport have locks of their own and hold none of them when they ask the
	// world something; nothing is dispatched while mu is held.
	mu           sync.Mutex
	lastID       uint64
	applications []*Application
	tokens       map[string]*Application
	guilds       map[Snowflake]*Guild
	channels     map[Snowflake]*Channel
	direct       map[[2]Snowflake]*Channel // direct messages, by both users, the older first
	users        map[Snowflake]*User
	webhooks     map[Snowflake]*incomingWebhook
	invites      []*invite // oldest first
	interactions interactionLog
	files        []keptFile // oldest first
	fileBytes    int
}

// An Option configures a Server.
type Option func(*Server)

// WithLogger makes the server log what it refuses and why.
func WithLogger(l *slog.Logger) Option { return func(s *Server) { s.log = l } }

// NewServer returns a Discord without applications, guilds or users. Seeded
// ids: two servers built by the same calls have the same ids but for time.
func NewServer(opts ...Option) *Server {
	s := &Server{
		log:      slog.New(slog.DiscardHandler),
		tokens:   map[string]*Application{},
		guilds:   map[Snowflake]*Guild{},
		channels: map[Snowflake]*Channel{},
		direct:   map[[2]Snowflake]*Channel{},
		users:    map[Snowflake]*User{},
		webhooks: map[Snowflake]*incomingWebhook{},
		limits:   newLimiter(),
		locale:   "en-US",

		messageLimit: messageLimit,
		interactions: interactionLog{limit: interactionLimit},
	}
	s.gateway = newGateway(s)
	s.rest = sync.OnceValue(s.restHandler)
	for _, o := range opts {
		o(s)
	}
	return s
}

// epoch is the first millisecond that a snowflake can express: 2015-01-01.
const epoch = 1420070400000

// snowflake returns a new id, greater than all before it. Callers hold s.mu.
//
// The clock of a synctest bubble stands before the epoch; there the ids count
// from 1970 instead, so that they stay positive and grow with time.
func (s *Server) snowflake() Snowflake {
	ms := time.Now().UnixMilli()
	if ms >= epoch {
		ms -= epoch
	}
	id := uint64(ms) << 22
	if id <= s.lastID {
		id = s.lastID + 1
	}
	s.lastID = id
	return strconv.FormatUint(id, 10)
}

// spacedSnowflake returns a new id with a millisecond of its own, so that
// things made at once still spread over shards. Callers hold s.mu.
func (s *Server) spacedSnowflake() Snowflake {
	s.lastID = (s.lastID>>22 + 1) << 22
	return s.snowflake()
}
