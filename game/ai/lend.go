package ai

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
)

// The sizes of the tables of lent engines: 1<<bits positions.
const (
	leastBits = 10
	mostBits  = 19
)

// tableBits returns the size of a table for a search of so many positions. A small table is cleared
// faster.
func tableBits(nodes int64) int { return min(max(bits.Len64(uint64(nodes)), leastBits), mostBits) }

// idle holds a sync.Pool of engines for each engineOf, so that there are only as many engines as
// concurrent searches, not players.
var idle sync.Map

// An engineOf is the key of interchangeable engines.
type engineOf struct {
	variant game.Variant
	bits    int
}

// withEngine lends a cleared engine for a search of so many positions.
func withEngine[T any](v game.Variant, nodes int64, use func(engine.Engine) T) T {
	bits := tableBits(nodes)
	entry, _ := idle.LoadOrStore(engineOf{v, bits}, new(sync.Pool))
	pool, _ := entry.(*sync.Pool)
	e, ok := pool.Get().(engine.Engine)
	if !ok {
		e = kindOf(v).newEngine(v, bits, 1)
	}
	defer pool.Put(e)
	e.Reset()
	return use(e)
}

// WithSearcher lends a cleared searcher of one goroutine for searches of so many positions in all.
// Its results are reproducible. It must not be used after use has returned. WithSearcher is safe
// for concurrent use.
func WithSearcher[T any](v game.Variant, nodes int64, use func(*Searcher) T) T {
	return withEngine(v, nodes, func(e engine.Engine) T { return use(&Searcher{v, e, newRand(0)}) })
}

// Evaluate returns every legal move in a game with its value, best first, from a search of so many
// positions. The result is reproducible. It is safe for concurrent use. Errors: ErrGameOver, and
// those of illegal games.
func Evaluate(ctx context.Context, g Game, nodes int64) ([]Choice, error) {
	if g.Start == nil {
		return nil, errVariant
	}
	p, err := g.position(g.Start.Variant())
	if err != nil {
		return nil, err
	}
	return rateOnce(ctx, p, nodes, newRand(0)), nil
}

// searchOnce returns the best move that a search of so many positions finds.
func searchOnce(ctx context.Context, p game.Position, nodes int64, rng *rand.Rand) Choice {
	return withEngine(p.Variant(), nodes, func(e engine.Engine) Choice {
		return e.Search(ctx, task(p, nodes, rng))
	})
}

// rateOnce returns every legal move with its value, best first, as far as a
// search of so many positions sees.
func rateOnce(ctx context.Context, p game.Position, nodes int64, rng *rand.Rand) []Choice {
	return withEngine(p.Variant(), nodes, func(e engine.Engine) []Choice {
		return e.Evaluate(ctx, task(p, nodes, rng))
	})
}

func task(p game.Position, nodes int64, rng *rand.Rand) engine.Task {
	return engine.Task{Position: p, Limits: Limits{Nodes: nodes}, Rand: rng}
}
