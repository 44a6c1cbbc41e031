package tiles

import "noughts/game"

// A Face is the appearance of a tile: a small letter or a digit in its name, or a capital, which the name
// writes as an underscore and the small letter. Parts of local boards and of large marks also depend on the
// cell.
type Face byte

// The faces. Digits from '1' to '9' are faces too: a square to play on, with that number.
const (
	Dim  Face = 'd' // a free square that cannot be played now
	Lit  Face = 'l' // a free square that can be played
	Free Face = 't' // the same on a flat board, where nearly all can

	Column Face = 'k' // the letter of the column 1 to 9
	Row    Face = 'j' // the number of the row 1 to 9
	Blank  Face = 'v' // nothing, where labels meet

	FreeButton Face = 'U' // a free square that is a button

	Marked Face = 'M' // a square without a mark that is pointed out
	Worst  Face = 'A' // a square that is worth 0 tenths; those that follow it are worth 1 to 9, as Worth says
)

// Tenths is the number of faces for values of squares.
const Tenths = 10

// Worth returns the face of a square worth a number of tenths, 0 to 9, to the side to move.
func Worth(tenths int) Face { return Worst + Face(min(max(tenths, 0), Tenths-1)) }

// tenths returns the value of a square that a face shows, and false for other faces.
func (f Face) tenths() (int, bool) { return int(f) - int(Worst), Worst <= f && f < Worst+Tenths }

// A Look has the properties that distinguish the faces of marks.
type Look struct {
	Mark  game.Mark // Empty on a local board that belongs to nobody
	Large bool      // a piece of the large mark on a local board that is closed
	// Button is set on the marks for buttons, which are white and stand on the button's color. Only Mark and Last
	// are beside it.
	Button bool
	Text   bool      // a mark for sentences, without a square around it; only Mark is beside it
	Won    bool      // on the winning line, or of a local board on it
	Last   game.Mark // the last move, if it stands here: of the same mark, or on a board that belongs to nobody of either
	// Marked is set where the square is pointed out; it is never beside Large, Won or Last.
	Marked bool
}

// looks are the faces of marks.
var looks = map[Face]Look{
	'x': {Mark: game.X},
	'y': {Mark: game.X, Last: game.X},
	'z': {Mark: game.X, Won: true},
	'w': {Mark: game.X, Won: true, Last: game.X},
	'o': {Mark: game.O},
	'p': {Mark: game.O, Last: game.O},
	'q': {Mark: game.O, Won: true},
	'n': {Mark: game.O, Won: true, Last: game.O},
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

	'S': {Text: true, Mark: game.X},
	'T': {Text: true, Mark: game.O},
}

// spokenNames are the names, after the version, of tiles for buttons and sentences. Screen readers read them
// aloud.
var spokenNames = map[Face]string{
	'K': "_x", 'L': "_x_last", 'Q': "_o", 'R': "_o_last", FreeButton: "_free", 'S': "_cross", 'T': "_ring",
}

// OnBoards reports whether boards in texts use a face. Others are for buttons and sentences.
func (f Face) OnBoards() bool { return spokenNames[f] == "" }

// faces are the looks with their faces.
var faces = func() map[Look]Face {
	all := make(map[Look]Face, len(looks))
	for face, look := range looks {
		all[look] = face
	}
	return all
}()

// Face returns the face with a look.
func (l Look) Face() Face { return faces[l] }

// Middle is the cell with equal margins on all sides, which squares of flat boards use.
const Middle = 5

// A Piece is what a board shows on one square.
type Piece struct {
	Face Face
	Cell int // of the local board, from 1 to 9 in reading order; Middle on a flat board
}

// Instead returns the piece that replaces one whose tile is not installed: it says the same, less
// beautifully. It returns false for pieces that Unicode has (labels, marked squares, values), and for buttons
// and sentences.
func (p Piece) Instead() (Piece, bool) {
	look, isMark := looks[p.Face]
	_, isWorth := p.Face.tenths()
	switch {
	case p.Face == Column || p.Face == Row || p.Face == Blank, !p.Face.OnBoards():
		return Piece{}, false
	case (isWorth || p.Face == Marked) && p.Cell == Middle:
		return Piece{}, false
	case p.Face == Free:
		return Piece{Lit, Middle}, true
	case isMark:
		return look.instead(p.Cell), true
	case p.Cell != Middle:
		return Piece{p.Face, Middle}, true
	}
	return Piece{p.Face, int(p.Face - '0')}, true // a number on the cell with that number
}

func (l Look) instead(cell int) Piece {
	switch {
	case l.Marked && cell != Middle:
		return Piece{l.Face(), Middle}
	case l.Marked: // as the last move, the other mark that stands out
		return Piece{Look{Mark: l.Mark, Last: l.Mark}.Face(), Middle}
	case l.Won && l.Last != game.Empty: // without the last move
		return Piece{Look{Mark: l.Mark, Large: l.Large, Won: true}.Face(), cell}
	case l.Large && l.Last != game.Empty: // the last move alone
		return Piece{Look{Mark: l.Last, Last: l.Last}.Face(), cell}
	case l.Large && !l.Won && l.Mark != game.Empty: // nine squares show the mark
		if onLarge := map[game.Mark]bool{game.X: cell%2 == 1, game.O: cell != Middle}; !onLarge[l.Mark] {
			return Piece{Dim, cell}
		}
		return Piece{Look{Mark: l.Mark, Won: true}.Face(), Middle}
	case l.Large && l.Won:
		return Piece{Look{Mark: l.Mark, Won: true}.Face(), Middle}
	}
	return Piece{l.Face(), Middle}
}
