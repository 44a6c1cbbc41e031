package render

import (
	"strconv"

	"noughts/game"
	"noughts/render/tiles"
)

// The emoji of squares that bear no mark, and of large marks. Discord draws them in colors that are
// visible on its dark and its light theme, or in two with one visible on each.
const (
	idleEmoji   = "🟫" // cannot be played now
	freeEmoji   = "🟪" // can be played, and has no number of its own
	closedEmoji = "🔲" // on a closed local board, beside the large mark if there is one
	largeXEmoji = "🟥"
	largeOEmoji = "🟦"
	cornerEmoji = "#️⃣" // where labels meet
	markedEmoji = "🎯"   // is pointed out
)

// Keycap returns the emoji of a digit from 0 to 9, such as "1️⃣", and "" for any other number.
func Keycap(n int) string {
	if n < 0 || n > 9 {
		return ""
	}
	return strconv.Itoa(n) + "\ufe0f\u20e3"
}

// WorthEmoji returns one of three emoji for a square worth 0 to 9 tenths. Two differ in color only, the third
// in shape too.
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

// Accent returns the color of a side's tiles as 0xRRGGBB: red for X, blue for O, gray for Empty.
func Accent(m game.Mark) int {
	c := tiles.Ink(m)
	return int(c.R)<<16 | int(c.G)<<8 | int(c.B)
}

// An OwnMark is a mark that a player may play with instead of X or O.
type OwnMark struct {
	Name  string // the key it is stored under
	Emoji string
}

// OwnMarks are the marks that players choose from. They differ in shape from each other, from X and O and
// from all squares, and are visible on both of Discord's themes.
var OwnMarks = []OwnMark{
	{"star", "⭐"}, {"gem", "💎"}, {"crown", "👑"}, {"bulb", "💡"}, {"bell", "🔔"}, {"diamond", "🔶"},
	{"fox", "🦊"}, {"owl", "🦉"}, {"rabbit", "🐰"}, {"dragon", "🐲"},
}

// OwnMarkEmoji returns the emoji of a mark by its name, "" for an unknown one.
func OwnMarkEmoji(name string) string {
	for _, m := range OwnMarks {
		if m.Name == name {
			return m.Emoji
		}
	}
	return ""
}
