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
	var b strings.Builder
	labels := f.isLabeled()
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

// minLabeled is the size of the smallest board of emoji or tiles that has labels while the match
// has buttons. On smaller boards every square is a button, so labels are not needed.
const minLabeled = 6

func (f *facts) isLabeled() bool { return f.labels && (f.size >= minLabeled || f.noPad) }

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

// boxedEmoji returns the boxed mark for the last move, the winning line and marked squares.
func boxedEmoji(m game.Mark) string {
	if m == game.X {
		return "❎"
	}
	return "⏺️"
}
