package ai

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/ai/search"
)

// effortOf returns how many positions a variant's strongest level may search
// for a move: few enough to answer within 800 ms on one core in Ultimate, and
// within 300 ms on classic boards.
func effortOf(v game.Variant) int64 {
	if v == game.Ultimate {
		return 400_000
	}
	return 50_000
}

// The sizes of the tables of searches: 1<<bits positions.
const (
	leastBits = 10
	mostBits  = 19
)

// tableBits returns the size of a table for a search of so many positions. A
// small one is emptied sooner.
func tableBits(nodes int64) int { return min(max(bits.Len64(uint64(nodes)), leastBits), mostBits) }

// pools hold idle engines by variant and size of their table, so that there are
// no more of them than searches at once, however many players there are.
var pools sync.Map // of pool to *sync.Pool

type pool struct {
	variant game.Variant
	bits    int
}

// withEngine lends an engine that knows of no earlier search, for a search of so
// many positions.
func withEngine[T any](v game.Variant, nodes int64, use func(engine) T) T {
	size := tableBits(nodes)
	found, _ := pools.LoadOrStore(pool{v, size}, new(sync.Pool))
	idle, _ := found.(*sync.Pool)
	e, ok := idle.Get().(engine)
	if !ok {
		e = newEngine(v, size, 1)
	}
	defer idle.Put(e)
	e.Reset()
	return use(e)
}

// searchOnce returns the best move that a search of so many positions finds.
func searchOnce(ctx context.Context, p game.Position, nodes int64, rng *rand.Rand) Choice {
	return withEngine(p.Variant(), nodes, func(e engine) Choice {
		return e.Search(ctx, task(p, nodes, rng))
	})
}

// rateOnce returns every legal move with its value, best first, as far as a
// search of so many positions sees.
func rateOnce(ctx context.Context, p game.Position, nodes int64, rng *rand.Rand) []Choice {
	return withEngine(p.Variant(), nodes, func(e engine) []Choice {
		return e.Evaluate(ctx, task(p, nodes, rng))
	})
}

// Evaluate returns every legal move with its value, best first, as far as a
// search of a variant's strongest level sees. It returns ErrGameOver when there
// is no move. It is safe for use by several goroutines.
func Evaluate(ctx context.Context, g Game) ([]Choice, error) {
	p, err := g.position(g.variant())
	if err != nil {
		return nil, err
	}
	return rateOnce(ctx, p, effortOf(p.Variant()), newRand(0)), nil
}

func task(p game.Position, nodes int64, rng *rand.Rand) search.Task {
	return search.Task{Position: p, Limits: Limits{Nodes: nodes}, Rand: rng}
}
