package game

import "errors"

// Reasons to refuse a move, in every variant.
var (
	ErrNotASquare     = errors.New("not a square on this board")
	ErrOwnSquare      = errors.New("the square already has your mark")
	ErrOpponentSquare = errors.New("the square already has the opponent's mark")
	ErrClosedBoard    = errors.New("that local board is closed")
	ErrWrongBoard     = errors.New("wrong local board")
	ErrGameOver       = errors.New("the game is over")
)

// Occupied returns why the side to move may not play on a square with this mark: nil if it is
// Empty, else ErrOwnSquare or ErrOpponentSquare.
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
