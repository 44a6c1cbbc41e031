// Package game defines the terms that all packages of Noughts share: marks, variants, squares, positions, outcomes, and
// their notation. Package game/rules has the rules of the variants.
package game

import (
	"errors"
	"fmt"
)

// A Mark is the content of a square: X, O or Empty. X and O also name the two sides.
type Mark uint8

// The marks. Empty is neither side.
const (
	Empty Mark = iota
	X
	O
)

// Opponent returns the other side, or Empty for Empty.
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

// UnmarshalText reads the output of MarshalText.
func (m *Mark) UnmarshalText(text []byte) error {
	for _, mark := range []Mark{Empty, X, O} {
		if mark.String() == string(text) {
			*m = mark
			return nil
		}
	}
	return fmt.Errorf("%.20q is no mark", text)
}

// An Outcome says whether a game is over and who won: nobody in a draw. The zero Outcome is a game in progress.
type Outcome struct {
	Over   bool
	Winner Mark
}

// Draw is the outcome of a game that ended without a winner.
var Draw = Outcome{Over: true}

// Won returns the outcome of a game won by the side m.
func Won(m Mark) Outcome { return Outcome{Over: true, Winner: m} }

// Drawn reports whether the game is over without a winner.
func (o Outcome) Drawn() bool { return o.Over && o.Winner == Empty }

// A Position is an immutable board with the side to move, under the rules of its variant.
type Position interface {
	// Variant returns the variant whose rules the position follows.
	Variant() Variant
	// ToMove returns the side whose turn it is. After the end of the game it returns the side that would move next.
	ToMove() Mark
	// At returns the mark on a square, Empty for a square outside the board.
	At(Square) Mark
	// Ply returns the number of marks on the board, which is the number of moves made unless marks vanish.
	Ply() int
	// Moves returns the legal moves in reading order, none after the end.
	Moves() []Square
	// Check returns nil for a legal move and otherwise the error that Play would return.
	Check(Square) error
	// Play returns the position after a move of the side to move, or one of ErrGameOver, ErrNotASquare,
	// ErrOwnSquare, ErrOpponentSquare, ErrClosedBoard, ErrWrongBoard.
	Play(Square) (Position, error)
	// Outcome returns whether the game is over and who has won.
	Outcome() Outcome
	// WinningLine returns the squares of the line that ended the game, in reading order, or nil if
	// there is none. In misère it is the loser's line. On a Nested board these are all squares of the
	// winning local boards. If the last move completed two lines, the result has the squares of both.
	WinningLine() []Square
	// String returns the position in notation.
	String() string
}

// FreeChoice is the result of Nested.Forced and Nested.OnlyBoard if the side to move may choose among several local
// boards, and after the end of the game.
const FreeChoice = -1

// A Nested position has nine local boards of nine cells each. The local boards, and the cells of each, are numbered
// from 0 to 8 in reading order. Positions of variants with a single board do not implement Nested.
type Nested interface {
	Position
	// Split returns the local board that a square lies on and its cell there.
	Split(Square) (board, cell int)
	// Join returns the square of a cell on a local board.
	Join(board, cell int) Square
	// Forced returns the local board that must be played, or FreeChoice.
	Forced() int
	// OnlyBoard returns the only local board with legal moves: the forced board, or the last open
	// board. It returns FreeChoice if several boards have legal moves, and after the end.
	OnlyBoard() int
	// Open reports whether a local board is neither won nor full.
	Open(board int) bool
	// Playable reports whether the side to move may play on a local board now.
	Playable(board int) bool
	// Local returns the outcome of a local board: a draw if it is full without a winner.
	Local(board int) Outcome
	// Marks returns the cells of a local board with the mark m, one bit per cell.
	Marks(m Mark, board int) uint16
	// WinningBoards returns the local boards of the winning line in reading order, or nil if there
	// is none. If one move completed two lines, it returns the boards of both lines.
	WinningBoards() []int
}

// A Vanishing position is one of a variant in which marks vanish from the board.
type Vanishing interface {
	Position
	// Ages returns the squares of the marks on the board, from the oldest to the newest.
	Ages() []Square
	// Going returns the square whose mark the next move takes away, and false if all marks stay.
	Going() (Square, bool)
	// Gone returns the square whose mark the last move took away, and false if it took none away or is not known.
	Gone() (Square, bool)
}

// Errors for illegal moves, in every variant.
var (
	ErrNotASquare     = errors.New("not a square on this board")
	ErrOwnSquare      = errors.New("the square already has your mark")
	ErrOpponentSquare = errors.New("the square already has the opponent's mark")
	ErrClosedBoard    = errors.New("that local board is closed")
	ErrWrongBoard     = errors.New("wrong local board")
	ErrGameOver       = errors.New("the game is over")
)

// Occupied returns the error for a move on a square that holds `mark`, nil if that is Empty.
func Occupied(mark, toMove Mark) error {
	switch mark {
	case Empty:
		return nil
	case toMove:
		return ErrOwnSquare
	default:
		return ErrOpponentSquare
	}
}
