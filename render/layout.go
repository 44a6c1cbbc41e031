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

// layoutOf returns the layout of a board. Styles with `tiles`, which colour squares, need lines for local boards only.
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

func (l layout) blocks() int { return l.size / l.block }

func (l layout) left(i int) int { return l.frame + i*(2*l.block+1+l.rule) }

func (l layout) top(i int) int { return l.frame + i*(l.block+l.rule) }

func (l layout) width() int { return l.left(l.blocks()) - l.rule + l.frame }

func (l layout) height() int { return l.top(l.blocks()) - l.rule + l.frame }

func (l layout) x(col int) int { return l.left(col/l.block) + 1 + col%l.block*2 }

func (l layout) y(row int) int { return l.top(row/l.block) + row%l.block }

func (l layout) place(s game.Square) (x, y int) { return l.x(s.Col()), l.y(s.Row()) }
