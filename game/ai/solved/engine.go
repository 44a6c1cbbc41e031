package solved

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
)

// An Engine plays classic 3×3 from the table: it wins as soon as it can, never
// loses a game that it need not, loses as late as it can, and draws at random
// among equal moves.
type Engine struct{}

// Reset does nothing: the table never changes.
func (Engine) Reset() {}

// Search returns a best move at once. The task's position must be a classic 3×3
// one that is not over.
func (Engine) Search(_ context.Context, t engine.Task) engine.Choice {
	rated := rate(t.Position, t.Moves())
	t.Inform(rated[0].Info)
	return rated[0]
}

// Evaluate returns every legal move with its value for the side to move, best
// first, equals in reading order.
func (Engine) Evaluate(_ context.Context, t engine.Task) []engine.Choice {
	return rate(t.Position, t.Position.Moves())
}

// rate returns moves with their values, best first, equals in the order given.
func rate(p game.Position, moves []game.Square) []engine.Choice {
	own, other := sides(p)
	slices.SortStableFunc(moves, func(a, b game.Square) int {
		return cmp.Compare(after(own, other, cell(b)), after(own, other, cell(a)))
	})
	rated := make([]engine.Choice, len(moves))
	for i, s := range moves {
		rated[i] = engine.Choice{Move: s, Info: engine.Info{
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
