package render

// The directions of a line from a character.
const (
	up = 1 << iota
	right
	down
	left
)

// arms holds the directions of the simple and double lines from a character.
type arms struct{ simple, double uint8 }

// drawLines draws the lines between and round the blocks of a board, double ones round the framed
// local boards. A double line hides a simple one.
func drawLines(c canvas, l layout, f *facts, m monospace) {
	for i := range l.blocks() * l.blocks() {
		col, row := i%l.blocks(), i/l.blocks()
		double := f.locals != nil && f.locals[i].framed
		rectangle(l.left(col)-1, l.top(row)-1, l.left(col+1)-1, l.top(row+1)-1, func(x, y int, arm uint8) {
			if g := c.glyph(x, y); g != nil {
				g.arms.add(arm, double)
				g.char = m.line(g.arms)
			}
		})
	}
}

// rectangle calls join for every arm of the characters on a rectangle's sides.
func rectangle(x0, y0, x1, y1 int, join func(x, y int, arm uint8)) {
	for x := x0; x < x1; x++ {
		for _, y := range [2]int{y0, y1} {
			join(x, y, right)
			join(x+1, y, left)
		}
	}
	for y := y0; y < y1; y++ {
		for _, x := range [2]int{x0, x1} {
			join(x, y, down)
			join(x, y+1, up)
		}
	}
}

func (a *arms) add(arm uint8, double bool) {
	if double {
		a.double |= arm
	} else {
		a.simple |= arm
	}
}
