package database_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"noughts/bot/gateway"
	"noughts/bot/store"
)

// A leaseStore holds one process's leases on gateway shards. Disconnect cuts the process's connection to the store, as
// the death of the process would.
type leaseStore interface {
	gateway.Leases
	Disconnect()
}

// testLeases tests the contract of leases. `open` starts a new, independent set of processes. It returns a function:
// each call of that function adds a process to the set and returns the process's leases.
func testLeases(t *testing.T, open func(t *testing.T) func() leaseStore) {
	t.Helper()
	tests := map[string]func(*testing.T, func() leaseStore){
		"a shard has one holder":                 oneHolder,
		"what is given up is as new":             givenUp,
		"what is lost says whose it was":         lost,
		"who comes back finds what it had":       cameBack,
		"a sighting from before is not believed": oldSighting,
		"all count the shards alike":             shardsAreCounted,
		"twenty racers for fifty shards":         shardRacers,
		"one has the turn":                       turn,
		"a turn that is kept ends nonetheless":   keptTurn,
		"twenty racers for one turn":             turnRacers,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// aLongTime is longer than any of these tests takes.
const aLongTime = time.Hour

type replica struct {
	t *testing.T
	leaseStore
}

func (r replica) looks(total int) store.ShardLeases {
	r.t.Helper()
	leases, err := r.Poll(r.t.Context(), total)
	must(r.t, err)
	return leases
}

func (r replica) takes(total int, free store.FreeShard) bool {
	r.t.Helper()
	taken, err := r.Acquire(r.t.Context(), total, free)
	must(r.t, err)
	return taken
}

func (r replica) takesAll(total int) {
	r.t.Helper()
	for _, free := range r.looks(total).Free {
		if !r.takes(total, free) {
			r.t.Errorf("shard %d was not to be had", free.Shard)
		}
	}
}

func (r replica) wants(processes int, held, free []int) []store.FreeShard {
	r.t.Helper()
	leases := r.looks(3)
	var found []int
	for _, f := range leases.Free {
		found = append(found, f.Shard)
	}
	if leases.Total != 3 || leases.Processes != processes || !slices.Equal(leases.Held, held) || !slices.Equal(found, free) {
		r.t.Errorf("%+v, want %d processes, %v held and %v free", leases, processes, held, free)
	}
	return leases.Free
}

// eventually waits until a condition holds, at most a minute. A database server takes some time to notice, for example,
// a lost connection.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("after a minute not yet: %s", what)
		}
	}
}

func oneHolder(t *testing.T, open func() leaseStore) {
	a, b := replica{t, open()}, replica{t, open()}
	free := a.wants(1, nil, []int{0, 1, 2})
	b.wants(2, nil, []int{0, 1, 2})
	if !a.takes(3, free[1]) || b.takes(3, free[1]) || !b.takes(3, free[2]) {
		t.Error("a shard was not taken by the first, or by two")
	}
	a.wants(2, []int{1}, []int{0})
	b.wants(2, []int{2}, []int{0})
}

func givenUp(t *testing.T, open func() leaseStore) {
	a, b := replica{t, open()}, replica{t, open()}
	a.takesAll(3)
	b.wants(2, nil, nil)
	must(t, a.Release(t.Context(), 3, []int{0, 2}))
	for _, free := range b.wants(2, nil, []int{0, 2}) {
		if free.Last != "" || free.Ours {
			t.Errorf("%+v was given up", free)
		}
	}
	must(t, a.ReleaseAll(t.Context()))
	eventually(t, "one process is left", func() bool { return b.looks(3).Processes == 1 })
	for _, free := range b.wants(1, nil, []int{0, 1, 2}) {
		if free.Last != "" || !b.takes(3, free) {
			t.Errorf("%+v was given up", free)
		}
	}
	must(t, b.Release(t.Context(), 3, []int{1}))
	if free := b.wants(1, []int{0, 2}, []int{1}); free[0].Ours || free[0].Last != "" {
		t.Errorf("%+v was given up", free)
	}
}

func lost(t *testing.T, open func() leaseStore) {
	a, b := replica{t, open()}, replica{t, open()}
	a.takesAll(3)
	b.looks(3)
	a.Disconnect()
	eventually(t, "the shards are free", func() bool { return len(b.looks(3).Free) == 3 })
	names := map[string]bool{}
	for range 2 {
		for _, free := range b.wants(1, nil, []int{0, 1, 2}) {
			if free.Last == "" || free.Ours {
				t.Errorf("%+v was lost by another", free)
			}
			names[free.Last] = true
		}
	}
	if len(names) > 3 {
		t.Errorf("the last holding of a shard has several names: %v", names)
	}
	b.takesAll(3)
	b.wants(1, []int{0, 1, 2}, nil)
}

