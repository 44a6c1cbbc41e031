package tiles

import "noughts/game"

// A Face is the appearance of a tile, as a letter or digit. The name of a tile contains its face; in the name an
// underscore and a small letter replace a capital letter. On a local board the picture also depends on Piece.Cell,
// which determines the margins of a square and the part of a large mark.
type Face byte

// The faces. The digits '1' to '9' are faces too: a playable square with that number.
const (
	Dim  Face = 'd' // a free square that cannot be played now
	Lit  Face = 'l' // a playable square without a number: on a local board, or with a button where not all squares have one
	Free Face = 't' // any other playable square without a number, on a board without local boards

	Column Face = 'k' // letter of a column; Piece.Cell is its number, 1 to 9
	Row    Face = 'j' // number of a row; Piece.Cell is the number, 1 to 9
	Blank  Face = 'v' // the corner between column and row labels

	FreeButton Face = 'U' // a free square that is a button: see widths

	Marked Face = 'M' // a marked square without a mark
	Ten    Face = 'Y' // a playable square with the number 10
	Worst  Face = 'A' // a square worth 0 tenths; the next nine faces are for 1 to 9 tenths, see Worth
)

// Number returns the face of a playable square with a number from 1 to 10.
func Number(n int) Face {
	if n == 10 {
		return Ten
	}
	return Face('0' + n)
}

// widths has the faces of free squares that are buttons, and the width of the boards where they are: Piece.Cell is the place on
// such a board in reading order, from 1, and only the name of the tile shows it.
var widths = map[Face]int{FreeButton: 5, '[': 3, ']': 3}

// FreeSquare returns the piece for a free square of a board of buttons.
func FreeSquare(s game.Square) Piece { return place(FreeButton, s) }

// GhostSquare returns the piece for a free square of a board of buttons from which a mark has just gone.
func GhostSquare(s game.Square, gone game.Mark) Piece {
	return place(Features{Button: true, Mark: gone, Ghost: true}.Face(), s)
}

func place(f Face, s game.Square) Piece { return Piece{f, widths[f]*s.Row() + s.Col() + 1} }

// Tenths is how many faces show a square's value: one for each digit from 0 to 9 (see Worth).
const Tenths = 10

// Worth returns the face of a square that is worth a number of tenths, 0 to 9, to the side to move.
func Worth(tenths int) Face { return Worst + Face(min(max(tenths, 0), Tenths-1)) }

// tenths returns the value that a face shows. It returns false if the face does not show a value.
func (f Face) tenths() (int, bool) { return int(f) - int(Worst), Worst <= f && f < Worst+Tenths }

// Features are the properties that distinguish the faces of marks.
type Features struct {
	Mark  game.Mark // Empty on a drawn local board
	Large bool      // a part of the large mark on a closed local board
	// Button is set for marks on buttons, which are white on the button's colour. Only Mark and
	// Last can be set with it.
	Button bool
	Text   bool      // a mark for sentences, without a square around it; only Mark can be set with it
	Won    bool      // part of the winning line, or of a local board on it
	Lost   bool      // part of the line that lost the game
	Last   game.Mark // the mark of the last move if it is on this square. It equals Mark, except on a drawn local board
	// Marked is set if the square is pointed out. Large, Won, Lost and Last cannot be set with it.
	Marked bool
	// Going is set for a mark that goes with the next move, and Ghost for one that the last move took away. Of the other
	// fields only Mark and Button can be set with them.
	Going, Ghost bool
}

var looks = map[Face]Features{
	'x': {Mark: game.X},
	'y': {Mark: game.X, Last: game.X},
	'z': {Mark: game.X, Won: true},
	'w': {Mark: game.X, Won: true, Last: game.X},
	'o': {Mark: game.O},
	'p': {Mark: game.O, Last: game.O},
	'q': {Mark: game.O, Won: true},
	'n': {Mark: game.O, Won: true, Last: game.O},
	'N': {Mark: game.X, Lost: true},
	'P': {Mark: game.X, Lost: true, Last: game.X},
	'V': {Mark: game.O, Lost: true},
	'W': {Mark: game.O, Lost: true, Last: game.O},
	'X': {Mark: game.X, Marked: true},
	'O': {Mark: game.O, Marked: true},

	'a': {Large: true, Mark: game.X},
	'b': {Large: true, Mark: game.X, Last: game.X},
	'c': {Large: true, Mark: game.X, Won: true},
	'e': {Large: true, Mark: game.X, Won: true, Last: game.X},
	'f': {Large: true, Mark: game.O},
	'g': {Large: true, Mark: game.O, Last: game.O},
	'h': {Large: true, Mark: game.O, Won: true},
	'i': {Large: true, Mark: game.O, Won: true, Last: game.O},
	'm': {Large: true},
	'r': {Large: true, Last: game.X},
	's': {Large: true, Last: game.O},

	'K': {Button: true, Mark: game.X},
	'L': {Button: true, Mark: game.X, Last: game.X},
	'Q': {Button: true, Mark: game.O},
	'R': {Button: true, Mark: game.O, Last: game.O},

	'Z': {Mark: game.X, Going: true},
	'u': {Mark: game.O, Going: true},
	'0': {Mark: game.X, Ghost: true},
	'_': {Mark: game.O, Ghost: true},
	'(': {Button: true, Mark: game.X, Going: true},
	')': {Button: true, Mark: game.O, Going: true},
	'[': {Button: true, Mark: game.X, Ghost: true},
	']': {Button: true, Mark: game.O, Ghost: true},

	'S': {Text: true, Mark: game.X},
	'T': {Text: true, Mark: game.O},
}

