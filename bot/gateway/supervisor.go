// Package gateway keeps a bot's sessions on Discord's gateway alive: one client
// connection for each shard, which is resumed where that is possible, and the
// shards that this process runs, alone or with other processes that share them.
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

// An Observer counts what shards do. Its methods return at once.
type Observer interface {
	Identified()
	Resumed()
}

// Options are what the shards of a process need.
type Options struct {
	Token string // without "Bot " before it
	URL   string // where sessions begin: see discordgo.GatewayBotResponse
	Dial  DialFunc
	Proxy ProxyFunc // nil: none
	// Start is what Discord has just said about identifies, Limits asks again.
	Start  discordgo.SessionInformation
	Limits func(context.Context) (discordgo.GatewayBotResponse, error)
	// Sessions keep sessions for the next process. Nil: they end with this one.
	Sessions Sessions
	// Leases share the shards with other processes, in Share, and the turns to
	// identify. Nil: there are no others.
	Leases Leases
	// Interaction handles an interaction from a shard, returns at once and keeps nothing of the data. live is
	// false for a replay after a RESUME: it may have been made long ago. done must be called as soon as it needs
	// no second delivery, even if this process ended.
	Interaction func(shard int, data []byte, arrived time.Time, live bool, done func())
	// ClockLead returns how far this machine's clock is ahead of the times in
	// Discord's ids, 0 while nobody knows.
	ClockLead func() time.Duration
	Observer  Observer
	Log       *slog.Logger
}

// A Supervisor runs the shards of a process. New makes it; then Run or Share is
// called, once. The other methods may be called at any time.
type Supervisor struct {
	o      Options
	gate   *identifyGate
	lease  *leaseHolder // nil when the shards are not shared
	failed chan error   // gets the first FatalError

	mu      sync.Mutex
	total   int
	workers map[int]*worker // by shard
	known   chan struct{}   // closed when it is known which shards come first
	waiting bool            // there are more to come, which another process may still have
}

// A worker is a shard that runs.
type worker struct {
	*shard
	stop context.CancelFunc
	done chan struct{} // closed when it has stopped
}

// New returns a supervisor without shards.
func New(o Options) *Supervisor {
	var turns identifyTurns
	if o.Leases != nil {
		turns = o.Leases
	}
	return &Supervisor{
		o: o, gate: newIdentifyGate(o.Start, o.Limits, turns, o.Log), failed: make(chan error, 1),
		workers: map[int]*worker{}, known: make(chan struct{}), waiting: true,
	}
}

// Run runs the shards of ids, of total, until ctx ends or Discord wants no more.
// Errors: FatalError.
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

// Share runs this process's part of total shards, by the leases, until ctx ends or
// Discord wants no more. Errors: FatalError.
func (s *Supervisor) Share(ctx context.Context, total int) error {
	h := newLeaseHolder(s)
	s.mu.Lock()
	s.lease = h
	s.mu.Unlock()
	return h.run(ctx, total)
}

// keep makes the shards that run those of ids, of total: it stops others, waits
// for them, and starts what is missing. more says that the process is to get more.
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
		held = s.lease.held
	}
	w := &worker{shard: newShard(&s.o, s.gate, held, id, s.total), stop: stop, done: make(chan struct{})}
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

// revoke stops the shards that another process may have, and does not wait for
// them.
func (s *Supervisor) revoke(lost func(id int) bool) {
	for _, w := range s.all() {
		if lost(w.id) {
			w.revoked.Store(true)
			w.stop()
		}
	}
}

func (s *Supervisor) stopAll() { s.stopUnless(func(*worker) bool { return false }) }

// stopUnless stops the shards that are not to stay, all at once, and waits for
// them.
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

// all returns the workers, by shard.
func (s *Supervisor) all() []*worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.workers), func(a, b *worker) int { return cmp.Compare(a.id, b.id) })
}

// AwaitUp returns when the first shards have all been up once, or are this
// process's no more. Errors: ctx's.
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

// Spare says whether the process has been left no shard, because others have
// them all: it waits to take over.
func (s *Supervisor) Spare() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lease != nil && !s.waiting && len(s.workers) == 0 && s.lease.held()
}

// HeardWithin is how recently Discord must have been heard for a session to count
// as up: more than two heartbeats.
const HeardWithin = 90 * time.Second

// States counts shards by their state.
type States struct {
	Up     int // the session is up, and Discord was heard lately
	Silent int // up, but nothing was heard for HeardWithin
	Down   int
}

// States counts the shards of this process.
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

// Reach says since when what the members of a guild do comes to this process
// without a gap, and false when it does not come now.
//
// Only the process that runs a shard ends matches in its guilds when their time is
// over: no other process knows whether members tried to move. When nobody runs the
// shard, because its process has just died or because no list of SHARDS has it, members
// cannot move and no clock ends their matches. When a process runs the shard again,
// clocks that ran out before begin anew.
func (s *Supervisor) Reach(guild string) (since time.Time, now bool) {
	number, _ := strconv.ParseUint(guild, 10, 64) // what happens outside guilds, "", comes by shard 0
	s.mu.Lock()
	w := s.workers[int(number>>22%uint64(max(s.total, 1)))] // Discord's rule
	s.mu.Unlock()
	if w == nil || w.revoked.Load() {
		return time.Time{}, false
	}
	up, heard := w.reach()
	return up, !up.IsZero() && time.Since(heard) < HeardWithin
}

// reach returns since when the session is up, the zero time when it is not, and
// when Discord was last heard.
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
