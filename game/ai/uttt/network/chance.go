package network

import (
	"math"
	"sync"
)

// ChanceParts is the number of an open board's chances that Chances tells.
const ChanceParts = 6

// Chances returns for each open board's pattern what a player would say of it
// who knows nothing of the other boards: the chances of winning the board if a
// coin is tossed for each move and both sides make the best of theirs, the
// logarithms of these, for three boards of a line are won with the product of
// their chances, and the chance of each side after a move of its own. The table
// is shared: nobody may change it.
var Chances = sync.OnceValue(func() *[WonPattern][ChanceParts]float32 {
	table := new([WonPattern][ChanceParts]float32)
	before := make([]chance, WonPattern)
	for i := range WonPattern {
		p := WonPattern - 1 - i // every move leads to a greater number, which is known by then
		var first, second chance
		before[p], first, second = toss(before, p)
		c := before[p]
		table[p] = [ChanceParts]float32{
			float32(c.own), float32(c.other), logarithm(c.own), logarithm(c.other),
			float32(first.own), float32(second.other),
		}
	}
	return table
})

func logarithm(chance float64) float32 { return float32(math.Log(chance + 0.02)) }

// A chance is that of each side to win a local board.
type chance struct{ own, other float64 }

func (c chance) lead() float64 { return c.own - c.other }

// toss returns the chances of a local board before the coin is tossed, if it
// gives the side the move, and if it gives it to the opponent. known holds those
// of all patterns that moves lead to.
func toss(known []chance, p Pattern) (before, first, second chance) {
	marks := p.Marks()
	switch PatternOf(cellsOf(&marks, 1), cellsOf(&marks, 2)) {
	case WonPattern:
		c := chance{own: 1}
		return c, c, c
	case LostPattern:
		c := chance{other: 1}
		return c, c, c
	case DeadPattern:
		return
	}
	first, second = chance{other: 2}, chance{own: 2}
	for i, mark := range marks {
		if mark != 0 {
			continue
		}
		if c := known[p+ternary[1<<i]]; c.lead() > first.lead() {
			first = c
		}
		if c := known[p+2*ternary[1<<i]]; c.lead() < second.lead() {
			second = c
		}
	}
	return chance{(first.own + second.own) / 2, (first.other + second.other) / 2}, first, second
}

// cellsOf returns the cells that bear a mark, one bit a cell.
func cellsOf(marks *[9]uint8, mark uint8) (cells uint16) {
	for i, m := range marks {
		if m == mark {
			cells |= 1 << i
		}
	}
	return cells
}
