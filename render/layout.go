package render

import "noughts/game"

// maxLined is the size of the largest classic board with lines between its squares. A row of seven
// squares and its label take 29 of the 30 columns of a phone.
const maxLined = 7

// A layout has the places of the squares of a monospace board. Squares form blocks: the local
// boards, the single squares of a small board, or the whole of a large board. In a block there is
// one free column before, between and after the squares.
type layout struct {
	size  int
	block int // width and height of a block in squares
	rule  int // 1 if lines separate the blocks
	frame int // 1 if a line surrounds the board
}

// layoutOf returns the layout of a board. `tiles` is set for styles that colour the squares. Boards without local
// boards then need no lines.
func layoutOf(f *facts, tiles bool) layout {
	switch {
	case f.locals != nil:
		return layout{size: f.size, block: 3, rule: 1, frame: 1}
	case tiles:
		return layout{size: f.size, block: 1}
	case f.size > maxLined:
		return layout{size: f.size, block: f.size}
	}
	return layout{size: f.size, block: 1, rule: 1}
}

// blocks returns the number of blocks of squares (see layout) side by side.
func (l layout) blocks() int { return l.size / l.block }

// left returns the first column of text of the i-th block from the left.
func (l layout) left(i int) int { return l.frame + i*(2*l.block+1+l.rule) }

// top returns the first row of text of the i-th block from the top.
func (l layout) top(i int) int { return l.frame + i*(l.block+l.rule) }

// width returns the number of columns of text of the board without labels.
func (l layout) width() int { return l.left(l.blocks()) - l.rule + l.frame }

// height returns the number of rows of text of the board without labels.
func (l layout) height() int { return l.top(l.blocks()) - l.rule + l.frame }

// x returns the column of text of a column of the board.
func (l layout) x(col int) int { return l.left(col/l.block) + 1 + col%l.block*2 }

// y returns the row of text of a row of the board.
func (l layout) y(row int) int { return l.top(row/l.block) + row%l.block }

// place returns the column and the row of text of a square.
func (l layout) place(s game.Square) (x, y int) { return l.x(s.Col()), l.y(s.Row()) }
