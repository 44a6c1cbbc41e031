package review

import (
	"context"
	"errors"
	"fmt"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
)

// ErrUnproven is returned when the node limit was reached before a proof.
var ErrUnproven = errors.New("proof: node limit reached")

// A Prover proves results of positions of one variant. It reuses earlier results. It is not safe for concurrent use.
type Prover struct {
	searcher *ai.Searcher
	left     int64 // positions that may still be searched
}

// NewProver returns a prover for a valid variant that may search `nodes` positions in total.
func NewProver(v game.Variant, nodes int64) *Prover {
	return &Prover{searcher: ai.NewSearcher(v, 1, 0), left: nodes}
}

// Reset drops earlier results. From then on the prover may search `nodes` positions in total.
func (p *Prover) Reset(nodes int64) {
	p.searcher.Reset()
	p.left = nodes
}

// Proven is the proven result of a position.
type Proven struct {
	// Score is the result for the side to move: a Win or a Loss with the exact number of plies
	// under best play, or a Draw.
	Score ai.Score
	// Best is a best move: it wins soonest, loses latest, or draws. It has no meaning if the game is over.
	Best game.Square
}

// Prove returns the result of a position. Errors: ErrUnproven, and ctx's.
func (p *Prover) Prove(ctx context.Context, position game.Position) (Proven, error) {
	if o := position.Outcome(); o.Over {
		return Proven{Score: engine.Final(o, position.ToMove())}, nil
	}
	moves := position.Moves()
	if len(moves) == 1 { // the engines search forced moves only shallowly
		after, err := position.Play(moves[0])
		if err != nil {
			return Proven{}, err
		}
		r, err := p.Prove(ctx, after)
		return Proven{Score: r.Score.Before(), Best: moves[0]}, err
	}
	if p.left <= 0 {
		return Proven{}, ErrUnproven
	}
	choice, err := p.searcher.Search(ctx, ai.History{Start: position}, ai.Limits{Nodes: p.left}, nil)
	if err != nil {
		return Proven{}, err
	}
	stopped := choice.Nodes >= p.left // the number of plies may then not be exact
	p.left -= choice.Nodes
	switch {
	case ctx.Err() != nil:
		return Proven{}, ctx.Err()
	case stopped, choice.Score.Proof == 0:
		return Proven{}, fmt.Errorf("%w: %s", ErrUnproven, position)
	}
	return Proven{choice.Score, choice.Move}, nil
}
