// Package misere holds the rules of misère tic-tac-toe on a board of 3 to 5
// columns and rows: who holds a whole row, column or main diagonal loses; a full
// board without such a line is a draw. Everything else is as in classic
// tic-tac-toe: a game goes on and ends at the same moves.
package misere

import (
	"fmt"

	"noughts/game"
	"noughts/game/classic"
)

// The sizes of the board.
const (
	smallest = 3
	largest  = 5
)

// Rules are those of misère.
var Rules = game.NewRules(
	game.Sizes(Variant, smallest, largest),
	func(v game.Variant) Position { return Start(v.N) },
	func(v game.Variant, text string) (Position, error) { return Parse(v.N, text) },
)

// Variant returns the variant of misère with n columns, n rows, and n in a row
// to lose.
func Variant(n int) game.Variant { return game.Variant{Kind: "misere", N: n} }

// A Position is a misère board with the side to move: the classic one with the
// same marks, but for the outcome. It can be copied and compared, and Play
// never changes it. The zero Position is no position; Start returns the first
// one of a game.
//
// WinningLine returns the line that ended the game, which is the loser's.
type Position struct{ classic.Position }

// Start returns the empty board of a size from 3 to 5 with X to move. It panics
// for any other size.
func Start(size int) Position {
	if size < smallest || size > largest {
		panic(fmt.Sprintf("misere: no board of size %d", size))
	}
	return Position{classic.Start(size)}
}

// Parse reads a position of a size from 3 to 5 in notation. It accepts exactly
// the positions that a game can reach, whoever began it. Every error wraps
// game.ErrNotation.
func Parse(size int, text string) (Position, error) {
	if size < smallest || size > largest {
		return Position{}, fmt.Errorf("%w: no misère board of size %d", game.ErrNotation, size)
	}
	p, err := classic.Parse(size, text)
	return Position{p}, err
}

// Variant returns the misère variant of the board's size.
func (p Position) Variant() game.Variant { return Variant(p.Size()) }

// Beginning returns p with the side m to move. It is meant for an empty board,
// where the players may choose who begins.
func (p Position) Beginning(m game.Mark) Position { return Position{p.Position.Beginning(m)} }

// Outcome returns the opponent of who has completed a line as the winner, or a
// draw for a full board without a line.
func (p Position) Outcome() game.Outcome {
	o := p.Position.Outcome()
	o.Winner = o.Winner.Opponent()
	return o
}

// Play returns the position after the side to move has marked s, or
// game.ErrGameOver, game.ErrNotASquare, game.ErrOwnSquare or
// game.ErrOpponentSquare.
func (p Position) Play(s game.Square) (game.Position, error) {
	if err := p.Check(s); err != nil {
		return nil, err
	}
	return p.After(s), nil
}

// After returns the position after a legal move. It does not check that the
// move is legal: it is for callers that took it from Moves.
func (p Position) After(s game.Square) Position { return Position{p.Position.After(s)} }
