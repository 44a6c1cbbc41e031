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

// Leases divides the bot's shards among processes. Each process has its own Leases, with one connection to the server
// that keeps the leases. When that connection ends, because the process died or was cut off, all leases of the process
// become free. The methods are safe for concurrent use.
type Leases interface {
	// Poll returns which shards this process holds and which are free. By polling, the process becomes one of those
	// that share the shards. It stays one until ReleaseAll or the end of its connection; the next Poll opens a new
	// connection. `total` is the wanted number of shards. While other processes use another number, Poll returns that
	// number.
	Poll(ctx context.Context, total int) (store.ShardLeases, error)
	// Acquire acquires a shard that Poll has reported as free. It returns false if another process was faster.
	Acquire(ctx context.Context, total int, free store.FreeShard) (bool, error)
	// Release gives up some shards. Other processes may acquire them at once.
	Release(ctx context.Context, total int, shards []int) error
	// ReleaseAll gives up all shards of the process.
	ReleaseAll(ctx context.Context) error

	Turns
}

const (
	// pollPace is how often a process polls, to notice lost and free shards.
	pollPace  = 250 * time.Millisecond
	pollLimit = 5 * time.Second
	// holdLimit is how long a process may run its shards after a poll that confirmed that it holds them. The time
	// counts from the start of that poll, by the process's own clock.
	holdLimit = time.Second
)

// A leaseHolder makes a Supervisor run exactly the shards whose leases the process holds.
type leaseHolder struct {
	leases Leases
	shards *Supervisor
	log    *slog.Logger
	polls  chan poll         // holds the newest poll
	freed  map[int]freeSince // when free shards were first seen to be free; used only by run's goroutine

	mu      sync.Mutex
	until   time.Time   // before this time no other process can run our shards
	expiry  *time.Timer // fires at the time `until`
	changes int         // number of calls of Acquire and Release
}

// A poll is a result of Leases.Poll, with the value of leaseHolder.changes before that call.
type poll struct {
	store.ShardLeases
	changes int
}

func (h *leaseHolder) run(ctx context.Context, total int) error {
	polling, stop := context.WithCancel(context.WithoutCancel(ctx))
	var poller sync.WaitGroup
	poller.Go(func() { h.pollAlways(polling, total) })
	defer h.releaseAll()
	defer poller.Wait()
	defer stop()
	defer h.shards.stopAll() // stop the shards while the process still holds them
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
			case <-h.polls: // drop an older poll
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

// confirm extends h.until, the time until which no other process can have our shards. It does so only if the poll shows
// that this process holds all shards that it runs. `begun` is when the poll began.
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
		if !h.isHeld() { // no poll has extended the time
			h.shards.revoke(func(int) bool { return true })
		}
	})
}

// isHeld reports whether no other process can have our shards now.
func (h *leaseHolder) isHeld() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Before(h.until)
}

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
