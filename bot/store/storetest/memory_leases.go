package storetest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"noughts/bot/store"
)

// MemoryLeases share a bot's gateway shards among bots in one process, for tests:
// they do what the leases in PostgreSQL do, by this process's clock, which
// testing/synctest can replace. Make them with NewMemoryLeases.
type MemoryLeases struct {
	mu        sync.Mutex
	processes map[string]memoryProcess
	owners    map[int]string // of shards
	turns     map[int]time.Time
}

type memoryProcess struct {
	total int
	ends  time.Time
}

// NewMemoryLeases returns leases that nobody has.
func NewMemoryLeases() *MemoryLeases {
	return &MemoryLeases{
		processes: map[string]memoryProcess{}, owners: map[int]string{}, turns: map[int]time.Time{},
	}
}

// Claim does as the leases of package database do.
func (l *MemoryLeases) Claim(_ context.Context, owner string, total int, life time.Duration) (store.Share, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for name, p := range l.processes {
		if !now.Before(p.ends) {
			l.remove(name)
		} else if name != owner {
			total = p.total
		}
	}
	if own, ok := l.processes[owner]; ok && own.total != total {
		l.remove(owner)
	}
	l.processes[owner] = memoryProcess{total, now.Add(life)}
	share := store.Share{Total: total, Fair: (total + len(l.processes) - 1) / len(l.processes), Owned: l.owned(owner)}
	for shard := 0; shard < total && len(share.Owned) < share.Fair; shard++ {
		if l.owners[shard] == "" {
			l.owners[shard] = owner
			share.Owned = append(share.Owned, shard)
		}
	}
	slices.Sort(share.Owned)
	return share, nil
}

func (l *MemoryLeases) owned(owner string) []int {
	var shards []int
	for shard, of := range l.owners {
		if of == owner {
			shards = append(shards, shard)
		}
	}
	slices.SortFunc(shards, cmp.Compare)
	return shards
}

func (l *MemoryLeases) remove(owner string) {
	delete(l.processes, owner)
	for _, shard := range l.owned(owner) {
		delete(l.owners, shard)
	}
}

// Release gives up some of the owner's shards.
func (l *MemoryLeases) Release(_ context.Context, owner string, shards []int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, shard := range shards {
		if l.owners[shard] == owner {
			delete(l.owners, shard)
		}
	}
	return nil
}

// Leave gives up everything.
func (l *MemoryLeases) Leave(_ context.Context, owner string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(owner)
	return nil
}

// TakeTurn takes the turn of a bucket until EndTurn, but for no longer than hold.
func (l *MemoryLeases) TakeTurn(_ context.Context, bucket int, hold time.Duration) (wait time.Duration, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if wait = l.turns[bucket].Sub(now); wait > 0 {
		return wait, nil
	}
	l.turns[bucket] = now.Add(hold)
	return 0, nil
}

// EndTurn gives a turn back.
func (l *MemoryLeases) EndTurn(_ context.Context, bucket int, pause time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turns[bucket] = time.Now().Add(pause)
	return nil
}
