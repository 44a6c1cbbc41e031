package gateway

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/store"
)

// Leases share a bot's shards among processes, each of which has Leases of its
// own. A process holds its shards by one connection to whoever keeps the leases:
// when that connection ends, everything it held is free, whether the process has
// died or was only cut off. The methods are safe for concurrent use.
type Leases interface {
	// Look returns who holds which shard now. Whoever looks is one of the processes,
	// until Leave or until its connection ends; the next Look makes another
	// connection. total is how many shards the bot should have; while other processes
	// count otherwise, theirs is the number.
	Look(ctx context.Context, total int) (store.ShardLeases, error)
	// Take takes a shard that Look has found free. False when somebody else has taken
	// it since.
	Take(ctx context.Context, total int, free store.FreeShard) (bool, error)
	// Release gives up some shards, which others may take at once.
	Release(ctx context.Context, total int, shards []int) error
	// Leave gives up everything.
	Leave(ctx context.Context) error

	identifyTurns
}

const (
	// lookPace is how often a process looks: so soon it knows that it has lost its
	// shards, or that others are free.
	lookPace = 250 * time.Millisecond
	// lookLimit is how long one look may take.
	lookLimit = 5 * time.Second
	// holdLimit is how long after the beginning of the last look that found it holding
	// its shards a process runs them. Its own clock says so, whatever else the process
	// waits for.
	holdLimit = time.Second
	// grace is how long a shard is left alone whose holder has lost its connection
	// without giving the shard up: such a process may run, cut off, until its holdLimit
	// is over. What is more than that is for the stop, and for clocks that do not run
	// alike.
	grace = 1500 * time.Millisecond
)

// A leaseHolder has a supervisor run the shards that the process holds: those and
// no others.
type leaseHolder struct {
	leases Leases
	shards *Supervisor
	log    *slog.Logger
	views  chan view        // the newest, for who has time
	seen   map[int]sighting // of shards that were lost by their holders; run's only

	mu      sync.Mutex
	until   time.Time   // when another process may have our shards
	alarm   *time.Timer // rings then
	changes int         // of what we hold, by Take and Release
}

// A view is what a look has found, after so many changes.
type view struct {
	store.ShardLeases
	changes int
}

// A sighting is since when a shard is known to be free after it was held.
type sighting struct {
	last  string
	since time.Time
}

func newLeaseHolder(s *Supervisor) *leaseHolder {
	return &leaseHolder{leases: s.o.Leases, shards: s, log: s.o.Log, views: make(chan view, 1), seen: map[int]sighting{}}
}

