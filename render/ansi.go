package render

import "noughts/game"

// ansi is a chequerboard in two background colours with the numbers of the
// free squares. Colours do not show on phones, so everything they say is also
// said by a shape.
var ansi = pen{
	simple: box.simple,
	double: box.double,
	large:  box.large,
	shade:  chequer,
}

// The two grounds of the chequerboard, and the colours that can be read on
// each, by mark; Empty is for numbers.
var (
	darkGround  = map[game.Mark]ink{game.Empty: {37, 40, false}, game.X: {31, 40, true}, game.O: {34, 40, true}}
	lightGround = map[game.Mark]ink{game.Empty: {30, 47, false}, game.X: {31, 47, true}, game.O: {34, 47, true}}
)

// chequer colours the squares of a classic board, and in Ultimate the local
// boards, alternately dark and light.
func chequer(c canvas, l layout, f *facts) {
	for s := range f.all {
		shadeSquare(c, l, f, s)
	}
}

func shadeSquare(c canvas, l layout, f *facts, s game.Square) {
	grounds, mark := lightGround, f.squares[s].mark
	if (s.Col()/l.block+s.Row()/l.block)%2 == 0 {
		grounds = darkGround
	}
	if board, _ := f.local(s); board.outcome.Over {
		mark = board.outcome.Winner
	}
	x, y := l.place(s)
	for dx := -1; dx <= 1; dx++ {
		c[y][x+dx].ink = grounds[mark]
	}
}
