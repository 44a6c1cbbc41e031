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

// Leases share a bot's shards among processes; each process has Leases of its own. A process holds
// its shards by one connection to the server that keeps the leases: when that connection ends,
// everything it held is free, whether the process has died or was only cut off. The methods are
// safe for concurrent use.
type Leases interface {
	// Poll returns who holds which shard now. A process that polls is one of those that
	// share, until ReleaseAll or until its connection ends; the next Poll makes another
	// connection. total is how many shards the bot should have; while other processes
	// count otherwise, theirs is the number.
	Poll(ctx context.Context, total int) (store.ShardLeases, error)
	// Acquire acquires a shard that Poll has found free. It returns false when somebody
	// else has acquired it since.
	Acquire(ctx context.Context, total int, free store.FreeShard) (bool, error)
	// Release gives up some shards, which others may acquire at once.
	Release(ctx context.Context, total int, shards []int) error
	// ReleaseAll gives up everything.
	ReleaseAll(ctx context.Context) error

	identifyTurns
}

const (
	// pollPace is how often a process polls: so soon it knows that it has lost its
	// shards, or that others are free.
	pollPace = 250 * time.Millisecond
	// pollLimit is how long one poll may take.
	pollLimit = 5 * time.Second
	// holdLimit is how long a process runs its shards after the beginning of the last
	// poll that found it holding them. Its own clock says so, whatever else the process
	// waits for.
	holdLimit = time.Second
)

// A leaseHolder has a supervisor run the shards that the process holds: those and
// no others.
type leaseHolder struct {
	leases Leases
	shards *Supervisor
	log    *slog.Logger
	polls  chan poll         // holds the newest
	freed  map[int]freeSince // shards that were lost by their holders; of the goroutine of run

	mu      sync.Mutex
	until   time.Time   // when another process may have our shards
	expiry  *time.Timer // goes off then
	changes int         // of what we hold, by Acquire and Release
}

// A poll is what Leases.Poll has found, after so many changes.
type poll struct {
	store.ShardLeases
	changes int
}

func newLeaseHolder(s *Supervisor) *leaseHolder {
	return &leaseHolder{leases: s.o.Leases, shards: s, log: s.o.Log, polls: make(chan poll, 1), freed: map[int]freeSince{}}
}

// run shares the bot's shards with other processes until ctx ends or Discord
// wants no more. Errors: FatalError.
func (h *leaseHolder) run(ctx context.Context, total int) error {
	polling, stop := context.WithCancel(context.WithoutCancel(ctx))
	var poller sync.WaitGroup
	poller.Go(func() { h.pollAlways(polling, total) })
	defer h.releaseAll()
	defer poller.Wait()
	defer stop()
	defer h.shards.stopAll() // while the shards are still held
	for {
		select {
		case p := <-h.polls:
			h.rebalance(ctx, p)
		case err := <-h.shards.failed:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

// pollAlways polls again and again until ctx ends. It does nothing else, so that
// nothing can delay it.
func (h *leaseHolder) pollAlways(ctx context.Context, total int) {
	failing := false
	for {
		begun := time.Now()
		h.mu.Lock()
		p := poll{changes: h.changes}
		h.mu.Unlock()
		limited, cancel := context.WithTimeout(ctx, pollLimit)
		var err error
		p.ShardLeases, err = h.leases.Poll(limited, total)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			total = p.Total
			h.confirm(p, begun)
			select {
			case <-h.polls: // an older one
			default:
			}
			h.polls <- p
		case !failing:
			h.log.Warn("cannot renew the shard leases", "err", err)
		}
		if failing && err == nil {
			h.log.Info("shard leases renewed again")
		}
		failing = err != nil
		if backoff.Sleep(ctx, pollPace) != nil {
			return
		}
	}
}

// confirm notes until when the shards are ours for sure, if a poll that began at a
// time has found that we hold all that run.
func (h *leaseHolder) confirm(p poll, begun time.Time) {
	for _, w := range h.shards.all() {
		if !w.revoked.Load() && !slices.Contains(p.Held, w.id) {
			return
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.until = begun.Add(holdLimit)
	if h.expiry != nil {
		h.expiry.Reset(time.Until(h.until))
		return
	}
	h.expiry = time.AfterFunc(time.Until(h.until), func() {
		if !h.held() { // they could not be confirmed in time
			h.shards.revoke(func(int) bool { return true })
		}
	})
}

// held says whether no other process can have our shards.
func (h *leaseHolder) held() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Before(h.until)
}

// releaseAll gives everything up, so that others can acquire it at once.
func (h *leaseHolder) releaseAll() {
	h.mu.Lock()
	if h.expiry != nil {
		h.expiry.Stop()
	}
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), saveLimit)
	defer cancel()
	if err := h.leases.ReleaseAll(ctx); err != nil {
		h.log.Warn("cannot release the shard leases", "err", err)
	}
}
