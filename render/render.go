// Package render turns positions into text that people look at: emoji boards,
// monospace boards in plain ASCII and in box characters, and the ANSI
// chequerboard. It knows nothing of Discord's types and speaks no language:
// words belong to package commands.
//
// Every board is drawn from the same facts (see facts.go), so that all styles
// agree on what may be played, what was played last and what has won; a style
// says only which characters stand for them.
package render

import "noughts/game"

// A Style is a way to draw a board.
type Style string

// The styles.
const (
	Emoji Style = "emoji" // the default
	Plain Style = "plain" // monospace, ASCII only
	Box   Style = "box"   // monospace with box-drawing characters
	ANSI  Style = "ansi"  // monospace, two background colours, free squares numbered
)

// Styles lists every style, the default first.
var Styles = []Style{Emoji, Plain, Box, ANSI}

// A View is a position and how it is to be shown.
type View struct {
	Position game.Position
	Last     game.Square // the last move, when HasLast
	HasLast  bool
	Ended    bool // the match is over, also where the board alone does not say so: nothing may be played
	NoLabels bool // leave column letters and row numbers away
	Keypad   bool // number cells as on a numeric keypad, 7 8 9 on top
	Chosen   int  // on a nested board, on a free choice: the local board picked so far, 1 to 9 in reading order; 0 for none
}

// Board draws a view, its lines separated by newlines and without one at the
// end. A style that does not exist is drawn as Emoji. The monospace styles come
// without code fences: see Fence.
func Board(v View, s Style) string {
	f := factsOf(v)
	switch s {
	case Plain:
		return paint(f, plain)
	case Box:
		return paint(f, box)
	case ANSI:
		return paint(f, ansi)
	}
	return emojiBoard(f)
}

// Fence wraps the board of a monospace style into the code block that Discord
// shows it in, and returns an emoji board as it is.
func Fence(board string, s Style) string {
	switch s {
	case Plain, Box:
		return "```\n" + board + "\n```"
	case ANSI:
		return "```ansi\n" + board + "\n```"
	}
	return board
}
