package network

import (
	"math"
	"sync"
)

// Most of what a network knows of a pattern it knows of the pattern's parts:
// what stands in each of the eight lines, and the chances of either side. A
// packed file holds what the parts are worth on each board and, pattern by
// pattern, how far its row is from their sum.
const (
	lineParts = len(Lines) * 27
	partCount = lineParts + ChanceParts

	// Parts are worth multiples of 1/partUnit, chances are multiples of 1/chanceUnit.
	partUnit   = 1 << partShift
	chanceUnit = 1 << chanceShift

	partShift   = 2
	chanceShift = 10
)

// openCount is the number of patterns of open boards. They come first among the
// rows of a board.
const openCount = patternCount - 3

// A makeup is what an open board's pattern is made of.
type makeup struct {
	lines   [len(Lines)]uint8 // the part of each line, less 27 for each line before it
	chances [ChanceParts]int32
}

// makeups holds what each open pattern is made of, in the order of the rows.
var makeups = sync.OnceValue(func() []makeup {
	chances := Chances()
	all := make([]makeup, 0, openCount)
	for p := range WonPattern {
		if !p.open() {
			continue
		}
		var m makeup
		marks := p.Marks()
		for i, l := range Lines {
			m.lines[i] = marks[l[0]] + 3*marks[l[1]] + 9*marks[l[2]]
		}
		for i, c := range chances[p] {
			m.chances[i] = int32(math.Round(float64(c) * chanceUnit))
		}
		all = append(all, m)
	}
	return all
})

// sum returns what the parts of a pattern are worth together. Damaged parts may
// make it overflow, which harms nobody: the row is checked afterwards.
func (m *makeup) sum(parts *[partCount]Row) (sum [Lanes]int32) {
	for i, state := range m.lines {
		for l, v := range &parts[i*27+int(state)] {
			sum[l] += int32(v)
		}
	}
	for l := range sum {
		sum[l] <<= chanceShift
	}
	for i, chance := range m.chances {
		for l, v := range &parts[lineParts+i] {
			sum[l] += int32(v) * chance
		}
	}
	for l, v := range &sum {
		sum[l] = (v + partUnit*chanceUnit/2) >> (partShift + chanceShift)
	}
	return sum
}
