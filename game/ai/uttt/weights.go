package uttt

import "noughts/game/rules"

// The shape of the network. Lanes is the number of neurons for each side's view of the position.
// Heads is the number of output neurons; the number of closed local boards selects one of them.
const (
	Lanes = 32
	Heads = 5
)

// The units of the network, which calculates with integers. A lane (neuron) is clipped to the range from 0 to Full, and
// Full means 1. The square of a lane has the range from 0 to seenFull. A head's weight of 1 is stored as HeadUnit.
const (
	Full     = 511
	seenFull = (Full << seenShift) * (Full << seenShift) >> 16
	HeadUnit = 512

	// ValueUnit is the sum of a head that means one logit.
	ValueUnit = seenFull * HeadUnit

	seenShift = 6 // the largest shift that keeps Full within a signed 16-bit number
)

// A Row has the numbers that one feature of a position adds to the lanes.
type Row [Lanes]int16

// A Head has the output weights: for the lanes of the side to move, then for those of its opponent.
type Head struct {
	Lanes [2 * Lanes]int16
	Base  int32 // in units of 1/ValueUnit logits
}

// Weights are all learned parameters of a network.
type Weights struct {
	rows   []Row                // rows of weights for the patterns of local boards, then for that of the forced board; see ForcedBoard
	Forced [2][AnyBoard + 1]Row // rows for the number of the forced board, as seen by the side to move and by its opponent
	Heads  [Heads]Head
}

// ForcedBoard is the board number whose rows are for the forced board's pattern, as the side to move sees it.
// ForcedBoard+1 is for the pattern as the opponent sees it. If the choice is free, the pattern of a dead board (full,
// without a winner) is used.
const ForcedBoard = 9

const rowBoards = 11

// OpenPatterns are the patterns of open boards that can occur: without a line, and with an empty cell. With those of the
// three closed ones they have patternCount rows of weights, in this order.
var OpenPatterns = func() (open [patternCount - closedPatterns]Pattern) {
	next := 0
	for p := range WonPattern {
		if p.open() {
			open[next] = p
			next++
		}
	}
	return open
}()

const (
	closedPatterns = 3
	patternCount   = 11093 + closedPatterns
)

// compactPatterns has the row index of each pattern, that of a dead board for patterns that cannot occur.
var compactPatterns = func() *[Patterns]uint16 {
	table := new([Patterns]uint16)
	for p := range table {
		table[p] = patternCount - 1
	}
	for i, p := range OpenPatterns {
		table[p] = uint16(i)
	}
	for i := range closedPatterns {
		table[int(WonPattern)+i] = uint16(len(OpenPatterns) + i)
	}
	return table
}()

func (p Pattern) open() bool {
	if p >= WonPattern {
		return false
	}
	var marks [3]uint16
	for i, mark := range p.Marks() {
		marks[mark] |= 1 << i
	}
	return marks[0] != 0 && !rules.HasLine(marks[1]) && !rules.HasLine(marks[2])
}

func newWeights() *Weights {
	w := &Weights{rows: make([]Row, rowBoards*patternCount)}
	PreferHuge(w.rows)
	return w
}

// HeadOf returns the index of the head for positions with a number of closed boards.
func HeadOf(closed int) int { return min(closed/2, Heads-1) }

// A Pattern is the state of a local board as a side sees it, as a number. The pattern of an open board has a digit in
// base three for each cell, the first cell lowest: 0 for an empty cell, 1 for the side's own mark, 2 for the opponent's
// mark. The pattern of a closed board depends only on its owner.
type Pattern uint16

// The patterns of closed boards, and the number of patterns.
const (
	WonPattern  Pattern = 19683 + iota // won by the side that sees the pattern
	LostPattern                        // won by its opponent
	DeadPattern                        // full without a winner
	Patterns
)

// AnyBoard is the forced board if there is a free choice.
const AnyBoard = 9

// PatternOf returns the pattern of a local board for the side that has marks on the cells `own`; the opponent has marks
// on the cells `other`. Both are bit sets in reading order.
func PatternOf(own, other uint16) Pattern {
	switch {
	case rules.HasLine(own):
		return WonPattern
	case rules.HasLine(other):
		return LostPattern
	case own|other == all:
		return DeadPattern
	}
	return Pattern(ternary[own] + 2*ternary[other])
}

// BoardLines are the eight lines of three cells.
var BoardLines = func() (lines [8][3]uint8) {
	for i, squares := range rules.Lines(3) {
		for k, s := range squares {
			lines[i][k] = uint8(3*s.Row() + s.Col())
		}
	}
	return lines
}()

// Marks returns the digits of an open board's pattern, cell by cell: 0 empty, 1 the side's mark, 2 the opponent's.
func (p Pattern) Marks() (cells [9]uint8) {
	for i := range cells {
		cells[i] = uint8(p % 3)
		p /= 3
	}
	return cells
}

// Flip returns the pattern as the opponent sees it.
func (p Pattern) Flip() Pattern {
	switch p {
	case WonPattern:
		return LostPattern
	case LostPattern:
		return WonPattern
	case DeadPattern:
		return DeadPattern
	}
	return flippedPatterns[p]
}

var flippedPatterns = func() *[DeadPattern]Pattern {
	table := new([DeadPattern]Pattern)
	for p := range WonPattern {
		cells := p.Marks()
		for i := range cells {
			cells[i] = (3 - cells[i]) % 3
		}
		table[p] = PatternOfMarks(cells)
	}
	return table
}()

// PatternOfMarks returns the pattern of an open board with the given marks. It is the inverse of Marks.
func PatternOfMarks(cells [9]uint8) (p Pattern) {
	for i := 8; i >= 0; i-- {
		p = 3*p + Pattern(cells[i])
	}
	return p
}
