package main

import (
	"math"

	"noughts/game/ai/uttt"
)

// The first layer has a row for every pattern of every local board. During training, an encoder makes the rows of open
// boards from a pattern's parts (the states of the nine cells and of the eight lines) and chances. So rare patterns
// learn from common ones.

// A part is one state of one cell (of 3) or of one line (of 27) of a local board. A pattern has patternSum parts: one
// for each cell and each line.
const (
	cellParts  = 9 * 3
	boardParts = cellParts + 8*27
	patternSum = 9 + 8
)

// partsOf has the parts of each open board's pattern.
var partsOf = func() *[uttt.WonPattern][patternSum]int {
	table := new([uttt.WonPattern][patternSum]int)
	for p := range table {
		marks := uttt.Pattern(p).Marks()
		for i, mark := range marks {
			table[p][i] = i*3 + int(mark)
		}
		for i, l := range uttt.BoardLines {
			state := marks[l[0]] + 3*marks[l[1]] + 9*marks[l[2]]
			table[p][9+i] = cellParts + i*27 + int(state)
		}
	}
	return table
}()

// chanceParts is the number of inputs that chancesOf has for each open pattern.
const chanceParts = 6

// A chance has each side's probability of winning a local board: `own` for the side that sees the pattern.
type chance struct{ own, other float64 }

// chancesOf has, for each open board's pattern, chances that depend on that board only. The first
// two are the chances of each side to win the board if a toss of a coin decides who makes each move,
// and both sides play their best moves. The next two are their logarithms, because the chance to win
// three boards of a line is a product. The last two are the chance of each side after a move of its own.
var chancesOf = func() *[uttt.WonPattern][chanceParts]float32 {
	table := new([uttt.WonPattern][chanceParts]float32)
	known := make([]chance, uttt.WonPattern)
	logarithm := func(chance float64) float32 { return float32(math.Log(chance + 0.02)) }
	for i := range uttt.WonPattern {
		p := uttt.WonPattern - 1 - i // every move leads to a greater number, whose chances are already known
		first, second := bestMoves(known, p)
		c := chance{(first.own + second.own) / 2, (first.other + second.other) / 2}
		known[p] = c
		table[p] = [chanceParts]float32{
			float32(c.own), float32(c.other), logarithm(c.own), logarithm(c.other), float32(first.own), float32(second.other),
		}
	}
	return table
}()

// bestMoves returns the chances after the best move of the side that sees the pattern, and after that of its opponent.
// `known` has those of all patterns with one mark more.
func bestMoves(known []chance, p uttt.Pattern) (first, second chance) {
	marks := p.Marks()
	var cells [3]uint16 // by mark
	for i, mark := range marks {
		cells[mark] |= 1 << i
	}
	switch uttt.PatternOf(cells[1], cells[2]) {
	case uttt.WonPattern:
		return chance{own: 1}, chance{own: 1}
	case uttt.LostPattern:
		return chance{other: 1}, chance{other: 1}
	case uttt.DeadPattern:
		return chance{}, chance{}
	}
	first, second = chance{other: 2}, chance{own: 2}
	for i, mark := range marks {
		if mark != 0 {
			continue
		}
		if c := known[p+uttt.PatternOf(1<<i, 0)]; c.own-c.other > first.own-first.other {
			first = c
		}
		if c := known[p+uttt.PatternOf(0, 1<<i)]; c.own-c.other < second.own-second.other {
			second = c
		}
	}
	return first, second
}
