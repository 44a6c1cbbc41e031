package nrow

import (
	"math/rand/v2"
	"testing"

	"noughts/game/ai/engine"
)

func TestTableRemembers(t *testing.T) {
	t.Parallel()
	table, rng := newTable(8), rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		hash, ply := rng.Uint64(), rng.IntN(40)
		want := entry{
			Value: value(rng.IntN(2*int(engine.Decided))) - engine.Decided,
			Depth: rng.IntN(82),
			Bound: engine.Bound(rng.IntN(3)),
			Move:  uint8(rng.IntN(81)),
		}
		table.age()
		table.store(hash, ply, want)
		if got, ok := table.probe(hash, ply); !ok || got != want {
			t.Fatalf("stored %+v, found %+v, %t", want, got, ok)
		}
		if _, ok := table.probe(hash^1<<63, ply); ok {
			t.Fatal("found a position that was never stored")
		}
	}
	table.clear()
	if _, ok := table.probe(0, 0); ok {
		t.Error("an empty slot passes for a position of hash 0")
	}
}

// TestTableCountsWinsFromThePosition checks that a stored win has the same distance from its
// position at any ply of the search.
func TestTableCountsWinsFromThePosition(t *testing.T) {
	t.Parallel()
	table := newTable(4)
	for name, decided := range map[string]func(int) value{"win": engine.WinIn, "loss": engine.LossIn} {
		table.store(1, 10, entry{Value: decided(13)})
		for ply := range 30 {
			if got, _ := table.probe(1, ply); got.Value != decided(ply+3) {
				t.Errorf("%s at ply %d: %d, want %d", name, ply, got.Value, decided(ply+3))
			}
		}
	}
}

func TestTablePrefersDeeperEntriesOfTheSameSearch(t *testing.T) {
	t.Parallel()
	table := newTable(1)
	table.store(2, 0, entry{Depth: 9})
	table.store(4, 0, entry{Depth: 3})
	table.store(6, 0, entry{Depth: 1})
	if _, ok := table.probe(2, 0); !ok {
		t.Error("a shallow entry drove out a deep one")
	}
	table.age()
	table.store(8, 0, entry{Depth: 1})
	if _, ok := table.probe(8, 0); !ok {
		t.Error("an old entry stayed in the way")
	}
	if _, ok := table.probe(2, 0); ok {
		t.Error("the old entry is still there")
	}
}
