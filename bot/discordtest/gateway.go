package discordtest

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// A gateway is the websocket half of a Server. Its lock guards all its state,
// that of its connections and sessions included. It never asks the world for
// anything while it holds that lock.
type gateway struct {
	world    *world
	base     func() string // where the server is: see Server.URL
	log      *slog.Logger
	faults   *faultBook
	upgrader websocket.Upgrader
	settings gatewaySettings

	mu         sync.Mutex
	apps       map[*Application]*gatewayApp
	sessions   map[string]*session
	conns      map[*gatewayConn]struct{}
	lastID     int             // of session ids
	noHellos   int             // connections that still get op 7 in place of HELLO
	hellos     []time.Duration // the intervals of the next HELLOs: see HelloIntervals
	changed    chan struct{}   // closed and replaced when a session comes or goes
	closed     bool
	done       chan struct{} // closed with the server
	goroutines sync.WaitGroup
}

// gatewaySettings are fixed before the first connection.
type gatewaySettings struct {
	heartbeat      time.Duration
	shards         int
	maxConcurrency int
	identifyPause  time.Duration // between two IDENTIFYs of a concurrency key
	// goodbye is how long a client that closes waits for the answer. Not zero
	// only in memory: see StartInMemory.
	goodbye time.Duration
}

// gatewayApp is what the gateway knows of one application.
type gatewayApp struct {
	sessions         []*session
	identifies       int
	resumes          int
	budget           identifyBudget
	reconnectResumes int // RESUMEs that still get op 7 as their answer
	shards           []ShardEvent
	sendsAway        bool                    // see ReconnectAfterReady
	forgets          bool                    // see ForgetSessions
	held             map[int]bool            // shards: see HoldShard
	wholeGuilds      map[Snowflake]time.Time // when all members were last requested
}

func newGateway(w *world, base func() string) *gateway {
	return &gateway{
		world: w, base: base, faults: newFaultBook(),
		upgrader: websocket.Upgrader{
			CheckOrigin: func(*http.Request) bool { return true },
		},
		settings: gatewaySettings{
			heartbeat: 45 * time.Second, shards: 1, maxConcurrency: 1, identifyPause: 5 * time.Second,
		},
		apps:     map[*Application]*gatewayApp{},
		sessions: map[string]*session{},
		conns:    map[*gatewayConn]struct{}{},
		changed:  make(chan struct{}),
		done:     make(chan struct{}),
	}
}

// WithHeartbeatInterval sets how often clients must send heartbeats: 45 s
// unless given. A connection without one for twice as long is closed (4009).
func WithHeartbeatInterval(d time.Duration) Option {
	return func(s *Server) { s.gateway.settings.heartbeat = max(d, time.Millisecond) }
}

// WithShards sets how many shards GET /gateway/bot recommends: 1 unless given.
func WithShards(n int) Option {
	return func(s *Server) { s.gateway.settings.shards = max(n, 1) }
}

// WithMaxConcurrency sets how many shards may identify within the same five
// seconds: 1 unless given.
func WithMaxConcurrency(n int) Option {
	return func(s *Server) { s.gateway.settings.maxConcurrency = max(n, 1) }
}

// WithIdentifyPause sets those five seconds to another time, so that a test on
// the network that starts its bot twice need not wait as long as on Discord.
func WithIdentifyPause(d time.Duration) Option {
	return func(s *Server) { s.gateway.settings.identifyPause = d }
}

// app returns the gateway's record of an application. Callers hold g.mu.
func (g *gateway) app(a *Application) *gatewayApp {
	if g.apps[a] == nil {
		g.apps[a] = &gatewayApp{}
	}
	return g.apps[a]
}

// nextSessionID returns an id such as Discord's: 32 hexadecimal digits. Callers
// hold g.mu.
func (g *gateway) nextSessionID() string {
	g.lastID++
	sum := sha256.Sum256([]byte("session " + strconv.Itoa(g.lastID)))
	return hex.EncodeToString(sum[:16])
}

// notify wakes those who wait for sessions to come or go. Callers hold g.mu.
func (g *gateway) notify() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// ServeHTTP is one gateway connection, from the handshake to its end.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := g.upgrader.Upgrade(w, r, nil)
	if err != nil {
		g.log.Debug("gateway handshake refused", "error", err)
		return
	}
	c := newGatewayConn(g, ws)
	if !g.add(c) {
		_ = ws.Close()
		return
	}
	defer g.goroutines.Done()
	c.serve(r.URL.Query())
}

// add counts a connection's two goroutines; false when the server is closed.
func (g *gateway) add(c *gatewayConn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.conns[c] = struct{}{}
	g.goroutines.Add(2)
	return true
}

// close cuts every connection and returns when nothing of them runs any more.
func (g *gateway) close() {
	g.mu.Lock()
	if !g.closed {
		g.closed = true
		close(g.done)
	}
	for c := range g.conns {
		c.cut()
	}
	g.mu.Unlock()
	g.goroutines.Wait()
}

type gatewayInfo struct {
	URL    string             `json:"url"`
	Shards int                `json:"shards,omitempty"`
	Limit  *sessionStartLimit `json:"session_start_limit,omitempty"`
}

type sessionStartLimit struct {
	Total          int   `json:"total"`
	Remaining      int   `json:"remaining"`
	ResetAfter     int64 `json:"reset_after"` // ms
	MaxConcurrency int   `json:"max_concurrency"`
}

func getGateway(r *request) (reply, error) { return ok(gatewayInfo{URL: r.api.gateway.url()}) }

// getGatewayBot answers with what the application's shards need to know.
func getGatewayBot(r *request) (reply, error) {
	g := r.api.gateway
	return ok(gatewayInfo{URL: r.api.gateway.url(), Shards: g.settings.shards, Limit: g.startLimit(r.app)})
}

// bareToken strips the word that says whose token it is.
func bareToken(token string) string { return strings.TrimPrefix(token, "Bot ") }

// url is the URL at which sessions start, resumeURL where they resume.
func (g *gateway) url() string {
	return "ws" + strings.TrimPrefix(g.base(), "http") + "/gateway"
}

func (g *gateway) resumeURL() string { return g.url() + "/resume" }
