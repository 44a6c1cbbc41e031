package ai

import (
	"context"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/ai/search"
)

// An effort is what a variant's strongest level may spend on a move.
type effort struct {
	nodes int64 // positions searched
	bits  int   // 1<<bits positions remembered, at 16 bytes each
}

func effortOf(v game.Variant) effort {
	if v == game.Ultimate {
		return effort{nodes: 1_000_000, bits: 19}
	}
	return effort{nodes: 200_000, bits: 16}
}

// pools hold idle engines by variant, so that there are no more of them than
// searches at once, however many players there are.
var pools [game.Ultimate + 1]sync.Pool

// withEngine lends an engine that knows of no earlier search.
func withEngine[T any](v game.Variant, use func(engine) T) T {
	e, ok := pools[v].Get().(engine)
	if !ok {
		e = newEngine(v, effortOf(v).bits, 1)
	}
	defer pools[v].Put(e)
	e.Reset()
	return use(e)
}

// A strong player makes the best move that the variant's engine finds.
type strong struct {
	variant game.Variant
	rng     *rand.Rand
}

func searching(v game.Variant, rng *rand.Rand) Player { return strong{v, rng} }

func (s strong) Choose(ctx context.Context, g Game) (Choice, error) {
	p, err := g.position(s.variant)
	if err != nil {
		return Choice{}, err
	}
	return withEngine(p.Variant(), func(e engine) Choice {
		return e.Search(ctx, task(p, s.rng))
	}), nil
}

// Evaluate returns every legal move with its value, best first, as far as a
// search of a variant's strongest level sees. It returns ErrGameOver when there
// is no move. It is safe for use by several goroutines.
func Evaluate(ctx context.Context, g Game) ([]Choice, error) {
	p, err := g.position(g.variant())
	if err != nil {
		return nil, err
	}
	return withEngine(p.Variant(), func(e engine) []Choice {
		return e.Evaluate(ctx, task(p, newRand(0)))
	}), nil
}

func task(p game.Position, rng *rand.Rand) search.Task {
	return search.Task{Position: p, Limits: Limits{Nodes: effortOf(p.Variant()).nodes}, Rand: rng}
}
