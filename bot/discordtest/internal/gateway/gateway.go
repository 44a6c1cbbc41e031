package gateway

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

	"noughts/bot/discordtest/object"
)

// A Gateway serves the websockets of one emulated Discord. It is an http.Handler.
type Gateway struct {
	Log      *slog.Logger // set before the first connection
	Settings Settings     // fixed before the first connection

	login    func(token string) *Bot
	ready    func(*Bot) Ready
	base     func() string // scheme and host of the server: http://…
	upgrader websocket.Upgrader

	mu         sync.Mutex // guards the fields below, up to closed
	sessions   map[string]*session
	conns      map[*conn]struct{}
	lastID     int             // the number that the last session id was made from
	noHellos   int             // the number of connections that still get Reconnect (opcode 7) instead of HELLO
	hellos     []time.Duration // the heartbeat intervals of the next HELLOs: see HelloIntervals
	changed    chan struct{}   // closed and replaced when a session starts or ends
	closed     bool
	done       chan struct{} // closed when the server is closed
	goroutines sync.WaitGroup
}

// Settings configure a gateway.
type Settings struct {
	Heartbeat      time.Duration // the heartbeat interval of clients
	Shards         int           // the recommended number of shards
	MaxConcurrency int           // how many shards may identify at once
	IdentifyPause  time.Duration // the minimum time between two IDENTIFYs of shards with equal id modulo MaxConcurrency
	Goodbye        time.Duration // how long the server waits before it answers a close frame
}

// A Bot is an application's side of the gateway: its sessions and the faults that tests have injected for it.
type Bot struct {
	g      *Gateway
	faults book

	// Guarded by g.mu.
	sessions    []*session // including sessions that wait for a RESUME
	identifies  int        // the number of sessions started
	resumes     int
	budget      identifyBudget
	shardEvents []object.ShardEvent

	// Set by tests.
	reconnectResumes int          // the number of RESUMEs that are still answered with Reconnect (opcode 7)
	sendsAway        bool         // set by ReconnectAfterReady
	forgets          bool         // set by ForgetSessions
	held             map[int]bool // the shards that HoldShard cuts
}

// New returns a gateway with Discord's settings. `base` returns the scheme and host of the server, such as
// "http://127.0.0.1:40123"; `login` the bot with a token, or nil; `ready` what a bot learns of the world in READY.
func New(base func() string, login func(token string) *Bot, ready func(*Bot) Ready) *Gateway {
	return &Gateway{
		Log: slog.New(slog.DiscardHandler), base: base, login: login, ready: ready,
		upgrader: websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }},
		Settings: Settings{Heartbeat: 45 * time.Second, Shards: 1, MaxConcurrency: 1, IdentifyPause: 5 * time.Second},
		sessions: map[string]*session{}, conns: map[*conn]struct{}{},
		changed: make(chan struct{}), done: make(chan struct{}),
	}
}

// NewBot returns a bot without sessions.
func (g *Gateway) NewBot() *Bot { return &Bot{g: g} }

// nextSessionID returns a new id in Discord's format: 32 hexadecimal digits. Callers hold g.mu.
func (g *Gateway) nextSessionID() string {
	g.lastID++
	sum := sha256.Sum256([]byte("session " + strconv.Itoa(g.lastID)))
	return hex.EncodeToString(sum[:16])
}

// notify wakes those who wait for sessions to start or end. Callers hold g.mu.
func (g *Gateway) notify() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// ServeHTTP serves one gateway connection until it ends.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := g.upgrader.Upgrade(w, r, nil)
	if err != nil {
		g.Log.Debug("gateway handshake refused", "error", err)
		return
	}
	c := newConn(g, ws)
	if !g.add(c) {
		_ = ws.Close()
		return
	}
	defer g.goroutines.Done()
	c.serve(r.URL.Query())
}

func (g *Gateway) add(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.conns[c] = struct{}{}
	g.goroutines.Add(2)
	return true
}

// Close cuts every connection and waits for their goroutines.
func (g *Gateway) Close() {
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

// Pause waits for the duration d, or until the server is closed.
func (g *Gateway) Pause(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-g.done:
	}
}

// An Info is the answer to GET /gateway/bot. That to GET /gateway has only the URL.
type Info struct {
	URL    string             `json:"url"`
	Shards int                `json:"shards,omitempty"`
	Limit  *SessionStartLimit `json:"session_start_limit,omitempty"`
}

// A SessionStartLimit says how many more times an application may identify.
type SessionStartLimit struct {
	Total          int   `json:"total"`
	Remaining      int   `json:"remaining"`
	ResetAfter     int64 `json:"reset_after"` // ms
	MaxConcurrency int   `json:"max_concurrency"`
}

// URL returns the URL for new sessions.
func (g *Gateway) URL() string {
	return "ws" + strings.TrimPrefix(g.base(), "http") + "/gateway"
}

// StartLimit returns how many more sessions the application may start, for GET /gateway/bot.
func (b *Bot) StartLimit() *SessionStartLimit {
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	now := time.Now()
	b.budget.renew(now)
	return &SessionStartLimit{
		Total: IdentifyTotal, Remaining: IdentifyTotal - b.budget.used, MaxConcurrency: b.g.Settings.MaxConcurrency,
		ResetAfter: b.budget.since.Add(IdentifyWindow).Sub(now).Milliseconds(),
	}
}
