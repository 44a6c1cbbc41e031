package render

import (
	"cmp"
	"strings"

	"noughts/game"
)

// Thin lines part the labels from the board, and with empty lines the local boards.
const thinLine = "│"

// noFlag stands between two regional indicators, which would otherwise merge
// into the flag of a country, such as D and E.
const noFlag = "\u200b"

// largeMarks holds the cells, one bit each, where a won local board shows its winner's mark: X the
// diagonals, O the ring.
var largeMarks = map[game.Mark]uint16{game.X: 0o525, game.O: 0o757}

func emojiBoard(f *facts) string {
	var b strings.Builder
	labels := f.labelled()
	if labels {
		b.WriteString(cornerEmoji + thinLine + emojiLetters(f) + "\n")
	}
	for row := range f.size {
		switch {
		case row > 0 && f.parts(row):
			b.WriteString("\n\n")
		case row > 0:
			b.WriteString("\n")
		}
		if labels {
			b.WriteString(Keycap(row+1) + thinLine)
		}
		emojiRow(&b, f, row)
	}
	return b.String()
}

// minLabelled is the size of the smallest board of emoji or tiles with labels. The squares of smaller ones are buttons.
const minLabelled = 6

// labelled says whether a board of emoji or tiles has labels, by which texts name its squares.
func (f *facts) labelled() bool { return f.labels && f.size >= minLabelled }

func emojiLetters(f *facts) string {
	letters := ""
	for col := range f.size {
		switch {
		case col > 0 && f.parts(col):
			letters += thinLine
		case col > 0:
			letters += noFlag
		}
		letters += letterEmoji(col)
	}
	return letters
}

func letterEmoji(col int) string { return string('🇦' + rune(col)) }

func emojiRow(b *strings.Builder, f *facts, row int) {
	for col := range f.size {
		if col > 0 && f.parts(col) {
			b.WriteString(thinLine)
		}
		s := game.At(col, row)
		if l, cell := f.local(s); l.outcome.Over && !f.squares[s].last {
			b.WriteString(l.emoji(cell, f.squares[s].marked))
		} else {
			b.WriteString(f.squares[s].emoji(f.own))
		}
	}
}

// parts says whether a local board begins at a column or row.
func (f *facts) parts(i int) bool { return f.locals != nil && i%3 == 0 }

// emoji returns what stands on the square. marks are those of the players who have their own.
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

// emoji returns what a closed local board shows on a cell: a part of the one
// large mark that covers it, or that the cell is pointed out.
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

// boxedEmoji returns the mark in a box that shows the last move, the winning line and what is pointed out.
func boxedEmoji(m game.Mark) string {
	if m == game.X {
		return "❎"
	}
	return "⏺️"
}
