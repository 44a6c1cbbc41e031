package ai

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// vanishingKind is vanishing marks.
var vanishingKind = kind{
	levels:    vanishingLevels,
	newEngine: func(game.Variant, int, int) engine.Engine { return vanishing },
}

// vanishing knows the value of every position, as if it were there for the first time. Only a move that repeats a position for
// the third time counts as what it is, a draw.
var vanishing = solved[rules.VanishingPosition]{func(p rules.VanishingPosition) engine.Score {
	if o := p.Outcome(); o.Over {
		return engine.Final(o, p.ToMove())
	}
	ages, index := p.Ages(), 0
	for _, s := range ages {
		index = 9*index + 3*s.Row() + s.Col()
	}
	return vanishingValues().score(len(ages), index)
}}

// mostMarks is the number of marks that both sides together can have on the board.
const mostMarks = 2 * rules.MostMarks

// vanishingTable has the values of all positions, by the number of marks on the board and by their cells from the oldest to the
// newest, as the digits of a number to the base 9. The sides take turns, so these tell which marks are the side to move's. A
// value is 0 for a draw, or a number one above the plies to the end: odd for a loss, even for a win.
type vanishingTable [mostMarks + 1][]uint8

var vanishingValues = sync.OnceValue(solveVanishing)

func solveVanishing() *vanishingTable {
	var t vanishingTable
	for marks, size := 0, 1; marks <= mostMarks; marks, size = marks+1, 9*size {
		t[marks] = make([]uint8, size)
	}
	t.solveFull()
	for marks := mostMarks - 1; marks >= 0; marks-- {
		for index := range t[marks] {
			own, other, ok := sides(marks, index)
			if !ok {
				continue
			}
			if rules.HasLine(other) {
				t[marks][index] = 1
				continue
			}
			best := engine.Proven(Loss, 0) // worse than what any move leads to
			for cell := range 9 {
				if (own|other)>>cell&1 != 0 {
					continue
				}
				if of := t.score(marks+1, 9*index+cell).Before(); engine.Better(of, best) {
					best = of
				}
			}
			if best.Proof != Draw {
				t[marks][index] = uint8(best.Plies) + 1
			}
		}
	}
	return &t
}

func (t *vanishingTable) score(marks, index int) engine.Score {
	switch value := t[marks][index]; {
	case value == 0:
		return engine.Proven(Draw, 0)
	case value%2 == 0:
		return engine.Proven(Win, int(value)-1)
	default:
		return engine.Proven(Loss, int(value)-1)
	}
}

// solveFull finds the values of the positions with all marks by retrograde analysis: from the won positions back, the soonest
// decided first. Positions that it does not reach are drawn.
func (t *vanishingTable) solveFull() {
	values := t[mostMarks]
	decided := make([]int, 0, 9*8*7*6*5*4) // at most all positions
	for index := range values {
		if own, other, ok := sides(mostMarks, index); ok && rules.HasLine(other) && !rules.HasLine(own) {
			values[index] = 1
			decided = append(decided, index)
		}
	}
	for i := 0; i < len(decided); i++ {
		index := decided[i]
		for gone := range 9 { // the cell of the mark that the last move took away
			before := gone*len(values)/9 + index/9
			own, other, ok := sides(mostMarks, before)
			newest := index % 9
			if !ok || gone == newest || values[before] != 0 || rules.HasLine(own) || rules.HasLine(other) {
				continue
			}
			if lost := values[index]%2 != 0; lost || t.isLost(before, own|other) {
				values[before] = values[index] + 1
				decided = append(decided, before)
			}
		}
	}
}

// isLost reports whether every move in a position with all marks leads to one that is known to be won for the opponent.
func (t *vanishingTable) isLost(index int, occupied uint16) bool {
	values := t[mostMarks]
	for cell := range 9 {
		after := index%(len(values)/9)*9 + cell
		if occupied>>cell&1 == 0 && (values[after] == 0 || values[after]%2 != 0) {
			return false
		}
	}
	return true
}

// sides returns the cells of the side to move and of the other side, one bit each, and false if two marks share a cell.
func sides(marks, index int) (own, other uint16, ok bool) {
	for range marks {
		own, other = other, own|1<<(index%9)
		index /= 9
	}
	if marks%2 == 0 {
		own, other = other, own
	}
	return own, other, bits.OnesCount16(own|other) == marks
}

// pickShare returns a pick that makes a best move with a probability, and else any legal move.
func pickShare(best float64) pick {
	return func(_ History, p game.Position, rng *rand.Rand) Choice {
		if rng.Float64() >= best {
			return pickRandom(History{}, p, rng)
		}
		return vanishing.Search(context.Background(), engine.Task{Position: p, Rand: rng})
	}
}

// pickAhead returns a pick that sees what is decided within some plies. To it, all other moves are equal.
func pickAhead(plies int) pick {
	return func(_ History, position game.Position, rng *rand.Rand) (best Choice) {
		p, _ := position.(rules.VanishingPosition)
		for i, move := range (engine.Task{Position: p, Rand: rng}).Moves() {
			seen := plain(move)
			if of := vanishing.of(p.After(move)).Before(); of.Plies > 0 && of.Plies <= plies {
				seen.Score = of
			}
			if i == 0 || engine.Better(seen.Score, best.Score) {
				best = seen
			}
		}
		return best
	}
}
