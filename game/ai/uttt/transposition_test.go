package uttt

import (
	"testing"

	"noughts/game/ai/engine"
	"noughts/game/rules"
)

func TestTableRemembers(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		table, rng := newTable(8, shared), newRand(1)
		for range 10_000 {
			hash, ply := rng.Uint64(), rng.IntN(40)
			want := entry{
				Value: value(rng.IntN(2*int(engine.Decided))) - engine.Decided,
				Depth: rng.IntN(82),
				Bound: engine.Exact,
				Move:  move(rng.IntN(squares)),
			}
			table.age()
			table.store(hash, ply, want)
			if got := table.probe(hash, ply); got != want {
				t.Fatalf("stored %+v, found %+v", want, got)
			}
			if got := table.probe(hash^1, ply); got.Bound != 0 || got.Move != noMove {
				t.Fatalf("found %+v of a position that was never stored", got)
			}
		}
		table.clear()
		if got := table.probe(0, 0); got.Bound != 0 {
			t.Error("an empty slot passes for a position of hash 0")
		}
	}
}

// TestTableCountsWinsFromThePosition checks that a stored win has the same distance from its
// position at any ply of the search.
func TestTableCountsWinsFromThePosition(t *testing.T) {
	t.Parallel()
	table := newTable(4, false)
	for name, decided := range map[string]func(int) value{"win": engine.WinIn, "loss": engine.LossIn} {
		table.store(1, 10, entry{Value: decided(13), Bound: engine.Exact})
		for ply := range 30 {
			if got := table.probe(1, ply); got.Value != decided(ply+3) {
				t.Errorf("%s at ply %d: %d, want %d", name, ply, got.Value, decided(ply+3))
			}
		}
	}
}

// TestTableKeepsWhatIsWorthMost checks that a full bucket replaces its shallowest entry first, and
// prefers to replace entries of earlier searches.
func TestTableKeepsWhatIsWorthMost(t *testing.T) {
	t.Parallel()
	table := newTable(3, false)
	kept := func(hash uint64) bool { return table.probe(hash, 0).Bound != 0 }
	for i, depth := range []int{9, 3, 7, 5} {
		table.store(uint64(i+1), 0, entry{Depth: depth, Bound: engine.Exact})
	}
	table.store(5, 0, entry{Depth: 1, Bound: engine.Exact})
	if kept(2) || !kept(1) || !kept(3) || !kept(4) || !kept(5) {
		t.Error("another entry than the shallowest went")
	}
	table.age()
	table.store(5, 0, entry{Depth: 4, Bound: engine.Exact})
	table.store(6, 0, entry{Depth: 1, Bound: engine.Exact})
	if kept(4) || !kept(5) {
		t.Error("an old entry of depth 5 stayed, a new one of depth 4 went")
	}
}

func TestTableKeepsTheMoveOfABound(t *testing.T) {
	t.Parallel()
	table := newTable(3, false)
	table.store(1, 0, entry{Depth: 3, Bound: engine.AtLeast, Move: 7})
	table.store(1, 0, entry{Depth: 4, Bound: engine.AtMost, Move: noMove})
	if got := table.probe(1, 0); got.Move != 7 || got.Depth != 4 {
		t.Errorf("found %+v", got)
	}
}

// TestHashTellsPositionsApart checks that positions that differ for the search have different hashes.
func TestHashTellsPositionsApart(t *testing.T) {
	t.Parallel()
	type known struct {
		rows   [9]row
		forced uint8
		side   uint8
	}
	seen := make(map[uint64]known)
	randomGames(2000, 11, func(p rules.UltimatePosition, b *board) {
		if p.Outcome().Over {
			return
		}
		k := known{b.rows, b.forced(), b.side}
		if other, ok := seen[b.hash()]; ok && other != k {
			t.Fatalf("%+v and %+v have one hash", other, k)
		}
		seen[b.hash()] = k
	})
}
