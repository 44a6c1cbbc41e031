// Package game holds the words that every part of Noughts shares: marks,
// variants, squares, positions and outcomes, and the notation they are written
// in. It knows the rules of no variant; those live in game/classic,
// game/misere and game/ultimate, and game/rules has the list of them.
package game

import "fmt"

// A Mark is what stands on a square, and also names the side that puts it there.
type Mark uint8

// The marks. Empty is no side.
const (
	Empty Mark = iota
	X
	O
)

// Opponent returns the other side; Empty has no opponent but itself.
func (m Mark) Opponent() Mark {
	switch m {
	case X:
		return O
	case O:
		return X
	default:
		return Empty
	}
}

// String returns the mark in notation: "x", "o", or "" for Empty.
func (m Mark) String() string {
	switch m {
	case X:
		return "x"
	case O:
		return "o"
	default:
		return ""
	}
}

// MarshalText returns the mark as String does, for JSON.
func (m Mark) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText has written.
func (m *Mark) UnmarshalText(text []byte) error {
	for _, mark := range []Mark{Empty, X, O} {
		if mark.String() == string(text) {
			*m = mark
			return nil
		}
	}
	return fmt.Errorf("%.20q is no mark", text)
}

// An Outcome says whether a game is over and who won it. An Outcome that is
// over without a winner is a draw. The zero Outcome is a game in progress.
type Outcome struct {
	Over   bool
	Winner Mark
}

// Draw is the outcome of a game that ended without a winner.
var Draw = Outcome{Over: true}

// Won returns the outcome of a game won by the side m.
func Won(m Mark) Outcome { return Outcome{Over: true, Winner: m} }

// Drawn says whether the game is over without a winner.
func (o Outcome) Drawn() bool { return o.Over && o.Winner == Empty }

// A Position is a board with the side to move, under the rules of its variant.
// Positions are immutable values: Play returns a new one.
type Position interface {
	// Variant returns the variant whose rules the position follows.
	Variant() Variant
	// ToMove returns the side whose turn it is, also after the end of the game,
	// where it is the side that would have been next.
	ToMove() Mark
	// At returns the mark on a square, Empty for a square outside the board.
	At(Square) Mark
	// Ply returns the number of moves made, which is the number of marks.
	Ply() int
	// Moves returns the legal moves in reading order, none after the end.
	Moves() []Square
	// Check returns nil for a legal move and otherwise the error that Play
	// would return.
	Check(Square) error
	// Play returns the position after a move of the side to move, or one of
	// ErrGameOver, ErrNotASquare, ErrOwnSquare, ErrOpponentSquare,
	// ErrClosedBoard, ErrWrongBoard.
	Play(Square) (Position, error)
	// Outcome returns who has won, if anyone has.
	Outcome() Outcome
	// WinningLine returns the squares of the line that decided the game in reading
	// order, nil without one: the winner's, in misère the loser's, and on a Nested
	// board all squares of the three local boards on it. A move that completes two
	// lines at once returns the squares of both.
	WinningLine() []Square
	// String returns the position in notation.
	String() string
}
