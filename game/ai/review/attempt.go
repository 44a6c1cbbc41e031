package review

import (
	"context"
	"errors"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/puzzle"
)

// A Correctness says whether a move in an attempt at a puzzle is right.
type Correctness string

// The answers to a move in an attempt at a puzzle.
const (
	Right  Correctness = "right"  // the move keeps the result of the solution, and there are more moves to find
	Solved Correctness = "solved" // a right move after which the puzzle is solved
	Wrong  Correctness = "wrong"  // the move does not keep the result of the solution: the attempt is over
)

// An AttemptResult has the answer for a move, and the continuation of the attempt.
type AttemptResult struct {
	Answer Correctness
	// Score is the proven value of the move for the solver. Its plies include the move.
	Score ai.Score
	// Line is best play after the move. After a Right move it is the opponent's reply, which delays the loss longest.
	// After a Wrong move it is the refutation, at most LongestLine plies. After the solution of a puzzle of the kind
	// puzzle.Only it is the best play that follows. After a won game it is empty.
	Line []game.Square
	// Attempt is the attempt after the move. After a Right move it includes the opponent's reply.
	Attempt puzzle.Attempt
}

// LongestLine is the maximum of plies in a Line.
const LongestLine = 12

// AttemptNodes is the node limit for judging one move: enough for all attempts at the bank's puzzles, about 80 ms.
const AttemptNodes = 400_000

// ErrOver is returned for a move in an attempt that is over.
var ErrOver = errors.New("proof: the attempt is over")

// Try judges the solver's next move in an attempt. The first move must be the solution. Later every move that still
// wins is right, even if another move wins sooner. A puzzle of the kind puzzle.Win is solved when the game is won, a
// puzzle of the kind puzzle.Only after one move. The result is reproducible, and Try is safe for concurrent use. It
// searches, so callers should limit the number of concurrent calls. Errors: those of game.Position's Play, ErrOver,
// ErrUnproven for a puzzle that is not in the bank, and ctx's.
func Try(ctx context.Context, a puzzle.Attempt, s game.Square) (AttemptResult, error) {
	before, err := reached(a)
	if err != nil {
		return AttemptResult{}, err
	}
	after, err := before.Play(s)
	if err != nil {
		return AttemptResult{}, err
	}
	return lend(after.Variant(), func(p *Prover) (AttemptResult, error) { return p.judge(ctx, a.After(s), after) })
}

// reached returns the position of an attempt, with the solver to move, or ErrOver.
func reached(a puzzle.Attempt) (game.Position, error) {
	p, err := a.Position()
	switch {
	case err != nil:
		return nil, err
	case p.Outcome().Over, p.ToMove() != a.Puzzle.Solver(), a.Puzzle.Kind == puzzle.Only && len(a.Moves) > 0:
		return nil, ErrOver
	}
	return p, nil
}

func lend[T any](v game.Variant, use func(*Prover) (T, error)) (value T, err error) {
	ai.WithSearcher(v, AttemptNodes, func(s *ai.Searcher) { value, err = use(&Prover{searcher: s, left: AttemptNodes}) })
	return value, err
}

// judge returns the verdict on the last move of attempt a. `after` is the position after the move.
func (p *Prover) judge(ctx context.Context, a puzzle.Attempt, after game.Position) (AttemptResult, error) {
	r, err := p.Prove(ctx, after)
	if err != nil {
		return AttemptResult{}, err
	}
	v := AttemptResult{Score: r.Score.Before(), Attempt: a}
	length := LongestLine
	switch {
	case a.Puzzle.Kind == puzzle.Win && v.Score.Proof != ai.Win, v.Score.Proof == ai.Loss:
		v.Answer = Wrong
	case a.Puzzle.Kind == puzzle.Only, v.Score.Plies == 1:
		v.Answer = Solved
	default:
		v.Answer, length = Right, 1
	}
	if v.Line, err = p.line(ctx, after, r.Best, length); err != nil {
		return AttemptResult{}, err
	}
	if v.Answer == Right {
		v.Attempt = a.After(v.Line...)
	}
	return v, nil
}

// line returns best play, at most `most` plies, until the next result cannot be proven.
func (p *Prover) line(ctx context.Context, from game.Position, best game.Square, most int) (line []game.Square, err error) {
	for !from.Outcome().Over {
		line = append(line, best)
		if from, err = from.Play(best); err != nil || len(line) == most {
			return line, err
		}
		r, err := p.Prove(ctx, from)
		if errors.Is(err, ErrUnproven) {
			break
		} else if err != nil {
			return nil, err
		}
		best = r.Best
	}
	return line, nil
}

// Solution returns best play in an attempt, beginning with the solver's move. It has at most
// LongestLine plies, and ends where the next result cannot be proven. Solution is reproducible and
// searches like Try. Errors: ErrOver, ErrUnproven for a puzzle that is not in the bank, and ctx's.
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
