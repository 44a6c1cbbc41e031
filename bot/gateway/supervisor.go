// Package gateway keeps the bot's gateway sessions alive. It has one connection for each shard, and
// resumes sessions if possible. It runs the shards of this process. The process may have all
// shards, or share them with other processes by leases.
package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An Observer counts events of the shards. Its methods return at once.
type Observer interface {
	Identified()
	Resumed()
}

// Options are the dependencies and settings of a Supervisor.
type Options struct {
	Token string // without the prefix "Bot "
	URL   string // where new sessions begin: see discordgo.GatewayBotResponse
	Dial  DialFunc
	Proxy ProxyFunc // nil for no proxy
	// Start is Discord's latest answer about how many sessions the bot may begin. Limits asks Discord again.
	Start  discordgo.SessionInformation
	Limits func(context.Context) (discordgo.GatewayBotResponse, error)
	// Sessions stores sessions for the next process. If nil, sessions end with this process.
	Sessions Sessions
	// Leases shares the shards (see Share) and the identify turns with other processes. If nil,
	// there are no other processes.
	Leases Leases
	// Interaction handles an interaction from a shard; it is Inbox.Receive. It must return at once and must not keep
	// `data`. `replayed` is set if Discord has sent it after a RESUME, so that it may be old. Interaction calls `done`
	// when Discord need not deliver the interaction again even if this process crashes.
	Interaction func(shard int, data []byte, arrived time.Time, replayed bool, done func())
	// ClockLead returns how far this machine's clock is ahead of the times in Discord's ids, or 0 if that is unknown.
	ClockLead func() time.Duration
	Observer  Observer
	Log       *slog.Logger
}

// A Supervisor runs the shards of a process. Make it with New, and call either Run or Share, once.
// The other methods may be called at any time.
type Supervisor struct {
	o      Options
	gate   *identifyGate
	lease  *leaseHolder // nil if the shards are not shared
	failed chan error   // gets the first FatalError

	mu      sync.Mutex
	total   int
	workers map[int]*worker // by shard
	known   chan struct{}   // closed when the process has got its first share of the shards
	waiting bool            // more shards are free that this process will acquire
}

type worker struct {
	*shard
	stop context.CancelFunc
	done chan struct{} // closed when the shard has stopped
}

// New returns a supervisor without shards.
func New(o Options) *Supervisor {
	return &Supervisor{
		o: o, gate: newIdentifyGate(o.Start, o.Limits, o.Leases, o.Log), failed: make(chan error, 1),
		workers: map[int]*worker{}, known: make(chan struct{}), waiting: true,
	}
}

// Run runs the shards with the numbers `ids`, out of `total` shards, until ctx ends or a FatalError occurs. Errors:
// FatalError.
func (s *Supervisor) Run(ctx context.Context, ids []int, total int) error {
	defer s.stopAll()
	s.keep(ctx, total, ids, false)
	select {
	case err := <-s.failed:
		return err
	case <-ctx.Done():
		return nil
	}
}

// Share runs this process's share of `total` shards, as the leases divide them, until ctx ends or a
// FatalError occurs. Errors: FatalError.
func (s *Supervisor) Share(ctx context.Context, total int) error {
	h := &leaseHolder{leases: s.o.Leases, shards: s, log: s.o.Log, polls: make(chan poll, 1), freed: map[int]freeSince{}}
	s.mu.Lock()
	s.lease = h
	s.mu.Unlock()
	return h.run(ctx, total)
}

// keep runs exactly the shards with the numbers `ids`, out of `total` shards. It stops all other shards, waits until
// they have ended, and starts missing ones. `more` says that more shards are free that the process will acquire.
func (s *Supervisor) keep(ctx context.Context, total int, ids []int, more bool) {
	s.stopUnless(func(w *worker) bool { return w.total == total && slices.Contains(ids, w.id) && !w.revoked.Load() })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total = total
	for _, id := range ids {
		if s.workers[id] == nil {
			s.workers[id] = s.launch(ctx, id)
		}
	}
	if s.waiting && !more {
		select {
		case <-s.known:
		default:
			close(s.known)
		}
	}
	s.waiting = more
}

