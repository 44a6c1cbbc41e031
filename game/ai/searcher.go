package ai

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
)

// searcherBits gives a Searcher a table of about a million positions, 16 MB.
const searcherBits = 20

// A Searcher searches positions of one variant, reusing earlier results. It is not safe for concurrent use.
type Searcher struct {
	variant game.Variant
	engine  engine.Engine
	rng     *rand.Rand
}

// NewSearcher returns a searcher for a valid variant. It searches in `threads` goroutines, at least one. With one
// goroutine, the results of searches that are limited only by depth and nodes depend only on `seed` and on earlier
// searches.
func NewSearcher(v game.Variant, threads int, seed uint64) *Searcher {
	return &Searcher{v, kindOf(v).newEngine(v, searcherBits, max(threads, 1)), newRand(seed)}
}

// NewSmallSearcher returns a searcher with one goroutine and a table for `positions` in total, at most NewSearcher's.
func NewSmallSearcher(v game.Variant, positions int64, seed uint64) *Searcher {
	size := min(max(bits.Len64(uint64(positions)), leastBits), searcherBits)
	return &Searcher{v, kindOf(v).newEngine(v, size, 1), newRand(seed)}
}

// Search returns the best move found until a limit is reached, the result is proven, or ctx ends.
// It calls `report` after each depth, unless `report` is nil. It fails with ErrGameOver, and for games
// of another variant or with illegal moves.
func (s *Searcher) Search(ctx context.Context, g History, l Limits, report func(Info)) (Choice, error) {
	p, err := g.position(s.variant)
	if err != nil {
		return Choice{}, err
	}
	return s.engine.Search(ctx, engine.Task{Position: p, Limits: l, Rand: s.rng, Report: report}), nil
}

// Evaluate returns every legal move with its value, best first, as found until a limit is reached,
// all values are proven, or ctx ends. It fails like Search.
func (s *Searcher) Evaluate(ctx context.Context, g History, l Limits) ([]Choice, error) {
	p, err := g.position(s.variant)
	if err != nil {
		return nil, err
	}
	return s.engine.Evaluate(ctx, engine.Task{Position: p, Limits: l, Rand: s.rng}), nil
}

// Reset drops the results of earlier searches.
func (s *Searcher) Reset() { s.engine.Reset() }

// The smallest and the largest table of a pooled engine have 1<<leastBits and 1<<mostBits positions.
const (
	leastBits = 10
	mostBits  = 19
)

// idle holds a pool of unused engines, a sync.Pool, for each engineOf. So concurrent searches alone need more engines.
var idle sync.Map

// An engineOf is a key of `idle`. Engines with the same key are interchangeable.
type engineOf struct {
	variant game.Variant
	bits    int
}

// WithSearcher calls `use` with a cleared searcher that has one goroutine. The searcher's table is large enough for
// searches of the given number of nodes in total, but holds at most 1<<mostBits positions; small tables are cleared
// faster. Results are reproducible. `use` must not keep the searcher, because its engine returns to a pool.
// WithSearcher is safe for concurrent use.
func WithSearcher(v game.Variant, nodes int64, use func(*Searcher)) {
	withSearcher(v, nodes, newRand(0), use)
}

func withSearcher(v game.Variant, nodes int64, rng *rand.Rand, use func(*Searcher)) {
	bits := min(max(bits.Len64(uint64(nodes)), leastBits), mostBits)
	entry, _ := idle.LoadOrStore(engineOf{v, bits}, new(sync.Pool))
	pool, _ := entry.(*sync.Pool)
	e, ok := pool.Get().(engine.Engine)
	if !ok {
		e = kindOf(v).newEngine(v, bits, 1)
	}
	defer pool.Put(e)
	e.Reset()
	use(&Searcher{v, e, rng})
}

// Evaluate returns every legal move in a game with its value, best first, from a search of a number
// of nodes. The result is reproducible. Evaluate is safe for concurrent use. It fails with
// ErrGameOver, and for games with illegal moves.
func Evaluate(ctx context.Context, g History, nodes int64) (rated []Choice, err error) {
	if g.Start == nil {
		return nil, errVariant
	}
	WithSearcher(g.Start.Variant(), nodes, func(s *Searcher) { rated, err = s.Evaluate(ctx, g, Limits{Nodes: nodes}) })
	return rated, err
}

// Perft returns the number of move sequences of exactly `depth` plies from p. A sequence that ends the game earlier
// does not count. For Ultimate, Perft uses the engine's own board, so that its result also tests that board. It returns
// ctx's error if ctx ends early.
func Perft(ctx context.Context, p game.Position, depth int) (int64, error) {
	if u, ok := p.(rules.UltimatePosition); ok {
		return uttt.Perft(ctx, u, depth)
	}
	return rules.Perft(ctx, p, depth), ctx.Err()
}
