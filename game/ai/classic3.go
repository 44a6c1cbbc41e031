package ai

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

const (
	size  = 3
	cells = size * size
	full  = 1<<cells - 1
)

// A side is a set of cells, one bit per cell in reading order.
type side uint16

// A value is a position's result for the side to move: 0 for a draw, won-n for a win in n plies, n-won for a loss.
type value int8

const wonBy value = 100

// table returns the values of all positions, by the cells of the side to move and the cells of its opponent.
var table = sync.OnceValue(solve)

func solve() *[full + 1][full + 1]value {
	values := new([full + 1][full + 1]value)
	// union is the set of all marks. It counts down, because a move adds a mark: the positions after each move are
	// computed before the position itself.
	for union := side(full); ; union-- {
		for own := union; ; own = (own - 1) & union {
			values[own][union&^own] = judge(values, own, union&^own)
			if own == 0 {
				break
			}
		}
		if union == 0 {
			return values
		}
	}
}

// judge returns the value of a position. The values of the positions after each move must be known.
func judge(values *[full + 1][full + 1]value, own, other side) value {
	switch {
	case other.hasLine():
		return -wonBy
	case own|other == full:
		return 0
	}
	best := -wonBy
	for free := full &^ (own | other); free != 0; free &= free - 1 {
		move := free & -free
		best = max(best, before(values[other][own|move]))
	}
	return best
}

// before converts the value of a position into the value of the move that leads to it, one ply farther from the end.
func before(successor value) value {
	switch {
	case successor > 0:
		return -successor + 1
	case successor < 0:
		return -successor - 1
	}
	return 0
}

func (s side) hasLine() bool { return rules.HasLine(uint16(s)) }

func sides(p game.Position) (own, other side) {
	for i := range cells {
		switch s := square(i); p.At(s) {
		case game.Empty:
		case p.ToMove():
			own |= cell(s)
		default:
			other |= cell(s)
		}
	}
	return own, other
}

func square(index int) game.Square { return game.At(index%size, index/size) }

func cell(s game.Square) side { return 1 << (s.Row()*size + s.Col()) }

func (v value) score() engine.Score {
	switch {
	case v > 0:
		return engine.Proven(engine.Win, int(wonBy-v))
	case v < 0:
		return engine.Proven(engine.Loss, int(wonBy+v))
	}
	return engine.Proven(engine.Draw, 0)
}

// Classic3 plays 3×3 perfectly: it wins soonest and loses latest. Search chooses at random among equal moves.
type Classic3 struct{}

// Reset implements engine.Engine. It does nothing, because the table never changes.
func (Classic3) Reset() {}

// Search implements engine.Engine.
func (Classic3) Search(_ context.Context, t engine.Task) engine.Choice {
	rated := rate(t.Position, t.Moves())
	t.Inform(rated[0].Info)
	return rated[0]
}

// Evaluate implements engine.Engine. Equal moves are in reading order.
func (Classic3) Evaluate(_ context.Context, t engine.Task) []engine.Choice {
	return rate(t.Position, t.Position.Moves())
}

// rate returns moves with their values, best first. Equal moves keep their order.
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

// after returns the value of a move on a cell, for the side to move.
func after(own, other, cell side) value { return before(table()[other][own|cell]) }

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
