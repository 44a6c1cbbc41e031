package proof

import (
	"context"
	"errors"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/puzzle"
)

// An Answer is the judgment of a move in an attempt.
type Answer string

// The answers.
const (
	Right  Answer = "right"  // the move keeps the result of the solution, with more to find
	Solved Answer = "solved" // a right move after which the puzzle is solved
	Wrong  Answer = "wrong"  // the move loses the result of the solution: the attempt is over
)

// A Verdict is the judgment of a move and how the attempt continues.
type Verdict struct {
	Answer Answer
	// Score is the proven value of the move for the solver; its plies include the move.
	Score ai.Score
	// Line is best play after the move: after a Right one the opponent's answer, which delays the
	// loss longest; after a Wrong one the refutation, at most LongestLine plies; after the solution
	// of an Only the next plies; after a won game nothing.
	Line []game.Square
	// Attempt is the attempt after the move and, if it is Right, the answer.
	Attempt puzzle.Attempt
}

// LongestLine is the most plies in a Line.
const LongestLine = 12

// AttemptNodes is the node limit for judging one move. It suffices for every move of every attempt at the
// puzzles of the bank, and takes some 80 ms.
const AttemptNodes = 400_000

// ErrOver is returned for a move of an attempt that is over.
var ErrOver = errors.New("proof: the attempt is over")

// Try judges the solver's next move in an attempt. The first move must be the solution; later every
// move is right that still wins, even if another one wins sooner. A Win is solved when the game is
// won, an Only with its one move. The result is reproducible, and Try is safe for concurrent use.
// It searches, so the caller should limit how many run at once. Errors: those of
// game.Position.Play, ErrOver, ErrUnproven for a puzzle that is not in the bank, and ctx's.
func Try(ctx context.Context, a puzzle.Attempt, s game.Square) (Verdict, error) {
	before, err := reached(a)
	if err != nil {
		return Verdict{}, err
	}
	after, err := before.Play(s)
	if err != nil {
		return Verdict{}, err
	}
	return lend(after.Variant(), func(p *Prover) (Verdict, error) { return p.judge(ctx, a.After(s), after) })
}

// reached returns the position of an attempt, with the solver to move. Errors: ErrOver, and those
// for moves that the rules refuse.
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

// lend lends a cleared prover with a limit of AttemptNodes.
func lend[T any](v game.Variant, use func(*Prover) (T, error)) (value T, err error) {
	ai.WithSearcher(v, AttemptNodes, func(s *ai.Searcher) { value, err = use(&Prover{searcher: s, left: AttemptNodes}) })
	return value, err
}

// judge returns the verdict on the last move of an attempt, which led to a position.
func (p *Prover) judge(ctx context.Context, a puzzle.Attempt, after game.Position) (Verdict, error) {
	r, err := p.Prove(ctx, after)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Score: r.Score.Before(), Attempt: a}
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
		return Verdict{}, err
	}
	if v.Answer == Right {
		v.Attempt = a.After(v.Line...)
	}
	return v, nil
}

// line returns best play from a position, beginning with its best move: at most most plies, and only as far
// as proven.
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

// Solution returns best play from an attempt on: the solver's move and what follows, at most LongestLine
// plies, and only as far as proven. It is reproducible and searches like Try. Errors: ErrOver, ErrUnproven
// for a puzzle that is not in the bank, and ctx's.
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
