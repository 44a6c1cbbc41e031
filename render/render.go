// Package render turns positions into text that people look at: emoji boards,
// monospace boards in plain ASCII and in box characters, and the ANSI
// chequerboard. It knows nothing of Discord and speaks no language: words
// belong to package commands.
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
	NoLabels bool // leave column letters and row numbers away
	Keypad   bool // number cells as on a numeric keypad, 7 8 9 on top
}
