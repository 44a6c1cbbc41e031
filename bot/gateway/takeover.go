package gateway

import (
	"context"
	"slices"
	"time"

	"noughts/bot/store"
)

// takeoverDelay is how long to wait before acquiring a shard whose holder has lost its connection to the lease server.
// The holder may still be connected to Discord, and then runs the shard for up to a second (holdLimit) after its last
// poll. The rest of the delay is a reserve for stopping the shard and for clocks of different speed.
const takeoverDelay = 1500 * time.Millisecond

type freeSince struct {
	last string // identifies the last holder: see store.FreeShard
	time time.Time
}

// rebalance acquires and releases shards, so that this process has its fair share, and makes the
// Supervisor run the shards that the process holds.
func (h *leaseHolder) rebalance(ctx context.Context, p poll) {
	h.mu.Lock()
	outdated := p.changes != h.changes
	h.mu.Unlock()
	if outdated {
		return
	}
	fair := (p.Total + p.Processes - 1) / p.Processes
	held := h.acquire(ctx, p, fair)
	// If there are too many shards, keep those whose sessions are up and release others first.
	up := map[int]bool{}
	for _, w := range h.shards.all() {
		since, _ := w.reach()
		up[w.id] = !since.IsZero()
	}
	kept := slices.Clone(held)
	slices.SortStableFunc(kept, func(a, b int) int {
		switch {
		case up[a] == up[b]:
			return 0
		case up[a]:
			return -1
		}
		return 1
	})
	surplus := kept[min(fair, len(kept)):]
	kept = kept[:len(kept)-len(surplus)]
	h.shards.revoke(func(id int) bool { return !slices.Contains(held, id) })
	h.shards.keep(ctx, p.Total, kept, len(held) < fair && len(held)-len(p.Held) < len(p.Free))
	if len(surplus) > 0 { // these shards have stopped
		h.release(ctx, p.Total, surplus)
	}
}

// acquire acquires free shards until the process holds `fair` shards. It first takes back shards that this process
// still runs, whose leases it lost when its connection to the lease server ended. It returns all shards that the
// process then holds.
func (h *leaseHolder) acquire(ctx context.Context, p poll, fair int) []int {
	held := slices.Clone(p.Held)
	acquire := func(f store.FreeShard) {
		ctx, cancel := context.WithTimeout(ctx, saveLimit)
		defer cancel()
		acquired, err := h.leases.Acquire(ctx, p.Total, f)
		h.countChange()
		if err != nil {
			h.log.Warn("cannot acquire a shard", "shard", f.Shard, "err", err)
		}
		if acquired {
			held = append(held, f.Shard)
		}
	}
	running := map[int]bool{}
	for _, w := range h.shards.all() {
		running[w.id] = w.total == p.Total
	}
	var rest []store.FreeShard
	for _, f := range h.available(p) {
		if f.Ours && running[f.Shard] {
			acquire(f)
		} else {
			rest = append(rest, f)
		}
	}
	for _, f := range rest[:max(min(len(rest), fair-len(held)), 0)] {
		acquire(f)
	}
	slices.Sort(held)
	return held
}

func (h *leaseHolder) available(p poll) []store.FreeShard {
	now := time.Now()
	freed := map[int]freeSince{}
	var available []store.FreeShard
	for _, f := range p.Free {
		s := h.freed[f.Shard]
		if s.last != f.Last {
			s = freeSince{f.Last, now}
		}
		freed[f.Shard] = s
		if f.Last == "" || f.Ours || now.Sub(s.time) >= takeoverDelay {
			available = append(available, f)
		}
	}
	h.freed = freed
	return available
}

func (h *leaseHolder) release(ctx context.Context, total int, shards []int) {
	ctx, cancel := context.WithTimeout(ctx, saveLimit)
	defer cancel()
	err := h.leases.Release(ctx, total, shards)
	h.countChange()
	if err != nil {
		h.log.Warn("cannot hand over shards", "err", err)
		return
	}
	h.log.Info("handing over shards to another process", "shards", shards)
}

// countChange makes polls that began before this call count as outdated, because they may not show the change.
func (h *leaseHolder) countChange() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changes++
}