// launch starts a shard. Callers hold s.mu.
func (s *Supervisor) launch(ctx context.Context, id int) *worker {
	ctx, stop := context.WithCancel(ctx)
	held := func() bool { return true }
	if s.lease != nil {
		held = s.lease.isHeld
	}
	w := &worker{
		shard: &shard{
			o: &s.o, gate: s.gate, held: held, id: id, total: s.total, log: s.o.Log.With("shard", id),
			moved: make(chan struct{}, 1), firstUp: make(chan struct{}),
		},
		stop: stop, done: make(chan struct{}),
	}
	go func() {
		defer close(w.done)
		defer stop()
		if err := w.run(ctx); err != nil {
			select {
			case s.failed <- err:
			default:
			}
		}
	}()
	return w
}

// revoke stops the shards for which `lost` returns true, because another process may have them. It does not wait until
// they have stopped.
func (s *Supervisor) revoke(lost func(id int) bool) {
	for _, w := range s.all() {
		if lost(w.id) {
			w.revoked.Store(true)
			w.stop()
		}
	}
}

func (s *Supervisor) stopAll() { s.stopUnless(func(*worker) bool { return false }) }

func (s *Supervisor) stopUnless(stays func(*worker) bool) {
	s.mu.Lock()
	var leaving []*worker
	for _, w := range s.workers {
		if !stays(w) {
			leaving = append(leaving, w)
			w.stop()
		}
	}
	s.mu.Unlock()
	for _, w := range leaving {
		<-w.done
		s.mu.Lock()
		delete(s.workers, w.id)
		s.mu.Unlock()
	}
}

func (s *Supervisor) all() []*worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.workers), func(a, b *worker) int { return cmp.Compare(a.id, b.id) })
}

// AwaitUp waits until this process has its first share of the shards, and each of these shards has been up or has
// stopped. Errors: those of ctx.
func (s *Supervisor) AwaitUp(ctx context.Context) error {
	select {
	case <-s.known:
	case <-ctx.Done():
		return ctx.Err()
	}
	for _, w := range s.all() {
		select {
		case <-w.firstUp:
		case <-w.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Spare reports whether this process has no shards because other processes have them all. It then waits to take over.
func (s *Supervisor) Spare() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lease != nil && !s.waiting && len(s.workers) == 0 && s.lease.isHeld()
}

// HeardWithin is how long a session may be silent and still count as up. It is more than two heartbeats.
const HeardWithin = 90 * time.Second

// States has the number of shards in each state.
type States struct {
	Up     int // the session is up, and Discord has sent a message in the last 90 seconds (HeardWithin)
	Silent int // the session is up, but Discord has been silent for longer
	Down   int
}

// States returns the states of this process's shards.
func (s *Supervisor) States() States {
	var states States
	now := time.Now()
	for _, w := range s.all() {
		switch up, heard := w.reach(); {
		case up.IsZero():
			states.Down++
		case now.Sub(heard) >= HeardWithin:
			states.Silent++
		default:
			states.Up++
		}
	}
	return states
}

// Reach reports whether this process receives a guild's interactions now. `since` is the time from which it has received
// them without a gap. `heard` is the time of Discord's last message: if that is older than staleAfter, Reach asks for one.
//
// Only the process that runs a guild's shard may end matches in the guild by the clock: no other process knows whether
// members tried to move. If no process runs the shard, members cannot move, and no clock ends a match. When a process
// runs the shard again, clocks that ran out in the meantime start again.
func (s *Supervisor) Reach(guild string) (since, heard time.Time, now bool) {
	number, _ := strconv.ParseUint(guild, 10, 64) // interactions outside guilds ("") come through shard 0
	s.mu.Lock()
	w := s.workers[int(number>>22%uint64(max(s.total, 1)))] // Discord computes the shard of a guild in this way
	s.mu.Unlock()
	if w == nil || w.revoked.Load() {
		return time.Time{}, time.Time{}, false
	}
	up, heard := w.reach()
	if time.Since(heard) > staleAfter {
		w.askForSign()
	}
	return up, heard, !up.IsZero() && time.Since(heard) < HeardWithin
}

// staleAfter is how old Discord's last message may be before Reach asks for a sign of life, and the least time between
// two such heartbeats. Discord allows two messages a second.
const staleAfter = time.Second

// askForSign sends a heartbeat, which Discord acknowledges at once, unless one was sent just now.
func (s *shard) askForSign() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.up.IsZero() || time.Since(s.signAsked) < staleAfter {
		return
	}
	s.signAsked = time.Now()
	signal(s.conn.asked)
}

// reach returns the time when the session came up, and the time of Discord's last message. Both are
// zero if the session is not up.
func (s *shard) reach() (up, heard time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.up.IsZero() {
		return time.Time{}, time.Time{}
	}
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	return s.up, s.conn.heard
}
