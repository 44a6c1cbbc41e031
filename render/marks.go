package render

import (
	"strconv"

	"noughts/game"
	"noughts/render/tiles"
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
)

// Keycap returns the emoji of a digit from 0 to 9, such as "1️⃣", and "" for any other number.
func Keycap(n int) string {
	if n < 0 || n > 9 {
		return ""
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
