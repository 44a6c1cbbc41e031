package uttt

import (
	"noughts/game/rules"
)

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
