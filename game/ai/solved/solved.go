// Package solved knows the value of every position of classic 3×3.
package solved

import (
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/classic"
)

const (
	size  = 3
	cells = size * size
	full  = 1<<cells - 1
)

// A side is a set of cells, one bit a cell in reading order.
type side uint16

// A value is a position's result for the side to move: 0 for a draw, won-n for
// a win after n plies, n-won for a loss after n plies.
type value int8

const won value = 100

// table returns the values of all positions, by the cells of the side to move
// and of the other. It is computed at the first call.
var table = sync.OnceValue(solve)

func solve() *[full + 1][full + 1]value {
	values := new([full + 1][full + 1]value)
	// A position's successors have more marks, so they come first when the
	// union of the marks counts down.
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

// judge returns the value of a position whose successors all have values.
func judge(values *[full + 1][full + 1]value, own, other side) value {
	switch {
	case other.hasLine():
		return -won
	case own|other == full:
		return 0
	}
	best := -won
	for free := full &^ (own | other); free != 0; free &= free - 1 {
		move := free & -free
		best = max(best, before(values[other][own|move]))
	}
	return best
}

// before returns a position's value from its successor's: the sides swap, and the end is one ply
// nearer.
func before(successor value) value {
	switch {
	case successor > 0:
		return -successor + 1
	case successor < 0:
		return -successor - 1
	}
	return 0
}

// lines are the lines of the board as sets of cells.
var lines = func() (lines []side) {
	for _, squares := range classic.Lines(size) {
		var line side
		for _, s := range squares {
			line |= cell(s)
		}
		lines = append(lines, line)
	}
	return lines
}()

func (s side) hasLine() bool {
	for _, line := range lines {
		if s&line == line {
			return true
		}
	}
	return false
}

// sides returns the cells of the side to move and of the other.
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
		return engine.Proven(engine.Win, int(won-v))
	case v < 0:
		return engine.Proven(engine.Loss, int(won+v))
	}
	return engine.Proven(engine.Draw, 0)
}
