package render

// The directions in which a line leaves a character.
const (
	up = 1 << iota
	right
	down
	left
)

// arms holds, for each character of a canvas, the directions in which simple
// and double lines leave it.
type arms struct{ simple, double int }

// drawLines draws the lines between and round the blocks of a board, double ones
// round the framed local boards. Where both meet, the double line is drawn.
func drawLines(c canvas, l layout, f *facts, p pen) {
	all := map[[2]int]arms{}
	for i := range l.blocks() * l.blocks() {
		col, row := i%l.blocks(), i/l.blocks()
		double := f.locals != nil && f.locals[i].framed
		rectangle(all, l.left(col)-1, l.top(row)-1, l.left(col+1)-1, l.top(row+1)-1, double)
	}
	for at, a := range all {
		if g := c.glyph(at[0], at[1]); g != nil {
			g.char = p.line(a)
		}
	}
}

// rectangle adds the arms of a rectangle's sides.
func rectangle(all map[[2]int]arms, x0, y0, x1, y1 int, double bool) {
	for x := x0; x < x1; x++ {
		for _, y := range []int{y0, y1} {
			join(all, x, y, right, double)
			join(all, x+1, y, left, double)
		}
	}
	for y := y0; y < y1; y++ {
		for _, x := range []int{x0, x1} {
			join(all, x, y, down, double)
			join(all, x, y+1, up, double)
		}
	}
}

func join(all map[[2]int]arms, x, y, direction int, double bool) {
	a := all[[2]int{x, y}]
	if double {
		a.double |= direction
	} else {
		a.simple |= direction
	}
	all[[2]int{x, y}] = a
}
