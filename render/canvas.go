package render

import (
	"strconv"
	"strings"
)

// An ink is how a character is shown in a block of Discord's "ansi" language.
// The zero ink is the block's own.
type ink struct {
	color  int // 30 to 37, or 0
	ground int // 40 to 47, or 0
	bold   bool
}

// code returns the escape sequence that selects exactly this ink.
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

// A glyph is one character on a canvas.
type glyph struct {
	char rune
	ink  ink
	arms arms // of the lines that the character is a part of
}

// A canvas is a rectangle of characters. Writing beside it has no effect, so
// that a frame can be clipped by the board's edge.
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

// glyph returns the place of a character, nil beside the canvas.
func (c canvas) glyph(x, y int) *glyph {
	if y < 0 || y >= len(c) || x < 0 || x >= len(c[y]) {
		return nil
	}
	return &c[y][x]
}

// write puts a text on a row, from column x to the right.
func (c canvas) write(x, y int, text string) {
	for _, char := range text {
		if g := c.glyph(x, y); g != nil {
			g.char = char
		}
		x++
	}
}

// looksIn says whether a glyph looks the same in another ink: a blank does on the
// same ground.
func (g glyph) looksIn(k ink) bool {
	return g.ink == k || g.char == ' ' && g.ink.ground == k.ground
}

// line returns a row as text, without blanks at its end.
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
