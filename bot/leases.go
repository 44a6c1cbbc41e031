package bot

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"noughts/bot/store"
)

// Leases share a bot's shards among processes: a shard is its owner's until the
// lease ends, and an owner has many shards on one lease. All times are those of
// whoever keeps the leases; the owners' clocks do not matter. All methods are
// safe for concurrent use by many processes.
type Leases interface {
	// Claim takes owner into the bot's processes, or renews what it has there, for
	// life from now. It takes shards that nobody has, up to a fair share. It never
	// takes shards away from an owner who has too many: that one is to Release some.
	// total is how many shards the bot should have; while other processes count
	// otherwise, theirs is the number.
	Claim(ctx context.Context, owner string, total int, life time.Duration) (store.Share, error)
	// Release gives up some of the owner's shards.
	Release(ctx context.Context, owner string, shards []int) error
	// Leave gives up everything: the owner is no longer one of the processes.
	Leave(ctx context.Context, owner string) error

	identifyTurns
}

const (
	// leaseLife is how long a lease lasts: a process that is cut off is replaced
	// within it and a leasePace. Of one that dies the database knows earlier.
	leaseLife = 10 * time.Second
	// leasePace is how often a lease is renewed, and looked for shards that have
	// become free: members wait three seconds, in which a shard must be handed over.
	leasePace = 500 * time.Millisecond
	// leaseGuard is how long before the lease can have ended a process gives up
	// its shards if it could not renew. It covers the stop and what the clocks of
	// two machines may differ in ten seconds.
	leaseGuard = 2 * time.Second
)

// A tenant keeps a process's lease and has its fleet run the shards that the
// process owns.
type tenant struct {
	leases Leases
	owner  string
	fleet  *fleet
	log    *slog.Logger

	mu    sync.Mutex
	until time.Time   // when our lease may have ended, less leaseGuard; by our own clock
	alarm *time.Timer // rings then
}

// run shares the bot's shards with other processes until ctx ends or Discord
// wants no more. Errors: FatalError.
func (t *tenant) run(ctx context.Context, total int) error {
	defer t.leave()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		total = t.renew(ctx, total)
		pause := time.NewTimer(leasePace)
		select {
		case err := <-t.fleet.failed:
			pause.Stop()
			return err
		case <-ctx.Done():
			pause.Stop()
			return nil
		case <-pause.C:
		}
	}
}

// renew renews the lease once and has the fleet follow. It returns how many
// shards the bot has.
func (t *tenant) renew(ctx context.Context, total int) int {
	begun := time.Now()
	limit, cancel := context.WithTimeout(ctx, leaseLife/3)
	defer cancel()
	share, err := t.leases.Claim(limit, t.owner, total, leaseLife)
	if err != nil {
		t.failed(ctx, err)
		return total
	}
	if t.lapsed() {
		t.fleet.stopAll() // what the alarm has not stopped yet
	}
	t.extend(begun.Add(leaseLife - leaseGuard))
	kept, surplus := t.divide(share)
	t.fleet.disown(func(s *shard) bool { return !slices.Contains(share.Owned, s.id) })
	t.fleet.keep(ctx, share.Total, kept)
	if len(surplus) > 0 {
		t.release(ctx, surplus)
	}
	return share.Total
}

// extend notes until when the shards are ours for sure. Whatever else the process
// is waiting for then, they are given up.
func (t *tenant) extend(until time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.until = until
	if t.alarm == nil {
		t.alarm = time.AfterFunc(time.Until(until), t.fleet.recall)
		return
	}
	t.alarm.Reset(time.Until(until))
}

// failed gives up the shards when the lease may end before it can be renewed.
func (t *tenant) failed(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	t.log.Warn("the lease of the shards cannot be renewed", "err", err)
	if t.lapsed() {
		t.fleet.stopAll()
	}
}

// lapsed says whether the lease may have ended.
func (t *tenant) lapsed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !time.Now().Before(t.until)
}

// divide returns which of the owned shards to keep and which are for others:
// rather those whose sessions are not up yet.
func (t *tenant) divide(share store.Share) (kept, surplus []int) {
	var waiting []int
	up := map[int]bool{}
	now := time.Now()
	for _, c := range t.fleet.running() {
		_, up[c.id] = c.silentFor(now)
	}
	for _, id := range share.Owned {
		if up[id] {
			kept = append(kept, id)
		} else {
			waiting = append(waiting, id)
		}
	}
	kept = append(kept, waiting...)
	n := min(share.Fair, len(kept))
	surplus = kept[n:]
	kept = kept[:n:n]
	slices.Sort(kept)
	return kept, surplus
}

// release gives shards up that have stopped.
func (t *tenant) release(ctx context.Context, shards []int) {
	ctx, cancel := context.WithTimeout(ctx, saveLimit)
	defer cancel()
	if err := t.leases.Release(ctx, t.owner, shards); err != nil {
		t.log.Warn("shards could not be handed over", "err", err)
		return
	}
	t.log.Info("shards are handed over to another process", "shards", shards)
}

// leave hands everything over at once.
func (t *tenant) leave() {
	t.fleet.stopAll()
	t.mu.Lock()
	if t.alarm != nil {
		t.alarm.Stop()
	}
	t.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), saveLimit)
	defer cancel()
	if err := t.leases.Leave(ctx, t.owner); err != nil {
		t.log.Warn("the lease could not be given up", "err", err)
	}
}
