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

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// A Gateway is the websocket half of a Server. Its lock guards all its state,
// that of its connections and sessions included. It never asks the world for
// anything while it holds that lock.
type Gateway struct {
	world    *world.World
	base     func() string // where the server is: see Server.URL
	Log      *slog.Logger
	Faults   *fault.Book
	upgrader websocket.Upgrader
	Settings Settings

	mu         sync.Mutex
	apps       map[*world.Application]*application
	sessions   map[string]*session
	conns      map[*conn]struct{}
	lastID     int             // of session ids
	noHellos   int             // connections that still get op 7 in place of HELLO
	hellos     []time.Duration // the intervals of the next HELLOs: see HelloIntervals
	changed    chan struct{}   // closed and replaced when a session comes or goes
	closed     bool
	done       chan struct{} // closed with the server
	goroutines sync.WaitGroup
}

// Settings are fixed before the first connection.
type Settings struct {
	Heartbeat      time.Duration
	Shards         int
	MaxConcurrency int
	IdentifyPause  time.Duration // between two IDENTIFYs of a concurrency key
	// goodbye is how long a client that closes waits for the answer. Not zero
	// only in memory: see StartInMemory.
	Goodbye time.Duration
}

// application is what the gateway knows of one application.
type application struct {
	sessions         []*session
	identifies       int
	resumes          int
	budget           identifyBudget
	reconnectResumes int // RESUMEs that still get op 7 as their answer
	shards           []object.ShardEvent
	sendsAway        bool                           // see ReconnectAfterReady
	forgets          bool                           // see ForgetSessions
	held             map[int]bool                   // shards: see HoldShard
	wholeGuilds      map[object.Snowflake]time.Time // when all members were last requested
}

func New(w *world.World, base func() string) *Gateway {
	return &Gateway{
		world: w, base: base, Faults: fault.NewBook(),
		upgrader: websocket.Upgrader{
			CheckOrigin: func(*http.Request) bool { return true },
		},
		Settings: Settings{
			Heartbeat: 45 * time.Second, Shards: 1, MaxConcurrency: 1, IdentifyPause: 5 * time.Second,
		},
		apps:     map[*world.Application]*application{},
		sessions: map[string]*session{},
		conns:    map[*conn]struct{}{},
		changed:  make(chan struct{}),
		done:     make(chan struct{}),
	}
}

// app returns the gateway's record of an application. Callers hold g.mu.
func (g *Gateway) app(a *world.Application) *application {
	if g.apps[a] == nil {
		g.apps[a] = &application{}
	}
	return g.apps[a]
}

// nextSessionID returns an id such as Discord's: 32 hexadecimal digits. Callers hold g.mu.
func (g *Gateway) nextSessionID() string {
	g.lastID++
	sum := sha256.Sum256([]byte("session " + strconv.Itoa(g.lastID)))
	return hex.EncodeToString(sum[:16])
}

// notify wakes those who wait for sessions to come or go. Callers hold g.mu.
func (g *Gateway) notify() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// ServeHTTP is one gateway connection, from the handshake to its end.
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

// add counts a connection's two goroutines; false when the server is closed.
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

// Close cuts every connection and returns when nothing of them runs any more.
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

type Info struct {
	URL    string             `json:"url"`
	Shards int                `json:"shards,omitempty"`
	Limit  *SessionStartLimit `json:"session_start_limit,omitempty"`
}

type SessionStartLimit struct {
	Total          int   `json:"total"`
	Remaining      int   `json:"remaining"`
	ResetAfter     int64 `json:"reset_after"` // ms
	MaxConcurrency int   `json:"max_concurrency"`
}

// bareToken strips the word that says whose token it is.
func bareToken(token string) string { return strings.TrimPrefix(token, "Bot ") }

// URL is the URL at which sessions start, resumeURL where they resume.
func (g *Gateway) URL() string {
	return "ws" + strings.TrimPrefix(g.base(), "http") + "/gateway"
}

func (g *Gateway) resumeURL() string { return g.URL() + "/resume" }

// Heard says whether some session has the intent of an event.
func (g *Gateway) Heard(event string, inGuild bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, sess := range g.sessions {
		if object.Receives(sess.intents, event, inGuild) {
			return true
		}
	}
	return false
}
