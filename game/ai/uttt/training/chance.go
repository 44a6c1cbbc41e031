package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

// chanceParts is the number of a pattern's chances that its row is made of.
const chanceParts = 6

// chancesOf holds, for each open board's pattern, what a player would say of it
// who knows nothing of the other boards: the chances of winning the board if a
// coin is tossed for each move and both sides make the best of theirs, those
// after one's own next move, and the logarithms of the first, for three boards
// of a line are won with the product of their chances.
var chancesOf = func() *[network.WonPattern][chanceParts]float32 {
	t := tosses{known: make(map[network.Pattern]chance)}
	table := new([network.WonPattern][chanceParts]float32)
	for p := range table {
		c, first, second := t.split(network.Pattern(p).Marks())
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

// tosses remembers the chances of patterns.
type tosses struct {
	known map[network.Pattern]chance
}

// of returns the chances of a local board.
func (t tosses) of(marks [9]uint8) chance {
	p := network.Seen(marks)
	c, ok := t.known[p]
	if !ok {
		c, _, _ = t.split(marks)
		t.known[p] = c
	}
	return c
}

// split returns the chances of a local board before the coin is tossed, if it
// gives the side the move, and if it gives it to the opponent.
func (t tosses) split(marks [9]uint8) (before, first, second chance) {
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
		marks[i] = 1
		if c := t.of(marks); c.lead() > first.lead() {
			first = c
		}
		marks[i] = 2
		if c := t.of(marks); c.lead() < second.lead() {
			second = c
		}
		marks[i] = 0
	}
	return chance{(first.own + second.own) / 2, (first.other + second.other) / 2}, first, second
}

// cellsOf returns the cells that bear a mark, one bit a cell.
func cellsOf(marks [9]uint8, mark uint8) (cells uint16) {
	for i, m := range marks {
		if m == mark {
			cells |= 1 << i
		}
	}
	return cells
}
