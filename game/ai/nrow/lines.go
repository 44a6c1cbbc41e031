package nrow

import (
	"math/bits"

	"noughts/game"
	"noughts/game/classic"
)

// maxLines is the number of lines of the largest board with the shortest lines:
// 63 in columns, 63 in rows, 98 in diagonals.
const maxLines = 224

// A set holds squares, one bit each, by their number.
type set struct{ low, high uint64 }

func single(s game.Square) set {
	if s < 64 {
		return set{low: 1 << s}
	}
	return set{high: 1 << (s - 64)}
}

func (a set) or(b set) set  { return set{a.low | b.low, a.high | b.high} }
func (a set) and(b set) set { return set{a.low & b.low, a.high & b.high} }
func (a set) not(b set) set { return set{a.low &^ b.low, a.high &^ b.high} }
func (a set) has(b set) bool {
	return a.low&b.low|a.high&b.high != 0
}
func (a set) empty() bool { return a.low|a.high == 0 }
func (a set) count() int  { return bits.OnesCount64(a.low) + bits.OnesCount64(a.high) }

// first returns the lowest square of a set that is not empty.
func (a set) first() game.Square {
	if a.low != 0 {
		return game.Square(bits.TrailingZeros64(a.low))
	}
	return game.Square(64 + bits.TrailingZeros64(a.high))
}

// A geometry holds the lines of a board of one size, and what they are good for.
type geometry struct {
	size    int
	length  int  // the squares of a line
	misere  bool // who completes a line loses
	all     set  // the squares of the board
	lines   []set
	through [squares][]uint8 // the lines that a square lies on
	worth   []int32          // of an open line, by the number of marks on it
	judged  []value          // what such a line makes a position seem to be worth; see newGeometry
}

// squares is more than the number of any square.
const squares = game.MaxSize * game.MaxSize

// newGeometry returns a geometry that judges no line. From 4×4 on, best play
// for a whole row draws, so there is nothing to tell positions apart by: a
// judgment that counts on an opponent who blocks everything makes the engine give
// up lines that most opponents would let it complete.
func newGeometry(size, length int, misere bool) *geometry {
	g := &geometry{size: size, length: length, misere: misere, judged: make([]value, length+1)}
	for i, line := range classic.LinesInARow(size, length) {
		var members set
		for _, s := range line {
			members = members.or(single(s))
			g.through[s] = append(g.through[s], uint8(i))
		}
		g.lines, g.all = append(g.lines, members), g.all.or(members)
	}
	for marks := range length + 1 {
		g.worth = append(g.worth, int32(marks*marks))
	}
	return g
}
