package render

import (
	"cmp"
	"strings"

	"noughts/game"
)

// thinLine separates labels from the board, and the local boards of a row from each other.
const thinLine = "│"

// noFlag separates regional indicators, because two of them, such as D and E, would be shown as a flag.
const noFlag = "\u200b"

// largeMarks has the cells, one bit each, of a winner's large mark: the diagonals for X, a ring for O.
var largeMarks = map[game.Mark]uint16{game.X: 0o525, game.O: 0o757}

func emojiBoard(f *facts) string {
	letter := func(col int) string {
		if col > 0 && !f.parts(col) {
			return noFlag + letterEmoji(col)
		}
		return letterEmoji(col)
	}
	return emojiGrid(f, thinLine, cornerEmoji, letter, Keycap, func(s game.Square) string {
		if l, cell := f.local(s); l.outcome.Over && !f.squares[s].last {
			return l.emoji(cell, f.squares[s].marked)
		}
		return f.squares[s].emoji(f.own)
	})
}

// emojiGrid draws a board with an emoji for each square, and labels. `letter` is called with a column from 0, `number` with
// a row from 1. If `line` is not "", it separates labels and local boards.
func emojiGrid(f *facts, line, corner string, letter, number func(int) string, square func(game.Square) string) string {
	var b strings.Builder
	b.Grow(f.size * f.size * 32)
	row := func(label string, emoji func(col int) string) {
		if f.isLabeled() {
			b.WriteString(label + line)
		}
		for col := range f.size {
			if col > 0 && f.parts(col) {
				b.WriteString(line)
			}
			b.WriteString(emoji(col))
		}
	}
	if f.isLabeled() {
		row(corner, letter)
		b.WriteByte('\n')
	}
	for i := range f.size {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i > 0 && line != "" && f.parts(i) {
			b.WriteByte('\n')
		}
		row(number(i+1), func(col int) string { return square(game.At(col, i)) })
	}
	return b.String()
}

// minLabeled is the size of the smallest board of emoji or tiles that has labels while the match
// has buttons. On smaller boards every square is a button, so labels are not needed.
const minLabeled = 6

func (f *facts) isLabeled() bool { return f.labels && (f.size >= minLabeled || f.noPad) }

func letterEmoji(col int) string { return string('🇦' + rune(col)) }

// parts reports whether column or row i is the first one of a local board.
func (f *facts) parts(i int) bool { return f.locals != nil && i%3 == 0 }

// emoji returns the emoji of a square. `marks` are the players' own marks, "" for the default marks.
func (sq square) emoji(marks [2]string) string {
	switch {
	case sq.mark != game.Empty && (sq.last || sq.winning || sq.marked):
		return boxedEmoji(sq.mark)
	case sq.mark != game.Empty:
		return cmp.Or(marks[sq.mark-game.X], MarkEmoji(sq.mark))
	case sq.step > 0:
		return Keycap(sq.step)
	case sq.heated:
		return WorthEmoji(sq.tenths)
	case sq.marked:
		return markedEmoji
	case sq.pad > 0:
		return Keycap(sq.pad)
	case sq.playable && !sq.quiet:
		return freeEmoji
	}
	return idleEmoji
}

// emoji returns a cell of a closed local board: a part of the winner's large mark, or 🎯 if it is marked.
func (l local) emoji(cell int, marked bool) string {
	switch winner := l.outcome.Winner; {
	case marked:
		return markedEmoji
	case largeMarks[winner]>>cell&1 == 0:
		return closedEmoji
	case l.winning:
		return boxedEmoji(winner)
	case winner == game.X:
		return largeXEmoji
	}
	return largeOEmoji
}

func boxedEmoji(m game.Mark) string {
	if m == game.X {
		return "❎"
	}
	return "⏺️"
}
