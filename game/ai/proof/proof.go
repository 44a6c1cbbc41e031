// Package proof proves the values of moves: that each puzzle has exactly one right move, and whether moves of
// attempts are right. The engines search; their unproven evaluations do not count here.
package proof

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

// A Prover proves results of positions of one variant. Proofs reuse earlier results. It is not safe
// for concurrent use.
type Prover struct {
	searcher *ai.Searcher
	left     int64 // positions that it may still look at
}

// New returns a prover for a valid variant with a limit of nodes positions in all.
func New(v game.Variant, nodes int64) *Prover {
	return &Prover{searcher: ai.NewSearcher(v, 1, 0), left: nodes}
}

// Reset drops earlier results and sets a new limit of nodes.
func (p *Prover) Reset(nodes int64) {
	p.searcher.Reset()
	p.left = nodes
}

// Proven is what is certain of a position.
type Proven struct {
	// Score is the side to move's: a Win or a Loss with the exact number of plies under best play, or a Draw.
	Score ai.Score
	// Best is a best move: it wins soonest, loses latest, or draws. It is meaningless after the end.
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
	stopped := choice.Nodes >= p.left // then its number of plies is uncertain
	p.left -= choice.Nodes
	switch {
	case ctx.Err() != nil:
		return Proven{}, ctx.Err()
	case stopped, choice.Score.Proof == 0:
		return Proven{}, fmt.Errorf("%w: %s", ErrUnproven, position)
	}
	return Proven{choice.Score, choice.Move}, nil
}
