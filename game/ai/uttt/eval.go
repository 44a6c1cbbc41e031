package uttt

import (
	"math"
	"math/bits"
)

// steepness tells how quickly a value turns into certainty of the result: a
// thousand of a value is one of the logarithm of the odds.
const steepness = 1.0 / 1000

// expected returns the result to be expected from a value.
func expected(v value) float64 { return 1 / (1 + math.Exp(-steepness*float64(v))) }

// maxJudgement is the largest value of a judgement.
const maxJudgement value = 15000

// Where the kind of a local board lies in the two words of a board. The kinds
// of three boards in a row or in a column lie side by side.
var (
	acrossShift = [9]uint8{0, 5, 10, 15, 20, 25, 30, 35, 40}
	downShift   = [9]uint8{0, 15, 30, 5, 20, 35, 10, 25, 40}
)

const (
	kindMask = kinds - 1
	lineMask = 1<<(3*kindBits) - 1
)

// judge brings the evaluation's part of the board up to date.
func (b *board) judge(i uint8, old, now row, k kind) {
	change := b.across>>(acrossShift[i]&63)&kindMask ^ k
	b.across ^= change << (acrossShift[i] & 63)
	b.down ^= change << (downShift[i] & 63)
	local := &tables.local[placeOf[i]]
	b.fair += int32(local[now]) - int32(local[old])
}

// evaluate judges the position for the side to move.
func (b *board) evaluate() value {
	v := value(b.fair) + b.lines()
	if b.side != 0 {
		v = -v
	}
	v += b.turn()
	return max(min(v, maxJudgement), -maxJudgement)
}

// lines returns what the lines of the large board are worth to X.
func (b *board) lines() value {
	edge, middle, diagonal := &tables.line[0], &tables.line[1], &tables.line[2]
	a, d := b.across, b.down
	return value(edge[a&lineMask]) + value(middle[a>>15&lineMask]) + value(edge[a>>30&lineMask]) +
		value(edge[d&lineMask]) + value(middle[d>>15&lineMask]) + value(edge[d>>30&lineMask]) +
		value(diagonal[a&31|a>>15&(31<<5)|a>>30&(31<<10)]) +
		value(diagonal[a>>10&31|a>>15&(31<<5)|a>>20&(31<<10)])
}

// turn returns what the turn is worth on the board that must be played, or on
// a free choice.
func (b *board) turn() value {
	s := b.side & 1
	if b.playable&(b.playable-1) != 0 {
		return value(tables.free[bits.OnesCount16(b.threats.of(s))])
	}
	i := bits.TrailingZeros16(b.playable)
	if i > 8 {
		return 0
	}
	k := b.across >> (acrossShift[i] & 63) & kindMask
	return value(tables.turn[s][placeOf[i]][b.rows[i]]) + value(tables.stake[s][k][b.interest(0, i)][b.interest(1, i)])
}

// interest returns what winning a local board would bring a side: 2 the game, 1
// a part of a line that it can still make, else 0.
func (b *board) interest(side uint8, i int) uint8 {
	return within[i][b.can.of(side)&all] + uint8(gaps[b.won[side]&all]>>i&1)
}

// within[i] says of a set of local boards whether a line through i lies in it
// with i added: 1 if so.
var within = func() (table [9][512]uint8) {
	for i := range table {
		for s := range table[i] {
			if someLine(func(line set) bool { return line>>i&1 != 0 && line&^(set(s)|1<<i) == 0 }) {
				table[i][s] = 1
			}
		}
	}
	return table
}()

// placeOf returns whether a local board is at a corner, at an edge, or in the
// middle.
var placeOf = [9]uint8{0, 1, 0, 1, 2, 1, 0, 1, 0}
