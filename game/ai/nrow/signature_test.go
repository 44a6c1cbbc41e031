package nrow

import (
	"context"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// signature is the number of positions that the searches of TestSignature visit. It must not change
// unless a change is meant to alter the search.
const signature = 399868

func TestSignature(t *testing.T) {
	t.Parallel()
	rng, nodes := newRand(1), int64(0)
	for size := 4; size <= 6; size++ {
		e := New(game.Classic(size), 12, 1)
		for range 10 {
			e.Reset()
			p := randomPosition(rng, size, size*size-4)
			nodes += e.search(context.Background(), task(p, engine.Limits{Depth: 5})).Nodes
		}
	}
	for size := 4; size <= 5; size++ {
		e := New(rules.Misere(size), 12, 1)
		for range 10 {
			e.Reset()
			p := randomFrom(rng, rules.StartMisere(size), size*size-4)
			nodes += e.Search(context.Background(), task(p, engine.Limits{Depth: 5})).Nodes
		}
	}
	if nodes != signature {
		t.Errorf("visited %d positions, the signature is %d", nodes, signature)
	}
}
