package ai

import (
	"context"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/ai/search"
)

// poolBits makes the engines of the levels remember half a million positions,
// in 8 MB.
const poolBits = 19

// pools hold idle engines by variant, so that there are no more of them than
// searches at once, however many players there are.
var pools [game.Ultimate + 1]sync.Pool

// withEngine lends an engine that knows of no earlier search.
func withEngine[T any](v game.Variant, use func(engine) T) T {
	e, ok := pools[v].Get().(engine)
	if !ok {
		e = newEngine(v, poolBits, 1)
	}
	defer pools[v].Put(e)
	e.Reset()
	return use(e)
}

// A strong player makes the best move that a search within limits finds.
type strong struct {
	limits Limits
	rng    *rand.Rand
}

// searching makes the players of a level that searches within limits.
func searching(l Limits) func(*rand.Rand) Player {
	return func(rng *rand.Rand) Player { return &strong{l, rng} }
}

func (s *strong) Choose(ctx context.Context, g Game) (Choice, error) {
	p, err := g.position()
	if err != nil {
		return Choice{}, err
	}
	return withEngine(p.Variant(), func(e engine) Choice {
		return e.Search(ctx, search.Task{Position: p, Limits: s.limits, Rand: s.rng})
	}), nil
}

// Evaluate returns every legal move with its value, best first, as far as a
// search of a variant's strongest level sees. It returns ErrGameOver when there
// is no move. It is safe for use by several goroutines.
func Evaluate(ctx context.Context, g Game) ([]Choice, error) {
	p, err := g.position()
	if err != nil {
		return nil, err
	}
	return withEngine(p.Variant(), func(e engine) []Choice {
		return e.Evaluate(ctx, search.Task{Position: p, Limits: Limits{Nodes: nodes(p.Variant())}, Rand: newRand(0)})
	}), nil
}
