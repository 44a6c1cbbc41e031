package ai

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"noughts/game"
	"noughts/game/ai/engine"
)

// searcherBits gives a Searcher a table of about a million positions in 16 MB.
const searcherBits = 20

// A Searcher searches positions of one variant within the limits of each call. Searches reuse
// earlier results. It is not safe for concurrent use.
type Searcher struct {
	variant game.Variant
	engine  engine.Engine
	rng     *rand.Rand
}

// NewSearcher returns a searcher for a valid variant. It searches in a number
// of goroutines, at least one; with one, seed and the searches so far determine
// what a search within limits of depth and positions finds.
func NewSearcher(v game.Variant, threads int, seed uint64) *Searcher {
	return &Searcher{v, kindOf(v).newEngine(v, searcherBits, max(threads, 1)), newRand(seed)}
}

// NewSmallSearcher returns a searcher of one goroutine, with just enough memory for searches of so
// many positions in all.
func NewSmallSearcher(v game.Variant, positions int64, seed uint64) *Searcher {
	size := min(max(bits.Len64(uint64(positions)), leastBits), searcherBits)
	return &Searcher{v, kindOf(v).newEngine(v, size, 1), newRand(seed)}
}

// Search returns the best move it finds before a limit is reached, the result
// is proven, or ctx ends. It calls report, unless nil, after each depth. It
// returns ErrGameOver when there is no move.
func (s *Searcher) Search(ctx context.Context, g Game, l Limits, report func(Info)) (Choice, error) {
	p, err := g.position(s.variant)
	if err != nil {
		return Choice{}, err
	}
	return s.engine.Search(ctx, engine.Task{Position: p, Limits: l, Rand: s.rng, Report: report}), nil
}

// Evaluate returns every legal move with its value, best first, as far as it
// sees before a limit is reached, all values are proven, or ctx ends. It
// returns ErrGameOver when there is no move.
func (s *Searcher) Evaluate(ctx context.Context, g Game, l Limits) ([]Choice, error) {
	p, err := g.position(s.variant)
	if err != nil {
		return nil, err
	}
	return s.engine.Evaluate(ctx, engine.Task{Position: p, Limits: l, Rand: s.rng}), nil
}

// Reset drops earlier results.
func (s *Searcher) Reset() { s.engine.Reset() }
