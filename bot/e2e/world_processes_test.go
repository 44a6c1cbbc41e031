package e2e

import (
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/gateway"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

// sharedStore is a store that several processes share. When a process stops, the store stays open.
type sharedStore struct{ store.Store }

func (sharedStore) Close() error { return nil }
func (sharedStore) Shared() bool { return true }

// keptSessions stores gateway sessions for the next process of a test, and counts the saves.
type keptSessions struct {
	mu    sync.Mutex
	kept  map[[2]int]store.Session
	saves int
}

func newSessions() *keptSessions { return &keptSessions{kept: map[[2]int]store.Session{}} }

func (k *keptSessions) LoadSession(_ context.Context, shard, total int) (store.Session, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.kept[[2]int{shard, total}], nil
}

func (k *keptSessions) SaveSession(_ context.Context, shard, total int, s store.Session) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept[[2]int{shard, total}] = s
	k.saves++
	return nil
}

func (k *keptSessions) saved() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.saves
}

// A process is a bot. It can be killed: after that it has no connections, and can neither save sessions nor use leases.
type process struct {
	w    *world
	name string
	bot  *bot.Bot
	ops  *pipes // the health endpoint
	logs *logBuffer
	stop context.CancelFunc
	done chan error

	mu        sync.Mutex
	dead      bool
	cut       bool // disconnected from leases and sessions: see cutOff
	conns     []net.Conn
	addresses map[string]bool    // the local addresses of its connections
	leases    *storetest.Process // nil if the process uses none
}

// errDead is the error of the calls of a killed or disconnected process.
var errDead = errors.New("the process is dead")

// launch starts a bot in the world, beside the running ones. Bots share only the dependencies that the settings give
// them. The end of the test stops the bot, and the test fails if Run returns an error.
func (w *world) launch(name string, settings ...setting) *process {
	w.t.Helper()
	p := &process{w: w, name: name, ops: newPipes(), logs: &logBuffer{}, done: make(chan error, 1)}
	p.addresses = map[string]bool{}
	transport := &http.Transport{DialContext: p.dial, MaxIdleConnsPerHost: 64}
	var seed [32]byte
	copy(seed[:], name+w.t.Name())
	cfg := bot.Config{Token: config.Secret(w.app.Token), APIURL: w.discord.URL(), Workers: 2}
	deps := bot.Deps{
		Logger:    slog.New(slog.NewTextHandler(p.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Transport: transport, Dial: p.dial, OpsListener: p.ops, Rand: rand.NewChaCha8(seed), Limits: limits.Defaults,
	}
	deps.Limits.Member.Burst = 1e6 // members act faster in tests than people
	speakingTheLanguage(&cfg, &deps)
	for _, set := range settings {
		set(&cfg, &deps)
	}
	if deps.Sessions != nil {
		deps.Sessions = cutSessions{deps.Sessions, p}
	}
	if leases, ok := deps.Leases.(*storetest.Process); ok {
		p.leases = leases
		deps.Leases = cutLeases{leases, p}
	}
	if s, ok := deps.Store.(*mortalStore); ok {
		s.of = p
	}
	var err error
	if p.bot, err = bot.New(cfg, deps); err != nil {
		w.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() { p.done <- p.bot.Run(ctx) }()
	w.t.Cleanup(func() {
		p.halt()
		transport.CloseIdleConnections()
		if w.t.Failed() {
			w.t.Logf("the bot %s logged:\n%s", name, p.logs)
		}
	})
	return p
}

// launchOverHTTP launches a bot that gets its interactions over HTTP by a listener. When the bot is ready, it makes
// base + "/interactions" the application's endpoint for interactions.
func (w *world) launchOverHTTP(l net.Listener, base string, settings ...setting) *process {
	w.t.Helper()
	key, err := hex.DecodeString(w.app.PublicKey)
	if err != nil {
		w.t.Fatal(err)
	}
	p := w.launch("", append(settings, func(cfg *bot.Config, deps *bot.Deps) {
		cfg.PublicKey, deps.HTTPListener = key, l
	})...)
	p.awaitReady()
	w.sendsTo(base)
	return p
}

// sendsTo makes base + "/interactions" the application's endpoint for interactions.
func (w *world) sendsTo(base string) {
	w.t.Helper()
	if err := w.app.SetInteractionsURL(base + "/interactions"); err != nil {
		w.t.Fatal(err)
	}
}

// besides launches another bot beside a world's, over HTTP, and sends it all interactions until `back` sends them to
// the world's bot again. It must be called in inBubbleOverHTTP.
func (w *world) besides(settings ...setting) (other *process, back func()) {
	w.t.Helper()
	other = w.launchOverHTTP(w.discord.Listen("other.test"), "http://other.test", settings...)
	return other, func() { w.sendsTo("http://noughts.test") }
}

// halt stops the process cleanly and waits until it has stopped. It may be called more than once. If the
// process was killed, halt waits for its goroutines to end.
func (p *process) halt() {
	p.w.t.Helper()
	p.stop()
	select {
	case err, first := <-p.done:
		if first {
			close(p.done)
		}
		if err != nil && !p.killed() {
			p.w.t.Errorf("%s: %v", p.name, err)
		}
	case <-time.After(20 * time.Second):
		p.w.t.Errorf("%s did not stop", p.name)
	}
}

// ends waits until the bot has stopped by itself, and returns the error of Run. If the bot has not stopped after 15
// seconds, ends returns an error that says so.
func (p *process) ends() error {
	defer close(p.done)
	select {
	case err := <-p.done:
		return err
	case <-time.After(15 * time.Second):
		return errors.New("the bot runs on")
	}
}

// kill cuts the process off at once, like SIGKILL: it closes all connections and allows no new ones.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = true
	for _, c := range p.conns {
		_ = c.Close()
	}
	if p.leases != nil {
		p.leases.Disconnect()
	}
}

func (p *process) killed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// cutOff disconnects the process from shard leases and stored gateway sessions, or reconnects it.
// The lease server notices a disconnection at once.
func (p *process) cutOff(off bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = off
	if off {
		p.leases.Disconnect()
	}
}

// isCutOff reports whether the process is killed or disconnected from shard leases and stored sessions.
func (p *process) isCutOff() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead || p.cut
}

func (p *process) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if p.killed() {
		return nil, errDead
	}
	c, err := p.w.discord.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns = append(p.conns, c)
	p.addresses[c.LocalAddr().String()] = true
	return c, nil
}

