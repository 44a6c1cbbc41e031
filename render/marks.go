package render

import (
	"slices"
	"strconv"

	"noughts/game"
	"noughts/render/tiles"
)

// The emoji of squares that bear no mark, and of large marks. Discord draws them in colours that
// can be seen on its dark and on its light theme, or in two of which one can.
const (
	idleEmoji   = "🟫" // cannot be played now
	freeEmoji   = "🟪" // can be played, and has no number of its own
	closedEmoji = "🔲" // on a closed local board, beside the large mark if there is one
	largeXEmoji = "🟥"
	largeOEmoji = "🟦"
	cornerEmoji = "#️⃣" // where labels meet
)

// Keycap returns the emoji of a digit from 0 to 9, such as "1️⃣", and "" for
// any other number.
func Keycap(n int) string {
	if n < 0 || n > 9 {
		return ""
	}
	return strconv.Itoa(n) + "\ufe0f\u20e3"
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

// Accent returns the colour that goes with a side, as 0xRRGGBB, that of its tiles: red for X, blue
// for O, grey for Empty.
func Accent(m game.Mark) int {
	c := tiles.Ink(m)
	return int(c.R)<<16 | int(c.G)<<8 | int(c.B)
}

// SquareEmoji returns the emoji for the button of a square: its mark (the last
// move and the winning line boxed) or, on a free square of a board up to 3×3
// or of a local board, the keycap of its number. It returns "" for a free square
// of a larger board: its name has to serve as the label.
func SquareEmoji(v View, s game.Square) string {
	p := v.Position
	mark, n := p.At(s), number(v, s)
	switch {
	case mark != game.Empty:
		return square{mark: mark, last: v.HasLast && s == v.Last, winning: slices.Contains(p.WinningLine(), s)}.emoji()
	case s.On(p.Variant().Size()) && n < 10:
		return Keycap(n)
	}
	return ""
}

// BoardEmoji returns the emoji for the button of a local board, 0 to 8 in
// reading order: the winner's mark (boxed on the winning line), 🔲 for a drawn
// one, and the keycap of an open one. It returns "" for anything else.
func BoardEmoji(v View, board int) string {
	p, ok := v.Position.(game.Nested)
	if !ok || board < 0 || board > 8 {
		return ""
	}
	switch l := localsOf(p, -1)[board]; {
	case l.winning:
		return boxedEmoji(l.outcome.Winner)
	case l.outcome.Drawn():
		return closedEmoji
	case l.outcome.Over:
		return MarkEmoji(l.outcome.Winner)
	}
	return Keycap(CellNumber(board, v.Keypad))
}
