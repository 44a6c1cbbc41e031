package render

import "noughts/game"

// maxLined is the size of the largest classic board with lines between its squares: a row of seven and its
// label take 29 of the 30 columns of a phone.
const maxLined = 7

// A layout is the place of each square of a monospace board. Squares form blocks: the local boards, the
// single squares of a small board, or the whole of a large one. In a block one column is free before, between
// and after the squares.
type layout struct {
	size  int
	block int // columns and rows of squares in a block
	rule  int // 1 when lines part the blocks
	frame int // 1 when a line goes round the board
}

// layoutOf returns the layout of a board. Colored squares of a classic board need no lines between them.
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

// blocks returns the number of blocks side by side.
func (l layout) blocks() int { return l.size / l.block }

// left returns the first column of the i-th block from the left.
func (l layout) left(i int) int { return l.frame + i*(2*l.block+1+l.rule) }

// top returns the first row of text of the i-th block from the top.
func (l layout) top(i int) int { return l.frame + i*(l.block+l.rule) }

// width returns the columns of the whole board without its labels.
func (l layout) width() int { return l.left(l.blocks()) - l.rule + l.frame }

// height returns the rows of text of the whole board without its labels.
func (l layout) height() int { return l.top(l.blocks()) - l.rule + l.frame }

// x returns the column of the squares in a column of the board.
func (l layout) x(col int) int { return l.left(col/l.block) + 1 + col%l.block*2 }

// y returns the row of text of a row of the board.
func (l layout) y(row int) int { return l.top(row/l.block) + row%l.block }

// place returns the column and the row of text of a square.
func (l layout) place(s game.Square) (x, y int) { return l.x(s.Col()), l.y(s.Row()) }
