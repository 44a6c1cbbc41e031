package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

// chanceParts is the number of chances that a pattern's row is made of.
const chanceParts = 6

// chancesOf holds for each open board's pattern the chances that one can tell
// without the other boards: those of winning the board if a coin is tossed for
// each move and both sides make the best of theirs, the logarithms of these
// (three boards of a line are won with the product of their chances), and the
// chance of each side after a move of its own.
var chancesOf = func() *[network.WonPattern][chanceParts]float32 {
	table := new([network.WonPattern][chanceParts]float32)
	before := make([]chance, network.WonPattern)
	for i := range network.WonPattern {
		p := network.WonPattern - 1 - i // every move leads to a greater number, which is known by then
		var first, second chance
		before[p], first, second = toss(before, p)
		c := before[p]
		table[p] = [chanceParts]float32{
			float32(c.own), float32(c.other), logarithm(c.own), logarithm(c.other),
			float32(first.own), float32(second.other),
		}
	}
	return table
}()

func logarithm(chance float64) float32 { return float32(math.Log(chance + 0.02)) }

// A chance is that of each side to win a local board.
type chance struct{ own, other float64 }

func (c chance) lead() float64 { return c.own - c.other }

// toss returns the chances of a local board before the coin is tossed, if it
// gives the side the move, and if it gives it to the opponent. known holds those
// of all patterns that moves lead to.
func toss(known []chance, p network.Pattern) (before, first, second chance) {
	marks := p.Marks()
	switch network.PatternOf(cellsOf(marks, 1), cellsOf(marks, 2)) {
	case network.WonPattern:
		c := chance{own: 1}
		return c, c, c
	case network.LostPattern:
		c := chance{other: 1}
		return c, c, c
	case network.DeadPattern:
		return
	}
	first, second = chance{other: 2}, chance{own: 2}
	for i, mark := range marks {
		if mark != 0 {
			continue
		}
		if c := known[p+network.PatternOf(1<<i, 0)]; c.lead() > first.lead() {
			first = c
		}
		if c := known[p+network.PatternOf(0, 1<<i)]; c.lead() < second.lead() {
			second = c
		}
	}
	return chance{(first.own + second.own) / 2, (first.other + second.other) / 2}, first, second
}
