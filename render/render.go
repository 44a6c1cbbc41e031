// Package render turns positions into text that people look at: emoji boards,
// monospace boards in plain ASCII and in box characters, and the ANSI
// chequerboard. It knows nothing of Discord's types and speaks no language:
// words belong to package commands.
//
// Every board is drawn from the same facts (see squares.go), so that all styles
// agree on what may be played, what was played last and what has won; the renderer of
// a style says only which characters stand for them. The list of styles is in
// styles.go.
package render

import "noughts/game"

// A View is a position and how to show it.
type View struct {
	Position game.Position
	Last     game.Square // the last move, when HasLast
	HasLast  bool
	Ended    bool  // the match is over, also where the board alone does not say so: nothing may be played
	NoLabels bool  // leave column letters and row numbers away
	NoPad    bool  // omit the numbers of the pad's buttons where there is no pad; the playable squares stay visible
	Keypad   bool  // number cells as on a numeric keypad, 7 8 9 on top
	Chosen   int   // on a nested board, on a free choice: the local board picked so far, 1 to 9 in reading order; 0 for none
	Tiles    Tiles // for the style TileSet
	// Lit are the squares of a flat board that have a button, where not all have one: they stand out. nil for no difference.
	Lit []game.Square
	// Marked are squares to point out, such as a better move. The last move and a line that won are seen anyway.
	Marked []game.Square
	// Line is how play may go on: its free squares show 1, 2, 3 and so on, in the order of the moves. The first nine are shown.
	Line []game.Square
	// Votes is how many members want a free square of a flat board to be played, which shows the number up to 9.
	Votes map[game.Square]int
	// Heat is what squares that may be played are worth to the side to move: the expected result of playing there,
	// 0 to 1. These values replace the numbers, and what is Marked.
	Heat map[game.Square]float64
	// Marks are the emoji that stand for X and O in the style Emoji, but for the last move and the line that won;
	// "" for the usual ones.
	Marks [2]string
}
