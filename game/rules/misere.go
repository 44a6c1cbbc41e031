package rules

import "noughts/game"

// MisereRules are the rules of misère on boards of 3 to 5 columns. The player who fills a whole row, column or main
// diagonal loses; a full board without such a line is a draw. Otherwise the rules are those of classic tic-tac-toe: the same
// moves end a game, only the winner differs.
var MisereRules = game.NewRules(
	[]game.Variant{Misere(3), Misere(4), Misere(5)},
	func(v game.Variant) MiserePosition { return StartMisere(v.N) },
	func(v game.Variant, text string) (MiserePosition, error) {
		p, err := parseClassic(v, text)
		return MiserePosition{p}, err
	},
)

// Misere returns the variant of misère on n×n squares.
func Misere(n int) game.Variant { return game.Variant{Kind: "misere", N: n} }

// A MiserePosition is a classic position with another outcome. WinningLine returns the loser's line.
type MiserePosition struct{ ClassicPosition }

// StartMisere returns the empty board of a size from 3 to 5 with X to move.
func StartMisere(size int) MiserePosition { return MiserePosition{StartClassic(size)} }

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

// Play returns the position after a move, or the error of Check.
func (p MiserePosition) Play(s game.Square) (game.Position, error) {
	if err := p.Check(s); err != nil {
		return nil, err
	}
	return p.After(s), nil
}

// After returns the position after a legal move, which it does not check.
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
