package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"noughts/bot/store"
)

// Leases are what package bot calls Leases, which says what they do.
type Leases interface {
	Claim(ctx context.Context, owner string, total int, life time.Duration) (store.Share, error)
	Release(ctx context.Context, owner string, shards []int) error
	Leave(ctx context.Context, owner string) error
	TakeTurn(ctx context.Context, bucket int, hold time.Duration) (wait time.Duration, err error)
	EndTurn(ctx context.Context, bucket int, pause time.Duration) error
}

// RunLeases runs the contract of leases over those that open returns: new ones at
// each call.
func RunLeases(t *testing.T, open func(t *testing.T) Leases) {
	t.Helper()
	tests := map[string]func(*testing.T, tenants){
		"who is alone has all shards":              alone,
		"who comes later gets what is released":    handedOver,
		"who leaves frees all at once":             left,
		"a lease ends with its process":            ended,
		"all count the shards alike":               counted,
		"twenty processes share the shards fairly": shared,
		"one has the turn":                         turn,
		"a turn that is kept ends nonetheless":     keptTurn,
		"twenty racers for one turn":               turnRacers,
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, tenants{t, open(t)})
		})
	}
}

// aLongTime is longer than any of these tests takes.
const aLongTime = time.Hour

// Tenants are processes that share shards, by name.
type tenants struct {
	t      *testing.T
	leases Leases
}

func (n tenants) claims(owner string, total int, life time.Duration) store.Share {
	n.t.Helper()
	share, err := n.leases.Claim(n.t.Context(), owner, total, life)
	if err != nil {
		n.t.Fatal(err)
	}
	return share
}

// wants claims for a long time and checks the share.
func (n tenants) wants(owner string, total, fair int, owned ...int) {
	n.t.Helper()
	share := n.claims(owner, total, aLongTime)
	if share.Fair != fair || !slices.Equal(share.Owned, owned) {
		n.t.Errorf("%s has %v and a fair share of %d, want %v and %d", owner, share.Owned, share.Fair, owned, fair)
	}
}

func (n tenants) releases(owner string, shards ...int) {
	n.t.Helper()
	if err := n.leases.Release(n.t.Context(), owner, shards); err != nil {
		n.t.Fatal(err)
	}
}

func (n tenants) leaves(owner string) {
	n.t.Helper()
	if err := n.leases.Leave(n.t.Context(), owner); err != nil {
		n.t.Fatal(err)
	}
}

func alone(_ *testing.T, n tenants) {
	n.wants("a", 4, 4, 0, 1, 2, 3)
	n.wants("a", 4, 4, 0, 1, 2, 3)
}

func handedOver(_ *testing.T, n tenants) {
	n.wants("a", 5, 5, 0, 1, 2, 3, 4)
	n.wants("b", 5, 3)
	n.wants("a", 5, 3, 0, 1, 2, 3, 4)
	n.releases("b", 0) // which is not b's
	n.releases("a", 1, 3)
	n.wants("a", 5, 3, 0, 2, 4)
	n.wants("b", 5, 3, 1, 3)
	n.wants("c", 5, 2)
	n.releases("a", 4)
	n.wants("c", 5, 2, 4)
}

func left(_ *testing.T, n tenants) {
	n.wants("a", 3, 3, 0, 1, 2)
	n.wants("b", 3, 2)
	n.leaves("a")
	n.wants("b", 3, 3, 0, 1, 2)
	n.leaves("stranger")
}

// eventually tries until something holds: time is the server's, which a test
// cannot turn.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatalf("after a minute not yet: %s", what)
		}
	}
}

func ended(t *testing.T, n tenants) {
	n.claims("a", 3, time.Millisecond)
	eventually(t, "b has a's shards", func() bool { return len(n.claims("b", 3, aLongTime).Owned) == 3 })
	n.wants("b", 3, 3, 0, 1, 2)
	n.wants("a", 3, 2)
}

func counted(t *testing.T, n tenants) {
	if share := n.claims("a", 3, aLongTime); share.Total != 3 {
		t.Errorf("a counts %d", share.Total)
	}
	share := n.claims("b", 8, aLongTime)
	if share.Total != 3 || share.Fair != 2 {
		t.Errorf("b counts %d with a fair share of %d, want a's number", share.Total, share.Fair)
	}
	n.leaves("a")
	n.wants("b", 8, 8, 0, 1, 2, 3, 4, 5, 6, 7)
}

// shared has many processes come at once, who then give up what is too much.
func shared(t *testing.T, n tenants) {
	const processes, total = 20, 50
	var wg sync.WaitGroup
	for i := range processes {
		wg.Go(func() { n.claims(fmt.Sprint(i), total, aLongTime) })
	}
	wg.Wait()
	for range 2 { // first who has too much, then who may have more
		for i := range processes {
			share := n.claims(fmt.Sprint(i), total, aLongTime)
			if over := len(share.Owned) - share.Fair; over > 0 {
				n.releases(fmt.Sprint(i), share.Owned[:over]...)
			}
		}
	}
	owners := map[int]string{}
	for i := range processes {
		name := fmt.Sprint(i)
		share := n.claims(name, total, aLongTime)
		if len(share.Owned) > 3 {
			t.Errorf("%s has %v", name, share.Owned)
		}
		for _, shard := range share.Owned {
			if owners[shard] != "" {
				t.Errorf("shard %d is %s's and %s's", shard, owners[shard], name)
			}
			owners[shard] = name
		}
	}
	if len(owners) != total {
		t.Errorf("%d of %d shards have an owner", len(owners), total)
	}
}

func (n tenants) takesTurn(bucket int, hold time.Duration) time.Duration {
	n.t.Helper()
	wait, err := n.leases.TakeTurn(n.t.Context(), bucket, hold)
	if err != nil {
		n.t.Fatal(err)
	}
	return wait
}

func (n tenants) endsTurn(bucket int, pause time.Duration) {
	n.t.Helper()
	if err := n.leases.EndTurn(n.t.Context(), bucket, pause); err != nil {
		n.t.Fatal(err)
	}
}

func turn(t *testing.T, n tenants) {
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

func keptTurn(t *testing.T, n tenants) {
	n.takesTurn(0, time.Millisecond)
	eventually(t, "another has the turn", func() bool { return n.takesTurn(0, aLongTime) == 0 })
}

func turnRacers(t *testing.T, n tenants) {
	var mu sync.Mutex
	winners := 0
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if n.takesTurn(7, aLongTime) == 0 {
				mu.Lock()
				defer mu.Unlock()
				winners++
			}
		})
	}
	wg.Wait()
	if winners != 1 {
		t.Errorf("%d have the turn", winners)
	}
}
