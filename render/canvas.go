package render

import (
	"strconv"
	"strings"
)

// An ink is the colour and weight of a character in a code block of Discord's language "ansi". The
// zero ink is the default of the block.
type ink struct {
	color  int // foreground colour, 30 to 37, or 0
	ground int // background colour, 40 to 47, or 0
	bold   bool
}

func (k ink) code() string {
	code := "\x1b[0"
	if k.bold {
		code += ";1"
	}
	for _, n := range []int{k.color, k.ground} {
		if n != 0 {
			code += ";" + strconv.Itoa(n)
		}
	}
	return code + "m"
}

type glyph struct {
	char rune
	ink  ink
	arms arms // the lines that meet at the character, by direction
}

// A canvas is a rectangle of characters. Writing outside of it does nothing, so frames are clipped at its edge.
type canvas [][]glyph

func newCanvas(width, height int) canvas {
	c := make(canvas, height)
	for y := range c {
		c[y] = make([]glyph, width)
		for x := range c[y] {
			c[y][x].char = ' '
		}
	}
	return c
}

func (c canvas) glyph(x, y int) *glyph {
	if y < 0 || y >= len(c) || x < 0 || x >= len(c[y]) {
		return nil
	}
	return &c[y][x]
}

func (c canvas) write(x, y int, text string) {
	for _, char := range text {
		if g := c.glyph(x, y); g != nil {
			g.char = char
		}
		x++
	}
}

// looksIn reports whether a glyph looks the same in ink k. Of a blank only the background is seen.
func (g glyph) looksIn(k ink) bool {
	return g.ink == k || g.char == ' ' && g.ink.ground == k.ground
}

func (c canvas) line(y int) string {
	row, end := c[y], len(c[y])
	for end > 0 && row[end-1] == (glyph{char: ' '}) {
		end--
	}
	var b strings.Builder
	var now ink
	for _, g := range row[:end] {
		if !g.looksIn(now) {
			b.WriteString(g.ink.code())
			now = g.ink
		}
		b.WriteRune(g.char)
	}
	if now != (ink{}) {
		b.WriteString(ink{}.code())
	}
	return b.String()
}

// The directions of a line from a character.
const (
	up = 1 << iota
	right
	down
	left
)

// arms says in which directions lines leave a character: single lines in `simple`, double lines in `double`.
type arms struct{ simple, double uint8 }

// drawLines draws the lines between and around the blocks of a board (see layout). Framed local
// boards get double lines. A double line hides a single line.
func drawLines(c canvas, l layout, f *facts, m monospace) {
	for i := range l.blocks() * l.blocks() {
		col, row := i%l.blocks(), i/l.blocks()
		double := f.locals != nil && f.locals[i].framed
		rectangle(l.left(col)-1, l.top(row)-1, l.left(col+1)-1, l.top(row+1)-1, func(x, y int, arm uint8) {
			if g := c.glyph(x, y); g != nil {
				if double {
					g.arms.double |= arm
				} else {
					g.arms.simple |= arm
				}
				g.char = m.line(g.arms)
			}
		})
	}
}

// rectangle calls `join` for every arm (see arms) of the characters on the sides of a rectangle.
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
