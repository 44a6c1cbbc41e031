// Package proof proves what moves are worth: that the puzzles of package puzzle have one right
// move, and whether attempts at them are right. The engines do the searching; what they only
// suppose is no proof here.
package proof

import (
	"context"
	"errors"
	"fmt"

	"noughts/game"
	"noughts/game/ai"
)

// ErrUnproven is returned when a search ended before it was certain of the result:
// it may look at no more positions.
var ErrUnproven = errors.New("proof: node limit reached")

// A Prover proves results of positions of one variant. Results of one position help with the next.
// It is safe for use by one goroutine at a time.
type Prover struct {
	searcher *ai.Searcher
	left     int64 // positions that it may still look at
}

// New returns a prover for a valid variant, which may look at so many positions in all.
func New(v game.Variant, nodes int64) *Prover {
	return &Prover{searcher: ai.NewSearcher(v, 1, 0), left: nodes}
}

// Reset forgets all results, so that the next depends on its position only, and
// lets the prover look at so many positions.
func (p *Prover) Reset(nodes int64) {
	p.searcher.Reset()
	p.left = nodes
}

// Proven is what is certain of a position.
type Proven struct {
	// Score is the side to move's, proven: a Win or a Loss with the exact number of
	// plies to the end when the winner hurries and the loser resists, or a Draw.
	Score ai.Score
	// Best is a best move: it wins soonest, or loses latest, or draws. It is
	// meaningless once the game is over.
	Best game.Square
}

// Prove returns the result of a position. Errors: ErrUnproven, and ctx's.
func (p *Prover) Prove(ctx context.Context, position game.Position) (Proven, error) {
	if o := position.Outcome(); o.Over {
		return Proven{Score: final(o, position.ToMove())}, nil
	}
	moves := position.Moves()
	if len(moves) == 1 { // the engines do not look far at the only move there is
		after, err := position.Play(moves[0])
		if err != nil {
			return Proven{}, err
		}
		r, err := p.Prove(ctx, after)
		return Proven{Score: Before(r.Score), Best: moves[0]}, err
	}
	if p.left <= 0 {
		return Proven{}, ErrUnproven
	}
	choice, err := p.searcher.Search(ctx, ai.Game{Start: position}, ai.Limits{Nodes: p.left}, nil)
	if err != nil {
		return Proven{}, err
	}
	stopped := choice.Nodes >= p.left // what it then says of the number of plies is not certain
	p.left -= choice.Nodes
	switch {
	case ctx.Err() != nil:
		return Proven{}, ctx.Err()
	case stopped, choice.Score.Proof == 0:
		return Proven{}, fmt.Errorf("%w: %s", ErrUnproven, position)
	}
	return Proven{choice.Score, choice.Move}, nil
}

// final returns the score of a game that is over for a side.
func final(o game.Outcome, side game.Mark) ai.Score {
	switch {
	case o.Drawn():
		return ai.Score{Expected: 0.5, Proof: ai.Draw}
	case o.Winner == side:
		return ai.Score{Expected: 1, Proof: ai.Win}
	}
	return ai.Score{Proof: ai.Loss}
}

// Before returns what a move is worth to the side that makes it, when the position
// after it has a proven score for the other side.
func Before(after ai.Score) ai.Score {
	switch after.Proof {
	case ai.Win:
		return ai.Score{Proof: ai.Loss, Plies: after.Plies + 1}
	case ai.Loss:
		return ai.Score{Expected: 1, Proof: ai.Win, Plies: after.Plies + 1}
	}
	return after
}
