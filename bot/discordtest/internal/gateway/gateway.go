package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// A Gateway serves the websockets of one emulated Discord. It is an http.Handler.
type Gateway struct {
	Log      *slog.Logger // set before the first connection
	Settings Settings     // fixed before the first connection
	Faults   *fault.Book

	world    *world.World
	base     func() string // scheme and host of the server: http://…
	upgrader websocket.Upgrader

	mu         sync.Mutex // guards the fields below, up to closed
	apps       map[*world.Application]*application
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

// An application is the gateway's record of one application. It is guarded by g.mu.
type application struct {
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

// New returns the gateway of a world, without connections and with Discord's settings. `base` returns the scheme and
// host of the server, such as "http://127.0.0.1:40123". The gateway logs only if Log is set.
func New(w *world.World, base func() string) *Gateway {
	return &Gateway{
		Log: slog.New(slog.DiscardHandler), Faults: fault.NewBook(), world: w, base: base,
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

// app returns the gateway's record of an application. It creates the record if needed. Callers hold g.mu.
func (g *Gateway) app(a *world.Application) *application {
	if g.apps[a] == nil {
		g.apps[a] = &application{}
	}
	return g.apps[a]
}

// nextSessionID returns a new id in Discord's format: 32 hexadecimal digits. Callers hold g.mu.
func (g *Gateway) nextSessionID() string {
	g.lastID++
	sum := sha256.Sum256([]byte("session " + strconv.Itoa(g.lastID)))
	return hex.EncodeToString(sum[:16])
}

// notify wakes goroutines that wait for sessions to start or end. Callers hold g.mu.
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

// add registers a connection and its two goroutines. It returns false if the server is closed.
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
