package rules

import (
	"fmt"

	"noughts/game"
)

// The smallest and the largest size of the board.
const (
	smallestMisere = 3
	largestMisere  = 5
)

// MisereRules are the rules of misère on boards of 3 to 5 columns. The player who fills a whole row, column or main
// diagonal loses; a full board without such a line is a draw. Otherwise the rules are those of classic tic-tac-toe: the same
// moves end a game, only the winner differs.
var MisereRules = game.NewRules(
	game.Sizes(Misere, smallestMisere, largestMisere),
	func(v game.Variant) MiserePosition { return StartMisere(v.N) },
	func(v game.Variant, text string) (MiserePosition, error) { return ParseMisere(v.N, text) },
)

// Misere returns the variant of misère on n×n squares.
func Misere(n int) game.Variant { return game.Variant{Kind: "misere", N: n} }

// A MiserePosition is a misère board with the side to move: a classic position with another outcome. It
// is an immutable value: it can be copied and compared, and Play returns a new one. The zero
// Position is invalid; Start returns the first position of a game.
//
// WinningLine returns the line that ended the game, which is the loser's.
type MiserePosition struct{ ClassicPosition }

// StartMisere returns the empty board of a size from 3 to 5 with X to move. It panics for any other size.
func StartMisere(size int) MiserePosition {
	if size < smallestMisere || size > largestMisere {
		panic(fmt.Sprintf("misere: no board of size %d", size))
	}
	return MiserePosition{StartClassic(size)}
}

// ParseMisere reads a position in notation, for a size from 3 to 5. It accepts exactly the positions that
// a game can reach, whichever side began. Every error wraps game.ErrNotation.
func ParseMisere(size int, text string) (MiserePosition, error) {
	if size < smallestMisere || size > largestMisere {
		return MiserePosition{}, fmt.Errorf("%w: no misère board of size %d", game.ErrNotation, size)
	}
	p, err := ParseClassic(size, text)
	return MiserePosition{p}, err
}

// Variant returns the misère variant of the board's size.
func (p MiserePosition) Variant() game.Variant { return Misere(p.Size()) }

// Beginning returns p with m to move. Use it on an empty board, to let O begin.
func (p MiserePosition) Beginning(m game.Mark) MiserePosition {
	return MiserePosition{p.ClassicPosition.Beginning(m)}
}

// Outcome returns the winner: the opponent of the side with a line. A full board without a line is a draw.
func (p MiserePosition) Outcome() game.Outcome {
	o := p.ClassicPosition.Outcome()
	o.Winner = o.Winner.Opponent()
	return o
}

// Play returns the position after the side to move has marked s, or game.ErrGameOver, game.ErrNotASquare,
// game.ErrOwnSquare or game.ErrOpponentSquare.
func (p MiserePosition) Play(s game.Square) (game.Position, error) {
	if err := p.Check(s); err != nil {
		return nil, err
	}
	return p.After(s), nil
}

// After returns the position after a legal move. It does not check the move: use Play for moves
// that do not come from Moves.
func (p MiserePosition) After(s game.Square) MiserePosition {
	return MiserePosition{p.ClassicPosition.After(s)}
}

// Mirrored reports whether each pair of squares that face each other across the centre holds one X
// and one O, or is empty. The centre square, if there is one, must have a mark.
func (p MiserePosition) Mirrored() bool {
	last := p.Size() - 1
	for row := range p.Size() {
		for col := range p.Size() {
			s, opposite := game.At(col, row), game.At(last-col, last-row)
			if s == opposite && p.At(s) == game.Empty || s != opposite && p.At(s) != p.At(opposite).Opponent() {
				return false
			}
		}
	}
	return true
}