func (p *process) has(address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addresses[address]
}

func (p *process) awaitReady() {
	p.w.t.Helper()
	select {
	case <-p.bot.Ready():
	case err := <-p.done:
		close(p.done)
		p.w.t.Fatalf("%s ended: %v", p.name, err)
	case <-time.After(5 * time.Minute):
		p.w.t.Fatalf("%s is not ready", p.name)
	}
}

// cutSessions are stored gateway sessions whose saves fail while the process is cut off.
type cutSessions struct {
	gateway.Sessions
	of *process
}

func (m cutSessions) SaveSession(ctx context.Context, shard, total int, s store.Session) error {
	if m.of.isCutOff() {
		return errDead
	}
	return m.Sessions.SaveSession(ctx, shard, total, s)
}

// cutLeases are shard leases whose calls fail while the process is cut off.
type cutLeases struct {
	*storetest.Process
	of *process
}

func (m cutLeases) Poll(ctx context.Context, total int) (store.ShardLeases, error) {
	if m.of.isCutOff() {
		return store.ShardLeases{}, errDead
	}
	return m.Process.Poll(ctx, total)
}

func (m cutLeases) Acquire(ctx context.Context, total int, free store.FreeShard) (bool, error) {
	if m.of.isCutOff() {
		return false, errDead
	}
	return m.Process.Acquire(ctx, total, free)
}

func (m cutLeases) Release(ctx context.Context, total int, shards []int) error {
	if m.of.isCutOff() {
		return errDead
	}
	return m.Process.Release(ctx, total, shards)
}

func (m cutLeases) ReleaseAll(ctx context.Context) error {
	if m.of.isCutOff() {
		return errDead
	}
	return m.Process.ReleaseAll(ctx)
}

// inBubbleAlone runs a test in a synctest bubble, in a world in memory without a running bot.
func inBubbleAlone(t *testing.T, test func(t *testing.T, w *world), options ...discordtest.Option) {
	t.Helper()
	t.Parallel()
	bubbleAlone(t, test, options...)
}

func bubbleAlone(t *testing.T, test func(t *testing.T, w *world), options ...discordtest.Option) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(t, inhabited(t, inMemory, options...))
		synctest.Wait()
	})
}
