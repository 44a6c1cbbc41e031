package render

import (
	"cmp"
	"strconv"
	"strings"

	"noughts/game"
	"noughts/render/tiles"
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

// emojiGrid draws a board with an emoji for each square, and labels. `letter` is called with a column from 0, `number`
// with a row from 1. If `line` is not "", it separates labels and local boards.
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
	case sq.winning:
		return wonEmoji[sq.mark]
	case sq.lost:
		return lostEmoji[sq.mark]
	case sq.mark != game.Empty && (sq.last || sq.marked):
		return boxedEmoji(sq.mark)
	case sq.going:
		return goingEmoji[sq.mark]
	case sq.mark != game.Empty:
		return cmp.Or(marks[sq.mark-game.X], MarkEmoji(sq.mark))
	case sq.step > 0:
		return Keycap(sq.step)
	case sq.heated:
		return WorthEmoji(sq.tenths)
	case sq.marked:
		return markedEmoji
	case sq.ghost != game.Empty:
		return ghostEmoji
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
		return wonEmoji[winner]
	case winner == game.X:
		return largeXEmoji
	}
	return largeOEmoji
}

func boxedEmoji(m game.Mark) string {
	if m == game.X {
		return "❎"
	}
	return "🔘"
}

// The emoji of marks on the line that won or lost the game: green, and red.
var (
	wonEmoji  = [...]string{game.X: "❎", game.O: "🟢"}
	lostEmoji = [...]string{game.X: "🟥", game.O: "🔴"}
)

// The emoji of squares without a mark, and of large marks. A large mark is the winner's mark, drawn over a whole local
// board. The colours are visible on Discord's dark and light themes. Some emoji have two colours, one for each theme.
const (
	idleEmoji   = "🟫" // a square that cannot be played now
	freeEmoji   = "🟪" // a square that can be played, and has no number
	closedEmoji = "🔲" // a cell of a closed local board that is not part of a large mark
	largeXEmoji = "🟥"
	largeOEmoji = "🟦"
	cornerEmoji = "#️⃣" // the corner between column and row labels
	markedEmoji = "🎯"   // a marked square
	ghostEmoji  = "🟣"   // a free square whose mark has just gone
)

// goingEmoji are the marks that go with the next move.
var goingEmoji = [...]string{game.X: "💔", game.O: "🌀"}

// Keycap returns the emoji of a number from 0 to 10, such as "1️⃣", and "" for any other number.
func Keycap(n int) string {
	switch {
	case n < 0 || n > 10:
		return ""
	case n == 10:
		return "🔟"
	}
	return strconv.Itoa(n) + "\ufe0f\u20e3"
}

// WorthEmoji returns one emoji each for low, medium and high values in tenths. The one for low values differs in shape.
func WorthEmoji(tenths int) string {
	switch {
	case tenths < 4:
		return "🔻"
	case tenths < 6:
		return "🟧"
	}
	return "🟩"
}

// MarkEmoji returns the emoji of a mark, ❌ or 🔵, and "" for Empty.
func MarkEmoji(m game.Mark) string {
	switch m {
	case game.X:
		return "❌"
	case game.O:
		return "🔵"
	}
	return ""
}

// Accent returns the colour of a side's tiles as 0xRRGGBB: red for X, blue for O, grey for Empty.
func Accent(m game.Mark) int {
	c := tiles.Ink(m)
	return int(c.R)<<16 | int(c.G)<<8 | int(c.B)
}

// An OwnMark is a mark that players can choose instead of X or O.
type OwnMark struct {
	Name  string // the name in the store
	Emoji string
}

// OwnMarks are the marks that players can choose. Their shapes differ from each other, from X and O
// and from all other squares, and they are visible on Discord's dark and light themes.
var OwnMarks = []OwnMark{
	{"star", "⭐"}, {"gem", "💎"}, {"crown", "👑"}, {"bulb", "💡"}, {"bell", "🔔"}, {"diamond", "🔶"},
	{"fox", "🦊"}, {"owl", "🦉"}, {"rabbit", "🐰"}, {"dragon", "🐲"},
}

// OwnMarkEmoji returns the emoji of a mark by its name, "" for an unknown name.
func OwnMarkEmoji(name string) string {
	for _, m := range OwnMarks {
		if m.Name == name {
			return m.Emoji
		}
	}
	return ""
}
