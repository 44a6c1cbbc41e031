package render

import "noughts/game"

// ansi is a checkerboard in two background colors with the numbers of the
// free squares. Colors do not show on phones, so everything they say is also
// said by a shape.
var ansi = monospace{
	simple: box.simple,
	double: box.double,
	large:  box.large,
	tiles:  checker,
}

// The two grounds of the checkerboard, and the colors that can be read on
// each, by mark; Empty is for numbers.
var (
	darkGround  = map[game.Mark]ink{game.Empty: {36, 40, false}, game.X: {31, 40, true}, game.O: {34, 40, true}}
	lightGround = map[game.Mark]ink{game.Empty: {30, 47, false}, game.X: {31, 47, true}, game.O: {34, 47, true}}
)

// checker colors the squares of a flat board, and of a nested one the local
// boards, alternately dark and light; and every mark in its side's color, with
// the brackets round it.
func checker(c canvas, l layout, f *facts) {
	for s := range f.all {
		board, _ := f.local(s)
		tint(c, l, s, 1, groundOf(l, s)[board.outcome.Winner])
	}
	for s, sq := range f.marks {
		reach := 1
		if shared := l.block > 1; shared && !sq.last {
			reach = 0
		}
		tint(c, l, s, reach, groundOf(l, s)[sq.mark])
	}
}

// groundOf returns the inks of the ground under a square.
func groundOf(l layout, s game.Square) map[game.Mark]ink {
	if (s.Col()/l.block+s.Row()/l.block)%2 == 0 {
		return darkGround
	}
	return lightGround
}

// tint inks a square and as many columns to its left and right as reach says.
func tint(c canvas, l layout, s game.Square, reach int, k ink) {
	x, y := l.place(s)
	for dx := -reach; dx <= reach; dx++ {
		c[y][x+dx].ink = k
	}
}
