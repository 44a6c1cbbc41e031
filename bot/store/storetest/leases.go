// Package storetest has leases of gateway shards in memory, for tests of several processes.
package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"noughts/bot/store"
)

// MemoryLeases share a bot's gateway shards among several processes, for tests that imitate these processes in one.
// They do the same as database.Leases, but by this process's clock, which testing/synctest can replace. Make them with
// NewMemoryLeases.
type MemoryLeases struct {
	mu        sync.Mutex
	processes map[*Process]int       // the bot's number of shards, by connected process
	holders   map[[2]int]*Process    // by total and shard
	last      map[[2]int]lastHolding // by total and shard: see store.FreeShard
	turns     map[int]time.Time
}

type lastHolding struct {
	by    *Process // nil if the process has released the shard
	taken int
}

// NewMemoryLeases returns MemoryLeases in which no process holds a shard.
func NewMemoryLeases() *MemoryLeases {
	return &MemoryLeases{
		processes: map[*Process]int{}, holders: map[[2]int]*Process{}, last: map[[2]int]lastHolding{}, turns: map[int]time.Time{},
	}
}

// A Process is one of the bot's processes, as a test imitates it.
type Process struct{ of *MemoryLeases }

// Process adds a process. Poll connects it.
func (l *MemoryLeases) Process() *Process { return &Process{l} }

// Disconnect ends the process's connection, as the death of the process does. Poll connects the process again.
func (p *Process) Disconnect() {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	delete(p.of.processes, p)
	maps.DeleteFunc(p.of.holders, func(_ [2]int, holder *Process) bool { return holder == p })
}

// Poll does the same as database.Leases.Poll. The methods below, too, do the same as those of database.Leases with the
// same names.
func (p *Process) Poll(_ context.Context, total int) (store.ShardLeases, error) {
	l := p.of
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, joined := l.processes[p]; !joined {
		for _, others := range l.processes {
			total = others
		}
		l.processes[p] = total
	}
	leases := store.ShardLeases{Total: l.processes[p], Processes: len(l.processes)}
	for shard := range leases.Total {
		at := [2]int{leases.Total, shard}
		switch holder := l.holders[at]; holder {
		case p:
			leases.Held = append(leases.Held, shard)
		case nil:
			leases.Free = append(leases.Free, store.FreeShard{Shard: shard, Last: l.last[at].String(), Ours: l.last[at].by == p})
		}
	}
	return leases, nil
}

// String identifies a period in which a process held a shard, for FreeShard.Last. It returns "" if the shard was
// released or never held.
func (h lastHolding) String() string {
	if h.by == nil {
		return ""
	}
	return fmt.Sprintf("%p %d", h.by, h.taken)
}

// Acquire acquires a shard.
func (p *Process) Acquire(_ context.Context, total int, free store.FreeShard) (bool, error) {
	l := p.of
	l.mu.Lock()
	defer l.mu.Unlock()
	at := [2]int{total, free.Shard}
	if _, joined := l.processes[p]; !joined || l.holders[at] != nil || l.last[at].String() != free.Last {
		return false, nil
	}
	l.holders[at] = p
	l.last[at] = lastHolding{p, l.last[at].taken + 1}
	return true, nil
}

// Release releases some shards.
func (p *Process) Release(_ context.Context, total int, shards []int) error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.release(func(at [2]int) bool { return at[0] == total && slices.Contains(shards, at[1]) })
	return nil
}

// ReleaseAll releases all shards of the process and disconnects it.
func (p *Process) ReleaseAll(context.Context) error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.release(func([2]int) bool { return true })
	delete(p.of.processes, p)
	return nil
}

// release releases the shards for which `these` returns true. Callers hold the mutex.
func (p *Process) release(these func(at [2]int) bool) {
	for at, last := range p.of.last {
		if last.by == p && these(at) {
			p.of.last[at] = lastHolding{nil, last.taken}
			delete(p.of.holders, at)
		}
	}
}

// AcquireTurn acquires the turn of a bucket: see package database's Leases.
func (p *Process) AcquireTurn(_ context.Context, bucket int, hold time.Duration) (wait time.Duration, err error) {
	l := p.of
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if wait = l.turns[bucket].Sub(now); wait > 0 {
		return wait, nil
	}
	l.turns[bucket] = now.Add(hold)
	return 0, nil
}

// ReleaseTurn releases a turn.
func (p *Process) ReleaseTurn(_ context.Context, bucket int, pause time.Duration) error {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.of.turns[bucket] = time.Now().Add(pause)
	return nil
}
