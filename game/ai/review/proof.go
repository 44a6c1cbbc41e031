package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/puzzle"
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

// MostNodes is the node limit for proving one puzzle.
const MostNodes = 20_000_000

// Find returns the puzzle of a position, and false if the position is not a puzzle. A puzzle has at
// least two legal moves. Exactly one of them wins, or none wins and exactly one does not lose. Find
// does not check attempts: see CheckAttempts. Errors: ErrUnproven, and ctx's.
func (p *Prover) Find(ctx context.Context, position game.Position) (puzzle.Puzzle, bool, error) {
	if len(position.Moves()) < 2 {
		return puzzle.Puzzle{}, false, nil
	}
	rated, err := p.searcher.Evaluate(ctx, ai.History{Start: position}, ai.Limits{Nodes: glance})
	if err = cmp.Or(err, ctx.Err()); err != nil || rated[1].Score.Proof == ai.Win || rated[0].Score.Proof == ai.Loss {
		return puzzle.Puzzle{}, false, err
	}
	whole, err := p.Prove(ctx, position)
	if err != nil || whole.Score.Proof == ai.Loss {
		return puzzle.Puzzle{}, false, err
	}
	slowest := 0 // plies of the longest loss after a wrong move
	for _, move := range rated {
		if move.Move == whole.Best {
			continue
		}
		after, err := position.Play(move.Move)
		if err != nil {
			return puzzle.Puzzle{}, false, err
		}
		r, err := p.Prove(ctx, after)
		if err != nil || r.Score.Before().Proof == whole.Score.Proof {
			return puzzle.Puzzle{}, false, err
		}
		slowest = max(slowest, r.Score.Before().Plies)
	}
	found := puzzle.Puzzle{ID: puzzle.IDOf(position), Position: position, Solution: whole.Best, Kind: puzzle.Only, Plies: slowest}
	if whole.Score.Proof == ai.Win {
		found.Kind, found.Plies = puzzle.Win, whole.Score.Plies
	}
	return found, true, nil
}

// glance is the number of nodes for sorting moves, so that Find proves a second right move early.
const glance = 10_000

// Verify returns an error, wrapping ErrWrong for a wrong solution or number of plies, or ErrUnproven, or ctx's.
func (p *Prover) Verify(ctx context.Context, given puzzle.Puzzle) error {
	found, ok, err := p.Find(ctx, given.Position)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", given.ID, err)
	case !ok:
		return fmt.Errorf("%s: %w: %s has no single right move", given.ID, ErrWrong, given.Position)
	}
	if found.String() != given.String() {
		return fmt.Errorf("%w: %s is actually %s", ErrWrong, given, found)
	}
	return nil
}

// ErrWrong is wrapped by Verify's error for a wrong puzzle.
var ErrWrong = errors.New("proof: wrong puzzle")

// ErrTangled is returned for a puzzle whose attempts reach too many positions.
var ErrTangled = errors.New("proof: too many attempts")

// CheckAttempts plays every possible attempt at a puzzle and returns the number of different positions in them. Errors:
// those of Try and Solution, such as ErrUnproven; ErrTangled if there are more than `most` positions; and ctx's.
func CheckAttempts(ctx context.Context, p puzzle.Puzzle, most int) (int, error) {
	seen := map[string]bool{}
	var check func(puzzle.Attempt) error
	check = func(a puzzle.Attempt) error {
		position, err := a.Position()
		if err != nil || seen[position.String()] {
			return err
		}
		seen[position.String()] = true
		if _, err := Solution(ctx, a); err != nil {
			return err
		}
		for _, s := range position.Moves() {
			if len(seen) > most {
				return ErrTangled
			}
			v, err := Try(ctx, a, s)
			if err == nil && v.Answer == Right {
				err = check(v.Attempt)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := check(puzzle.Attempt{Puzzle: p})
	return len(seen), err
}
