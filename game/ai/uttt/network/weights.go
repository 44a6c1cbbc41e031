package network

import "noughts/game/ultimate"

// The shape of the network. Lanes neurons look at the position as each side sees it; one of the Heads, chosen
// by how many local boards are closed, weighs what they see.
const (
	Lanes = 32
	Heads = 5
)

// How the network reckons with whole numbers. A lane is clipped to 0 … Full, which stands for 0 … 1, and
// squared to 0 … seenFull; a head's weight of 1 is HeadUnit.
const (
	Full     = 511
	seenFull = (Full << seenShift) * (Full << seenShift) >> 16
	HeadUnit = 512

	// ValueUnit is a logit in the sum that a head makes.
	ValueUnit = seenFull * HeadUnit

	seenShift = 6 // makes Full just fit 16 bits with a sign
)

// A Row is what one fact of a position adds to the lanes.
type Row [Lanes]int16

// A Head weighs the lanes of the side to move, then those of its opponent.
type Head struct {
	Lanes [2 * Lanes]int16
	Base  int32 // ValueUnit of them make a logit
}

// Weights are all that a network has learned.
type Weights struct {
	rows   []Row                // of local boards, then of the forced board; see Row
	Forced [2][AnyBoard + 1]Row // the forced board, as the side to move and as its opponent see it
	Bias   Row
	Heads  [Heads]Head
}

// ForcedBoard is the number of the board that must be played, in the rows that it has as such: those that the
// side to move sees. The next number is that of the rows that its opponent sees. On a free choice the row is
// that of a dead board.
const ForcedBoard = 9

const boards = 11

// patternCount is the number of patterns with a row: open boards, where nobody has a line and a
// cell is free, and the three closed ones.
const patternCount = 11093 + 3

// compact numbers the patterns that have a row. All others have that of a dead board; they never occur.
var compact = func() *[Patterns]uint16 {
	table := new([Patterns]uint16)
	next := uint16(0)
	for p := range Patterns {
		if p >= WonPattern || p.open() {
			table[p] = next
			next++
		} else {
			table[p] = patternCount - 1
		}
	}
	return table
}()

// open reports whether the pattern is that of an open board.
func (p Pattern) open() bool {
	if p >= WonPattern {
		return false
	}
	var marks [3]uint16
	for i, mark := range p.Marks() {
		marks[mark] |= 1 << i
	}
	return marks[0] != 0 && !ultimate.HasLine(marks[1]) && !ultimate.HasLine(marks[2])
}

// NewWeights returns weights that are all zero.
func NewWeights() *Weights { return &Weights{rows: make([]Row, boards*patternCount)} }

// Row returns the row of a pattern on a local board, or on the ForcedBoard.
func (w *Weights) Row(board int, p Pattern) *Row {
	return &w.rows[board*patternCount+int(compact[p])]
}

// HeadOf returns the number of the head for positions with a number of closed boards.
func HeadOf(closed int) int { return min(closed/2, Heads-1) }
