package training

import (
	"cmp"
	"math"
	"slices"

	"noughts/game/ai/uttt/network"
)

// The first layer has a row for every pattern of every local board. While it is trained a row is the sum of
// its own weights and of those of its parts: what is on each of the nine cells and in each of the eight
// lines. Rare patterns thus learn from common ones.

// Parts of a local board: 3 states of each cell and 27 of each line.
const (
	cellParts  = 9 * 3
	boardParts = cellParts + 8*27
	patternSum = 9 + 8 // parts of a pattern
)

// partsOf holds the parts of each open board's pattern.
var partsOf = func() *[network.WonPattern][patternSum]uint8 {
	table := new([network.WonPattern][patternSum]uint8)
	for p := range table {
		marks := network.Pattern(p).Marks()
		for i, mark := range marks {
			table[p][i] = uint8(i*3) + mark
		}
		for i, l := range network.Lines {
			state := marks[l[0]] + 3*marks[l[1]] + 9*marks[l[2]]
			table[p][9+i] = uint8(cellParts + i*27 + int(state))
		}
	}
	return table
}()

// A row is the number of a row of the first layer: local board and pattern.
type row uint32

// Besides the nine local boards, the board that must be played has rows of its
// own, as the side to move sees it and as its opponent does.
const (
	boards   = network.ForcedBoard + 2
	rowCount = boards * int(network.Patterns)
)

func rowOf(board int, p network.Pattern) row { return row(board*int(network.Patterns) + int(p)) }

func (r row) board() int               { return int(r) / int(network.Patterns) }
func (r row) pattern() network.Pattern { return network.Pattern(int(r) % int(network.Patterns)) }

// chanceParts is the number of chances that a pattern's row is made of.
const chanceParts = 6

// chancesOf holds for each open board's pattern the chances that one can tell without the other boards: those
// of winning the board if a coin is tossed for each move and both sides make the best of theirs, the
// logarithms of these (three boards of a line are won with the product of their chances), and the chance of
// each side after a move of its own.
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

// toss returns the chances of a local board before the coin is tossed, if it gives the side the move, and if
// it gives it to the opponent. known holds those of all patterns that moves lead to.
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

// symmetries are the turns and reflections of a 3×3 grid; symmetries[s][i] is where the thing in place i
// goes. The first is the identity. Turning the whole game turns the grid of boards and every board with it.
var symmetries = func() (all [8][9]uint8) {
	for s := range all {
		for i := range uint8(9) {
			row, column := i/3, i%3
			if s&1 != 0 {
				row, column = column, row
			}
			if s&2 != 0 {
				row = 2 - row
			}
			if s&4 != 0 {
				column = 2 - column
			}
			all[s][i] = 3*row + column
		}
	}
	return all
}()

// turned holds what becomes of each pattern under each symmetry.
var turned = func() *[8][network.Patterns]network.Pattern {
	table := new([8][network.Patterns]network.Pattern)
	for s := range table {
		for p := range network.Patterns {
			table[s][p] = p
			if p >= network.WonPattern {
				continue
			}
			var marks [9]uint8
			for i, mark := range p.Marks() {
				marks[symmetries[s][i]] = mark
			}
			table[s][p] = network.Seen(marks)
		}
	}
	return table
}()

// turn returns a position under a symmetry.
func turn(in Input, symmetry int) Input {
	to, pattern := &symmetries[symmetry], &turned[symmetry]
	out := Input{Forced: network.AnyBoard}
	for i, p := range in.Boards {
		out.Boards[to[i]] = pattern[p]
	}
	if in.Forced != network.AnyBoard {
		out.Forced = to[in.Forced]
	}
	return out
}

// canonical returns the least of the eight positions that a position can be
// turned into, so that all eight have the same.
func canonical(in Input) Input {
	least := in
	for s := 1; s < len(symmetries); s++ {
		if next := turn(in, s); less(&next, &least) {
			least = next
		}
	}
	return least
}

func less(a, b *Input) bool {
	return cmp.Or(slices.Compare(a.Boards[:], b.Boards[:]), cmp.Compare(a.Forced, b.Forced)) < 0
}
