package render

import (
	"strconv"
	"strings"

	"noughts/game"
)

type monospace struct {
	simple, double [16]rune                // characters for lines, indexed by directions
	large          map[game.Mark][3]string // text on a closed local board, by its winner; under Empty for a drawn board
	dot            string                  // a playable square; if "", the square shows its number
	idle           string                  // a free square that cannot be played, on a board without lines
	// tiles colours the squares, so that a board without local boards needs no lines. It is nil for a style without
	// colours.
	tiles func(canvas, layout, *facts)
}

// lines returns sixteen characters, indexed by a bit set of directions: none, up, right, up and right, down and so on.
func lines(text string) (all [16]rune) {
	copy(all[:], []rune(text))
	return all
}

func (m monospace) line(a arms) rune {
	if a.double != 0 {
		return m.double[a.double]
	}
	return m.simple[a.simple]
}

func (m monospace) draw(f *facts) string {
	l := layoutOf(f, m.tiles != nil)
	c := newCanvas(l.width(), l.height())
	if l.rule > 0 {
		drawLines(c, l, f, m)
	}
	for b, board := range f.locals {
		if board.outcome.Over {
			for i, text := range m.large[board.outcome.Winner] {
				c.write(l.left(b%3), l.top(b/3)+i, text)
			}
		}
	}
	for s := range f.all {
		m.mark(c, l, f, s)
	}
	if m.tiles != nil {
		m.tiles(c, l, f)
	}
	return labeled(c, l, f)
}

// mark draws one square as the first of these that applies: the last move in parentheses, a winning mark in brackets, a
// number from View.Line or View.Votes, a marked square in angle brackets (with a star if empty or on a closed local
// board), a value from View.Heat, a playable square, or a plain mark: a small letter if it goes with the next move. A wave stands
// beside all else on a square whose mark has just gone, if there is room.
func (m monospace) mark(c canvas, l layout, f *facts, s game.Square) {
	x, y := l.place(s)
	sq := f.squares[s]
	letter := strings.ToUpper(sq.mark.String())
	if sq.going {
		letter = sq.mark.String()
	}
	if sq.ghost != game.Empty {
		c.write(x-1, y, "~")
	}
	board, _ := f.local(s)
	switch {
	case sq.last:
		c.write(x-1, y, "("+letter+")")
	case sq.winning || sq.lost:
		enclose(c, l, f, s, "[", letter, "]")
	case sq.step > 0:
		c.write(x, y, strconv.Itoa(sq.step))
	case sq.marked:
		if board.outcome.Over || sq.mark == game.Empty {
			letter = "*"
		}
		enclose(c, l, f, s, "<", letter, ">")
	case board.outcome.Over:
	case sq.heated && f.nested == nil: // other free squares may show numbers, so a value is written with a point
		c.write(x-1, y, "."+strconv.Itoa(sq.tenths))
	case sq.heated:
		c.write(x, y, strconv.Itoa(sq.tenths))
	case sq.pad > 0 && f.nested == nil && f.size > 3:
		number := strconv.Itoa(sq.pad)
		c.write(x+1-len(number), y, number)
	case sq.playable && m.dot != "":
		c.write(x, y, m.dot)
	case sq.playable:
		number := strconv.Itoa(sq.number)
		c.write(x+1-len(number), y, number)
	case sq.mark != game.Empty:
		c.write(x, y, letter)
	case l.blocks() == 1:
		c.write(x, y, m.idle)
	}
}

// enclose draws a mark in brackets. In a gap that two squares share, the last move keeps its parenthesis, and "=" stands
// between winning marks.
func enclose(c canvas, l layout, f *facts, s game.Square, open, letter, shut string) {
	x, y := l.place(s)
	if s.Col()%l.block > 0 {
		switch before := f.squares[s-1]; {
		case before.last:
			open = ")"
		case before.winning && f.squares[s].winning, before.lost && f.squares[s].lost:
			open = "="
		}
	}
	c.write(x-1, y, open+letter+shut)
}

// labeled returns the canvas as text, with column letters and row numbers unless the view omits them.
func labeled(c canvas, l layout, f *facts) string {
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

// plain uses only ASCII, which looks the same everywhere.
var plain = monospace{
	simple: lines(" |-+||++-+-+++++"),
	double: lines(" #=#####=#=#####"),
	large: map[game.Mark][3]string{
		game.X:     {` \   / `, `   X   `, ` /   \ `},
		game.O:     {` /---\ `, ` |   | `, ` \---/ `},
		game.Empty: {` - - - `, ` - - - `, ` - - - `},
	},
	dot:  ".",
	idle: "-",
}

// box uses the oldest box-drawing characters, which monospace fonts have in the right width.
var box = monospace{
	simple: lines(" │─└││┌├─┘─┴┐┤┬┼"),
	double: lines(" ║═╚║║╔╠═╝═╩╗╣╦╬"),
	large: map[game.Mark][3]string{
		game.X:     {` \   / `, `   X   `, ` /   \ `},
		game.O:     {` ┌───┐ `, ` │   │ `, ` └───┘ `},
		game.Empty: {`░░░░░░░`, `░░░░░░░`, `░░░░░░░`},
	},
	dot:  "·",
	idle: "-",
}

// ansi draws a checkerboard in two background colours, with the numbers of the free squares. Phones
// do not show the colours, so characters give the same information.
var ansi = monospace{
	simple: box.simple,
	double: box.double,
	large:  box.large,
	tiles:  checker,
}

// The two backgrounds of the checkerboard, each with a legible colour for every mark. The key Empty has the colour of
// numbers.
var (
	darkGround  = map[game.Mark]ink{game.Empty: {36, 40, false}, game.X: {31, 40, true}, game.O: {34, 40, true}}
	lightGround = map[game.Mark]ink{game.Empty: {30, 47, false}, game.X: {31, 47, true}, game.O: {34, 47, true}}
)

// The line that won the game is green, and the line that lost it is white on red.
const green = 32

var lostLine = ink{37, 41, true}

// checker colours the local boards of a nested board, or the squares of any other board, alternately dark and light.
// Every mark and its brackets get the colour of its side, or of the line that decided the game.
func checker(c canvas, l layout, f *facts) {
	for s := range f.all {
		board, _ := f.local(s)
		k := groundOf(l, s)[board.outcome.Winner]
		if board.winning {
			k.color = green
		}
		tint(c, l, s, 1, k)
	}
	for s, sq := range f.marks {
		reach := 1
		if shared := l.block > 1; shared && !sq.last {
			reach = 0
		}
		k := groundOf(l, s)[sq.mark]
		switch {
		case sq.winning:
			k.color = green
		case sq.lost:
			k = lostLine
		}
		tint(c, l, s, reach, k)
	}
}

func groundOf(l layout, s game.Square) map[game.Mark]ink {
	if (s.Col()/l.block+s.Row()/l.block)%2 == 0 {
		return darkGround
	}
	return lightGround
}

func tint(c canvas, l layout, s game.Square, reach int, k ink) {
	x, y := l.place(s)
	for dx := -reach; dx <= reach; dx++ {
		c[y][x+dx].ink = k
	}
}

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
