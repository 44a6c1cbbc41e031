package training

import (
	"cmp"
	"math"
	"slices"

	"noughts/game/ai/uttt/network"
)

// The first layer has a row for every pattern of every local board. During training, an encoder makes the rows of open
// boards from a pattern's parts (the states of the nine cells and of the eight lines) and chances. So rare patterns
// learn from common ones.

// A part is one state of one cell or of one line of a local board. cellParts counts the states of all nine cells (3
// each), boardParts adds those of the eight lines (27 each). A pattern of a local board consists of patternSum parts:
// one for each cell and each line.
const (
	cellParts  = 9 * 3
	boardParts = cellParts + 8*27
	patternSum = 9 + 8
)

// partsOf has the parts (states of cells and lines, see cellParts) of each open board's pattern.
var partsOf = func() *[network.WonPattern][patternSum]int32 {
	table := new([network.WonPattern][patternSum]int32)
	for p := range table {
		marks := network.Pattern(p).Marks()
		for i, mark := range marks {
			table[p][i] = int32(i*3) + int32(mark)
		}
		for i, l := range network.Lines {
			state := marks[l[0]] + 3*marks[l[1]] + 9*marks[l[2]]
			table[p][9+i] = int32(cellParts + i*27 + int(state))
		}
	}
	return table
}()

// A row is the index of a row of the first layer. It combines the local board and the pattern.
type row uint32

// Besides the nine local boards, the forced board has its own rows, as the side to move sees it and
// as the opponent sees it.
const (
	boards   = network.ForcedBoard + 2
	rowCount = boards * int(network.Patterns)
)

func rowOf(board int, p network.Pattern) row { return row(board*int(network.Patterns) + int(p)) }

func (r row) board() int               { return int(r) / int(network.Patterns) }
func (r row) pattern() network.Pattern { return network.Pattern(int(r) % int(network.Patterns)) }

// chanceParts is the number of inputs that chancesOf has for each open pattern. They are chances to win the local
// board, and logarithms of chances.
const chanceParts = 6

// chancesOf has, for each open board's pattern, chances that depend on that board only. The first
// two are the chances of each side to win the board if a toss of a coin decides who makes each move,
// and both sides play their best moves. The next two are their logarithms, because the chance to win
// three boards of a line is a product. The last two are the chance of each side after a move of its own.
var chancesOf = func() *[network.WonPattern][chanceParts]float32 {
	table := new([network.WonPattern][chanceParts]float32)
	before := make([]chance, network.WonPattern)
	for i := range network.WonPattern {
		p := network.WonPattern - 1 - i // every move leads to a greater number, whose chances are already known
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

// A chance has each side's probability of winning a local board: `own` for the side
// that sees the pattern, `other` for its opponent.
type chance struct{ own, other float64 }

func (c chance) lead() float64 { return c.own - c.other }

// toss returns each side's chances on a local board with pattern p: `before` the coin is tossed; `first`, if the side
// that sees the pattern makes the next move; and `second`, if its opponent does. `known` has the chances of all
// patterns that have one mark more.
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

// symmetries are the rotations and reflections of a 3×3 grid, the identity first. symmetries[s][i] is the place where
// symmetry s moves place i. A symmetry of the whole game maps the grid of boards and each board in the same way.
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

// turned has the image of each pattern under each symmetry.
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

// turn returns the image of a position under a symmetry.
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

// canonical returns the least of the eight images of a position. It is the same for all eight.
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