// run shares the bot's shards with other processes until ctx ends or Discord
// wants no more. Errors: FatalError.
func (h *leaseHolder) run(ctx context.Context, total int) error {
	looking, stop := context.WithCancel(context.WithoutCancel(ctx))
	var watcher sync.WaitGroup
	watcher.Go(func() { h.watch(looking, total) })
	defer h.leave()
	defer watcher.Wait()
	defer stop()
	defer h.shards.stopAll() // while the shards are still held
	for {
		select {
		case v := <-h.views:
			h.follow(ctx, v)
		case err := <-h.shards.failed:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

// watch looks again and again until ctx ends. It does nothing else, so that
// nothing can delay it.
func (h *leaseHolder) watch(ctx context.Context, total int) {
	failing := false
	for {
		begun := time.Now()
		h.mu.Lock()
		v := view{changes: h.changes}
		h.mu.Unlock()
		limited, cancel := context.WithTimeout(ctx, lookLimit)
		var err error
		v.ShardLeases, err = h.leases.Look(limited, total)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			total = v.Total
			h.confirm(v, begun)
			select {
			case <-h.views: // an older one
			default:
			}
			h.views <- v
		case !failing:
			h.log.Warn("the lease of the shards cannot be confirmed", "err", err)
		}
		if failing && err == nil {
			h.log.Info("the lease of the shards is confirmed again")
		}
		failing = err != nil
		if backoff.Sleep(ctx, lookPace) != nil {
			return
		}
	}
}

// confirm notes until when the shards are ours for sure, if a look that began at a
// time has found that we hold all that run.
func (h *leaseHolder) confirm(v view, begun time.Time) {
	for _, w := range h.shards.all() {
		if !w.lost.Load() && !slices.Contains(v.Held, w.id) {
			return
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.until = begun.Add(holdLimit)
	if h.alarm == nil {
		h.alarm = time.AfterFunc(time.Until(h.until), func() {
			if !h.held() { // they could not be confirmed in time
				h.shards.lose(func(int) bool { return true })
			}
		})
		return
	}
	h.alarm.Reset(time.Until(h.until))
}

// held says whether no other process can have our shards.
func (h *leaseHolder) held() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Before(h.until)
}

// follow makes the shards that run those that the process holds and may keep.
func (h *leaseHolder) follow(ctx context.Context, v view) {
	h.mu.Lock()
	old := v.changes != h.changes
	h.mu.Unlock()
	if old {
		return
	}
	fair := (v.Total + v.Processes - 1) / v.Processes
	held := h.take(ctx, v, fair)
	kept, surplus := h.divide(held, fair)
	h.shards.lose(func(id int) bool { return !slices.Contains(held, id) })
	h.shards.keep(ctx, v.Total, kept, len(held) < fair && len(held)-len(v.Held) < len(v.Free))
	if len(surplus) > 0 {
		h.release(ctx, v.Total, surplus)
	}
}

// take takes free shards, up to a fair share, and returns all that the process
// holds then. First come those that run here: they were lost with a connection.
func (h *leaseHolder) take(ctx context.Context, v view, fair int) []int {
	held := slices.Clone(v.Held)
	take := func(f store.FreeShard) {
		ctx, cancel := context.WithTimeout(ctx, saveLimit)
		defer cancel()
		taken, err := h.leases.Take(ctx, v.Total, f)
		h.changed()
		if err != nil {
			h.log.Warn("a shard cannot be taken", "shard", f.Shard, "err", err)
		}
		if taken {
			held = append(held, f.Shard)
		}
	}
	running := map[int]bool{}
	for _, w := range h.shards.all() {
		running[w.id] = w.total == v.Total
	}
	var rest []store.FreeShard
	for _, f := range h.free(v) {
		if f.Ours && running[f.Shard] {
			take(f)
		} else {
			rest = append(rest, f)
		}
	}
	for _, f := range rest[:max(min(len(rest), fair-len(held)), 0)] {
		take(f)
	}
	slices.Sort(held)
	return held
}

// free returns the free shards that nobody can be running any more.
func (h *leaseHolder) free(v view) []store.FreeShard {
	now := time.Now()
	seen := map[int]sighting{}
	var free []store.FreeShard
	for _, f := range v.Free {
		s := h.seen[f.Shard]
		if s.last != f.Last {
			s = sighting{f.Last, now}
		}
		seen[f.Shard] = s
		if f.Last == "" || f.Ours || now.Sub(s.since) >= grace {
			free = append(free, f)
		}
	}
	h.seen = seen
	return free
}

// divide returns which of the shards to keep and which are for others: rather
// those whose sessions are not up yet.
func (h *leaseHolder) divide(held []int, fair int) (kept, surplus []int) {
	up := map[int]bool{}
	for _, w := range h.shards.all() {
		since, _ := w.reach()
		up[w.id] = !since.IsZero()
	}
	for _, id := range held {
		if up[id] {
			kept = append(kept, id)
		} else {
			surplus = append(surplus, id)
		}
	}
	ordered, n := append(kept, surplus...), min(fair, len(held))
	return ordered[:n:n], ordered[n:]
}

// release gives up shards that have stopped.
func (h *leaseHolder) release(ctx context.Context, total int, shards []int) {
	ctx, cancel := context.WithTimeout(ctx, saveLimit)
	defer cancel()
	err := h.leases.Release(ctx, total, shards)
	h.changed()
	if err != nil {
		h.log.Warn("shards could not be handed over", "err", err)
		return
	}
	h.log.Info("shards are handed over to another process", "shards", shards)
}

// changed makes that views of before are not followed.
func (h *leaseHolder) changed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changes++
}

// leave hands everything over at once.
func (h *leaseHolder) leave() {
	h.mu.Lock()
	if h.alarm != nil {
		h.alarm.Stop()
	}
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), saveLimit)
	defer cancel()
	if err := h.leases.Leave(ctx); err != nil {
		h.log.Warn("the lease could not be given up", "err", err)
	}
}
