// Package render turns positions into text that people look at: emoji boards, monospace boards in plain ASCII
// and in box characters, and the ANSI checkerboard. It knows nothing of Discord's types and speaks no
// language: words belong to package commands.
//
// Every board is drawn from the same facts (see squares.go), so that all styles agree on what may be played,
// what was played last and what has won; the renderer of a style says only which characters stand for them.
// The list of styles is in styles.go.
package render

import "noughts/game"

// A View is a position and how to show it.
type View struct {
	Position game.Position
	Last     game.Square // the last move, when HasLast
	HasLast  bool
	Ended    bool  // the match is over, perhaps by resignation or on time: nothing may be played
	NoLabels bool  // omit column letters and row numbers
	NoPad    bool  // omit the numbers of the pad's buttons where there is no pad; the playable squares stay visible
	Keypad   bool  // number cells as on a numeric keypad, 7 8 9 on top
	Chosen   int   // on a nested board, on a free choice: the local board picked so far, 1 to 9 in reading order; 0 for none
	Tiles    Tiles // for the style TileSet
	// Lit are the squares of a flat board that have a button, where not all have one: they stand out. nil for no difference.
	Lit []game.Square
	// Marked are squares to point out, such as a better move. The last move and the winning line always stand out.
	Marked []game.Square
	// Line is a continuation. Its first nine free squares show 1, 2, 3 and so on, in the order of the moves.
	Line []game.Square
	// Votes has the number of votes for free squares of a flat board. A square shows up to 9.
	Votes map[game.Square]int
	// Heat is what squares that may be played are worth to the side to move: the expected result of playing there,
	// 0 to 1. These values replace the numbers, and what is Marked.
	Heat map[game.Square]float64
	// Marks are the emoji that stand for X and O in the style Emoji, but for the last move and the line that won;
	// "" for the usual ones.
	Marks [2]string
}

// A Style is the name of a way to draw boards, one of Styles. Stores keep it.
type Style string

// The styles that others know by name. TileSet is that of those who have chosen none; where the tiles are not
// installed it is Emoji.
const (
	TileSet Style = "tiles"
	Emoji   Style = "emoji"
)

// A renderer draws the boards of a style.
type renderer struct {
	style Style
	fence string // what opens the code block that Discord shows them in, "" for none
	draw  func(*facts) string
}

// renderers is the list of styles, TileSet first, in the order of the menu. A style's name is in
// the message files, under "style.box".
var renderers = []renderer{
	{TileSet, "", tileBoard},
	{Emoji, "", emojiBoard},
	{"plain", "```", plain.draw},
	{"box", "```", box.draw},
	{"ansi", "```ansi", ansi.draw},
}

// Styles are the styles of all renderers.
var Styles = func() (all []Style) {
	for _, r := range renderers {
		all = append(all, r.style)
	}
	return all
}()

// rendererOf returns the renderer of a style, TileSet's for an unknown one.
func rendererOf(s Style) renderer {
	for _, r := range renderers {
		if r.style == s {
			return r
		}
	}
	return renderers[0]
}

// Monospace reports whether the style needs a code block, because its characters must have one width.
func (s Style) Monospace() bool { return rendererOf(s).fence != "" }

// Board draws a view as lines separated by newlines. An unknown style is drawn as TileSet. Monospace boards
// have no code fence: see Fence.
func Board(v View, s Style) string { return rendererOf(s).draw(factsOf(v)) }

// Fence puts the board of a monospace style into a code block. It returns other boards unchanged.
func Fence(board string, s Style) string {
	fence := rendererOf(s).fence
	if fence == "" {
		return board
	}
	return fence + "\n" + board + "\n```"
}
