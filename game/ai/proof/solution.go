package proof

import (
	"context"

	"noughts/game"
	"noughts/game/puzzle"
)

// Solution returns how an attempt goes on under best play: the solver's move and what follows, at most
// LongestLine plies and no more than can be proven. Like Try it searches, and answers the same each
// time. Errors: ErrOver, ErrUnproven for a puzzle that is not of the bank, and ctx's.
func Solution(ctx context.Context, a puzzle.Attempt) ([]game.Square, error) {
	from, err := reached(a)
	if err != nil {
		return nil, err
	}
	return lend(from.Variant(), func(p *Prover) ([]game.Square, error) {
		best := a.Puzzle.Solution
		if len(a.Moves) > 0 {
			r, err := p.Prove(ctx, from)
			if err != nil {
				return nil, err
			}
			best = r.Best
		}
		return p.line(ctx, from, best, LongestLine)
	})
}
