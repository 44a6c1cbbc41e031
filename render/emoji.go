package render

import (
	"strings"

	"noughts/game"
)

// Thin lines part the row numbers, which look like the keycaps of squares, from
// the board, and with empty lines the local boards.
const thinLine = "│"

// noFlag stands between two regional indicators, which would otherwise merge
// into the flag of a country, such as D and E.
const noFlag = "\u200b"

// largeMarks holds the cells, one bit each, on which a won local board shows
// its winner's mark: X the diagonals, O the ring.
var largeMarks = map[game.Mark]uint16{game.X: 0o525, game.O: 0o757}

func emojiBoard(f *facts) string {
	var b strings.Builder
	if f.labels {
		b.WriteString(darkEmoji + thinLine + emojiLetters(f) + "\n")
	}
	for row := range f.size {
		switch {
		case row > 0 && f.parts(row):
			b.WriteString("\n\n")
		case row > 0:
			b.WriteString("\n")
		}
		if f.labels {
			b.WriteString(Keycap(row+1) + thinLine)
		}
		emojiRow(&b, f, row)
	}
	return b.String()
}

func emojiLetters(f *facts) string {
	var b strings.Builder
	for col := range f.size {
		switch {
		case col > 0 && f.parts(col):
			b.WriteString(thinLine)
		case col > 0:
			b.WriteString(noFlag)
		}
		b.WriteRune('🇦' + rune(col))
	}
	return b.String()
}

func emojiRow(b *strings.Builder, f *facts, row int) {
	for col := range f.size {
		if col > 0 && f.parts(col) {
			b.WriteString(thinLine)
		}
		s := game.At(col, row)
		if l, cell := f.local(s); l.outcome.Over && !f.squares[s].last {
			b.WriteString(l.emoji(cell))
		} else {
			b.WriteString(f.squares[s].emoji())
		}
	}
}

// parts says whether a local board begins at a column or row.
func (f *facts) parts(i int) bool { return f.locals != nil && i%3 == 0 }

func (sq square) emoji() string {
	switch {
	case sq.last:
		return lastEmoji(sq.mark)
	case sq.winning:
		return wonEmoji
	case sq.mark != game.Empty:
		return MarkEmoji(sq.mark)
	case sq.pad > 0:
		return Keycap(sq.pad)
	case sq.playable:
		return freeEmoji
	}
	return darkEmoji
}

// emoji returns what a closed local board shows on a cell: a part of the one
// large mark that covers it.
func (l local) emoji(cell int) string {
	switch {
	case l.outcome.Drawn():
		return drawnEmoji
	case largeMarks[l.outcome.Winner]>>cell&1 == 0:
		return darkEmoji
	case l.winning:
		return wonEmoji
	}
	return MarkEmoji(l.outcome.Winner)
}

// lastEmoji returns the boxed mark that shows the last move.
func lastEmoji(m game.Mark) string {
	if m == game.X {
		return "❎"
	}
	return "🅾️"
}