func cameBack(t *testing.T, open func() leaseStore) {
	a := replica{t, open()}
	a.takesAll(3)
	a.Disconnect()
	eventually(t, "the shards are free", func() bool { return len(a.looks(3).Free) == 3 })
	for _, free := range a.wants(1, nil, []int{0, 1, 2}) {
		if !free.Ours || !a.takes(3, free) {
			t.Errorf("%+v is not ours", free)
		}
	}
	a.wants(1, []int{0, 1, 2}, nil)
}

// oldSighting checks that the result of an old poll cannot be used to acquire a shard. Since that poll another process
// has acquired the free shard and lost it again.
func oldSighting(t *testing.T, open func() leaseStore) {
	a, b := replica{t, open()}, replica{t, open()}
	a.takesAll(1)
	b.looks(1)
	a.Disconnect()
	eventually(t, "the shard is free", func() bool { return len(b.looks(1).Free) == 1 })
	first := b.looks(1).Free[0]
	a.takesAll(1)
	a.Disconnect()
	eventually(t, "the shard is free again", func() bool { return len(b.looks(1).Free) == 1 })
	second := b.looks(1).Free[0]
	if first.Last == second.Last || b.takes(1, first) {
		t.Errorf("%+v and %+v are taken for the same", first, second)
	}
	if !b.takes(1, b.looks(1).Free[0]) {
		t.Error("it cannot be taken at all")
	}
}

func shardsAreCounted(t *testing.T, open func() leaseStore) {
	a, b := replica{t, open()}, replica{t, open()}
	if leases := a.looks(3); leases.Total != 3 {
		t.Errorf("a counts %d", leases.Total)
	}
	if leases := b.looks(8); leases.Total != 3 || leases.Processes != 2 {
		t.Errorf("b sees %+v, want a's number", leases)
	}
	for _, r := range []replica{a, b} {
		must(t, r.ReleaseAll(t.Context()))
	}
	eventually(t, "nobody else is left", func() bool {
		total := b.looks(8).Total
		_ = b.ReleaseAll(t.Context())
		return total == 8
	})
}

func shardRacers(t *testing.T, open func() leaseStore) {
	const processes, total = 20, 50
	var mu sync.Mutex
	holders := map[int]int{}
	var wg sync.WaitGroup
	for i := range processes {
		r := replica{t, open()}
		wg.Go(func() {
			leases, err := r.Poll(t.Context(), total)
			for _, free := range leases.Free {
				var taken bool
				if taken, err = r.Acquire(t.Context(), total, free); err != nil {
					break
				}
				if taken {
					mu.Lock()
					holders[free.Shard]++
					mu.Unlock()
				}
			}
			if err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wg.Wait()
	for shard := range total {
		if holders[shard] != 1 {
			t.Errorf("shard %d was taken %d times", shard, holders[shard])
		}
	}
}

func (r replica) takesTurn(bucket int, hold time.Duration) time.Duration {
	r.t.Helper()
	wait, err := r.AcquireTurn(r.t.Context(), bucket, hold)
	must(r.t, err)
	return wait
}

func (r replica) endsTurn(bucket int, pause time.Duration) {
	r.t.Helper()
	must(r.t, r.ReleaseTurn(r.t.Context(), bucket, pause))
}

func turn(t *testing.T, open func() leaseStore) {
	n := replica{t, open()}
	if wait := n.takesTurn(1, aLongTime); wait != 0 {
		t.Errorf("the first waits %v", wait)
	}
	if wait := n.takesTurn(1, aLongTime); wait <= 0 || wait > aLongTime {
		t.Errorf("the second waits %v", wait)
	}
	if wait := n.takesTurn(2, aLongTime); wait != 0 {
		t.Errorf("the first of another bucket waits %v", wait)
	}
	n.endsTurn(1, aLongTime/2)
	if wait := n.takesTurn(1, aLongTime); wait <= 0 || wait > aLongTime/2 {
		t.Errorf("in the pause one waits %v", wait)
	}
	n.endsTurn(1, 0)
	if wait := n.takesTurn(1, aLongTime); wait != 0 {
		t.Errorf("after the turn's end one waits %v", wait)
	}
}

func keptTurn(t *testing.T, open func() leaseStore) {
	n := replica{t, open()}
	n.takesTurn(0, time.Millisecond)
	eventually(t, "another has the turn", func() bool { return n.takesTurn(0, aLongTime) == 0 })
}

func turnRacers(t *testing.T, open func() leaseStore) {
	n := replica{t, open()}
	if won := winners(20, func(int) bool { return n.takesTurn(7, aLongTime) == 0 }); won != 1 {
		t.Errorf("%d have the turn", won)
	}
}
