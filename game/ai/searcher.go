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
	"noughts/game/ultimate"
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

// Perft returns the number of move sequences of exactly depth plies from p; a finished game has
// none. In Ultimate the engine counts on its own board, which shows that it knows the rules. Perft
// returns ctx's error when that ends early.
func Perft(ctx context.Context, p game.Position, depth int) (int64, error) {
	if u, ok := p.(ultimate.Position); ok {
		return uttt.Perft(ctx, u, depth)
	}
	return perft(ctx, p, depth), ctx.Err()
}

// shallow is a depth whose sequences are counted without asking the context.
const shallow = 4

func perft(ctx context.Context, p game.Position, depth int) (total int64) {
	if depth <= shallow {
		return rules.Perft(p, depth)
	}
	for _, move := range p.Moves() {
		if ctx.Err() != nil {
			break
		}
		if next, err := p.Play(move); err == nil {
			total += perft(ctx, next, depth-1)
		}
	}
	return total
}
