package solved

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"noughts/game"
	"noughts/game/ai/search"
)

// An Engine plays classic 3×3 from the table: it wins as soon as it can, never
// loses a game that it need not, loses as late as it can, and draws at random
// among equal moves. It is safe for use by one goroutine at a time.
type Engine struct{ rng *rand.Rand }

// New returns an engine. rng makes its random choices.
func New(rng *rand.Rand) *Engine { return &Engine{rng} }

// Reset does nothing: the table never changes.
func (e *Engine) Reset() {}

// Search returns a best move in p, which must be a classic 3×3 position that
// is not over. It needs no limits and reports once.
func (e *Engine) Search(ctx context.Context, p game.Position, l search.Limits, report func(search.Info)) search.Choice {
	rated := e.Evaluate(ctx, p, l)
	equals := 1
	for equals < len(rated) && rated[equals].Score == rated[0].Score {
		equals++
	}
	choice := rated[e.rng.IntN(equals)]
	report(choice.Info)
	return choice
}

// Evaluate returns every legal move in p with its value for the side to move,
// best first, equals in reading order; none when the game is over. p must be a
// classic 3×3 position.
func (e *Engine) Evaluate(_ context.Context, p game.Position, _ search.Limits) []search.Choice {
	own, other := sides(p)
	moves := p.Moves()
	slices.SortStableFunc(moves, func(a, b game.Square) int {
		return cmp.Compare(after(own, other, cell(b)), after(own, other, cell(a)))
	})
	rated := make([]search.Choice, len(moves))
	for i, s := range moves {
		rated[i] = search.Choice{Move: s, Info: search.Info{
			Depth: cells - bits.OnesCount16(uint16(own|other)),
			Nodes: 1,
			Score: after(own, other, cell(s)).score(),
			PV:    append([]game.Square{s}, bestLine(other, own|cell(s))...),
		}}
	}
	return rated
}

// after returns the value, for the side to move, of playing on a cell.
func after(own, other, cell side) value { return before(table()[other][own|cell]) }

// bestLine returns best play by both sides to the end of the game.
func bestLine(own, other side) []game.Square {
	var line []game.Square
	for !other.hasLine() && own|other != full {
		var best side
		for free := full &^ (own | other); free != 0; free &= free - 1 {
			if move := free & -free; best == 0 || after(own, other, move) > after(own, other, best) {
				best = move
			}
		}
		line = append(line, square(bits.TrailingZeros16(uint16(best))))
		own, other = other, own|best
	}
	return line
}
