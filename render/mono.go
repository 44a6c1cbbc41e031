package render

import (
	"strconv"
	"strings"

	"noughts/game"
)

// A pen holds what differs between the monospace styles.
type pen struct {
	simple, double [16]rune                // lines by the directions in which they leave a character
	large          map[game.Mark][3]string // what covers a local board that is won, or drawn under Empty
	dot            string                  // a playable square; "" shows its number
	idle           string                  // a free square that is not playable, on a board without lines
	ruled          bool                    // lines part the squares of a classic board
	shade          func(canvas, layout, *facts)
}

// strokes reads the sixteen characters of a pen's lines.
func strokes(text string) (lines [16]rune) {
	copy(lines[:], []rune(text))
	return lines
}

func (p pen) line(a arms) rune {
	if a.double != 0 {
		return p.double[a.double]
	}
	return p.simple[a.simple]
}

// paint draws a monospace board.
func paint(f *facts, p pen) string {
	l := layoutOf(f, p.ruled)
	c := newCanvas(l.width(), l.height())
	if l.rule > 0 {
		drawLines(c, l, f, p)
	}
	for b, board := range f.locals {
		if board.outcome.Over {
			cover(c, l, b, p.large[board.outcome.Winner])
		}
	}
	for s := range f.all {
		mark(c, l, f, s, p)
	}
	if p.shade != nil {
		p.shade(c, l, f)
	}
	return labelled(c, l, f)
}

// cover draws one large mark over a local board.
func cover(c canvas, l layout, board int, large [3]string) {
	for i, text := range large {
		c.write(l.left(board%3), l.top(board/3)+i, text)
	}
}

// mark draws one square: the mark, the last one in parentheses, the winning
// ones in brackets; or what shows that it may be played.
func mark(c canvas, l layout, f *facts, s game.Square, p pen) {
	x, y := l.place(s)
	sq := f.squares[s]
	letter := strings.ToUpper(sq.mark.String())
	board, _ := f.local(s)
	switch {
	case sq.last:
		c.write(x-1, y, "("+letter+")")
	case sq.winning:
		bracket(c, l, f, s, letter)
	case board.outcome.Over:
	case sq.playable && p.dot != "":
		c.write(x, y, p.dot)
	case sq.playable:
		number := strconv.Itoa(sq.number)
		c.write(x+1-len(number), y, number)
	case sq.mark != game.Empty:
		c.write(x, y, letter)
	case l.blocks() == 1:
		c.write(x, y, p.idle)
	}
}

// bracket draws a winning mark. Neighbours that share a gap are joined there
// instead of each having a bracket, and the parentheses of the last move stay.
func bracket(c canvas, l layout, f *facts, s game.Square, letter string) {
	x, y := l.place(s)
	open, shut := "[", "]"
	if shared := l.block > 1; shared && s.Col() > 0 {
		switch before := f.squares[s-1]; {
		case before.last:
			open = ")"
		case before.winning:
			open = "="
		}
	}
	c.write(x-1, y, open+letter+shut)
}

// labelled writes the canvas with column letters above and row numbers beside
// it, unless the view has none.
func labelled(c canvas, l layout, f *facts) string {
	lines := make([]string, len(c))
	for y := range c {
		lines[y] = c.line(y)
	}
	if !f.labels {
		return strings.Join(lines, "\n")
	}
	letters := newCanvas(l.width(), 1)
	for i := range f.size {
		letters.write(l.x(i), 0, string(rune('a'+i)))
	}
	labels := newCanvas(2, len(c))
	for i := range f.size {
		labels.write(0, l.y(i), strconv.Itoa(i+1))
	}
	for y := range lines {
		lines[y] = string(labels[y][0].char) + " " + lines[y]
	}
	return "  " + letters.line(0) + "\n" + strings.Join(lines, "\n")
}