// spokenNames are the names, before the version, that screen readers read: of tiles for buttons and sentences.
var spokenNames = map[Face]string{
	'K': "x", 'L': "x_last", 'Q': "o", 'R': "o_last", FreeButton: "free", 'S': "cross", 'T': "ring",
	'(': "x_goes_next", ')': "o_goes_next", '[': "free_x_gone", ']': "free_o_gone",
}

// OnBoards reports whether boards in messages use a face. The other faces are for buttons and sentences.
func (f Face) OnBoards() bool { return spokenNames[f] == "" }

// OnClosed reports whether a face is a part of a closed local board.
func (f Face) OnClosed() bool { return looks[f].Large }

var faces = func() map[Features]Face {
	all := make(map[Features]Face, len(looks))
	for face, look := range looks {
		all[look] = face
	}
	return all
}()

// Face returns the face with a look.
func (l Features) Face() Face { return faces[l] }

// Middle is the cell in the centre, with equal margins, which all squares of boards without local boards use.
const Middle = 5

// A Piece is the picture on one square of a board.
type Piece struct {
	Face Face
	Cell int // cell of the local board, from 1 to 9 in reading order; Middle on a board without local boards; but see widths
}

// Instead returns the piece that replaces a piece whose tile is not installed. It has the same meaning but looks less
// good. Instead returns false for buttons, sentences and labels, and for marked squares and values in the cell Middle.
// Except for buttons and sentences, a Unicode emoji replaces these.
func (p Piece) Instead() (Piece, bool) {
	look, isMark := looks[p.Face]
	_, isWorth := p.Face.tenths()
	switch {
	case p.Face == Column || p.Face == Row || p.Face == Blank, !p.Face.OnBoards():
		return Piece{}, false
	case (isWorth || p.Face == Marked || p.Face == Ten) && p.Cell == Middle:
		return Piece{}, false
	case p.Face == Free:
		return Piece{Lit, Middle}, true
	case isMark:
		return look.instead(p.Cell), true
	case p.Cell != Middle:
		return Piece{p.Face, Middle}, true
	}
	return Piece{p.Face, int(p.Face - '0')}, true // a number: its tile for the cell of the same number
}

func (l Features) instead(cell int) Piece {
	switch {
	case l.Ghost:
		return Piece{Dim, cell}
	case l.Going:
		return Piece{Features{Mark: l.Mark}.Face(), cell}
	case l.Marked && cell != Middle:
		return Piece{l.Face(), Middle}
	case l.Marked: // shown like the last move, which also stands out
		return Piece{Features{Mark: l.Mark, Last: l.Mark}.Face(), Middle}
	case (l.Won || l.Lost) && l.Last != game.Empty: // show only the line, not the last move
		return Piece{Features{Mark: l.Mark, Large: l.Large, Won: l.Won, Lost: l.Lost}.Face(), cell}
	case l.Large && l.Last != game.Empty: // show only the last move
		return Piece{Features{Mark: l.Last, Last: l.Last}.Face(), cell}
	case l.Large && !l.Won && l.Mark != game.Empty: // the squares of the local board form the large mark
		if onLarge := map[game.Mark]bool{game.X: cell%2 == 1, game.O: cell != Middle}; !onLarge[l.Mark] {
			return Piece{Dim, cell}
		}
		return Piece{Features{Mark: l.Mark, Won: true}.Face(), Middle}
	case l.Large && l.Won:
		return Piece{Features{Mark: l.Mark, Won: true}.Face(), Middle}
	}
	return Piece{l.Face(), Middle}
}
