// Package render draws positions as text: emoji boards, monospace boards in plain ASCII and in box characters, and the
// ANSI checkerboard. It does not depend on Discord's types or on a language: words belong to package commands.
//
// Every board is drawn from the same facts (see squares.go), so all styles agree on the playable squares, the last move
// and the winner. The renderer of a style decides only how these look. The variable renderers lists the styles.
package render

import "noughts/game"

// A View is a position with settings for drawing it.
type View struct {
	Position game.Position
	Last     game.Square // the last move, if HasLast
	HasLast  bool
	Ended    bool  // the match is over, perhaps by resignation or on time: no square is playable
	NoLabels bool  // omit column letters and row numbers
	NoPad    bool  // the message has no buttons with numbers: draw no numbers in the squares, but still mark those that can be played
	Keypad   bool  // number cells as on a numeric keypad, with 7 8 9 in the top row
	Chosen   int   // Ultimate, on a free choice: the local board chosen so far, 1 to 9 in reading order; 0 for none
	Tiles    Tiles // tiles for the style TileSet
	// Lit are the squares that have a button, on a board without local boards where not all squares have one: at most
	// ten. They stand out and, without Votes, show the numbers of their buttons, in this order. If it is nil, all squares
	// look alike.
	Lit []game.Square
	// Marked are squares to point out, such as a better move. The last move and the winning line always stand out.
	Marked []game.Square
	// Line is a possible continuation. Its first nine squares show 1, 2, 3 and so on, in the order of the moves.
	Line []game.Square
	// Votes has the number of votes for free squares, on a board without local boards. A square shows at most 9.
	Votes map[game.Square]int
	// Heat has the values of playable squares for the side to move: the expected result of a move there, 0 to 1. A
	// value replaces the number of its square. A square with a value does not show that it is Marked.
	Heat map[game.Square]float64
	// Marks are the emoji for X and O in the style Emoji, "" for the default. The last move and the
	// winning line always have the default marks.
	Marks [2]string
}

// A Style is the name of a way to draw boards. Styles lists all of them. The store keeps this name.
type Style string

// The styles that other packages refer to. TileSet is the default. If the tiles are not
// installed, TileSet looks like Emoji.
const (
	TileSet Style = "tiles"
	Emoji   Style = "emoji"
)

type renderer struct {
	style Style
	fence string // the line that opens the code block on Discord, "" for none
	draw  func(*facts) string
}

// renderers lists the styles in the order of the menu, TileSet first. The message files have the
// name of a style under a key such as "style.box".
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

// rendererOf returns the renderer of a style. It returns TileSet's for an unknown style.
func rendererOf(s Style) renderer {
	for _, r := range renderers {
		if r.style == s {
			return r
		}
	}
	return renderers[0]
}

// Monospace reports whether the style needs a code block, where all characters have the same width.
func (s Style) Monospace() bool { return rendererOf(s).fence != "" }

// Board draws a view as lines, in an unknown style as TileSet. Monospace boards come without a code block: see Fence.
func Board(v View, s Style) string { return rendererOf(s).draw(factsOf(v)) }

// Fence puts the board of a monospace style into a code block. It returns other boards unchanged.
func Fence(board string, s Style) string {
	fence := rendererOf(s).fence
	if fence == "" {
		return board
	}
	return fence + "\n" + board + "\n```"
}
