package proof

import (
	"context"
	"errors"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/puzzle"
)

// An Answer says what a move of an attempt is.
type Answer uint8

// The answers.
const (
	// Right is a move that keeps what there is: the attempt goes on.
	Right Answer = iota + 1
	// Solved is a right move that leaves nothing to find.
	Solved
	// Wrong is a move that gives it away: the attempt is over.
	Wrong
)

// String returns right, solved or wrong.
func (a Answer) String() string {
	switch a {
	case Right:
		return "right"
	case Solved:
		return "solved"
	case Wrong:
		return "wrong"
	default:
		return ""
	}
}

// A Verdict says what a move of an attempt is worth, and how it goes on.
type Verdict struct {
	Answer Answer
	// Score is what the move is worth to the solver, proven: the plies count the move.
	Score ai.Score
	// Line is what follows the move under best play, as far as there is something to
	// show: after a Right one the opponent's answer, which puts the loss off
	// longest; after a Wrong one the refutation, at most LongestLine plies; after
	// the move that solves an Only the next plies; after a won game nothing.
	Line []game.Square
	// Attempt is the one that goes on after a Right move: with the move and the answer.
	// Else it has the move as its last.
	Attempt puzzle.Attempt
}

// LongestLine is how many plies a line shows at most.
const LongestLine = 12

// AttemptNodes is how many positions are looked at to judge one move of an attempt,
// at most. With so many every move of every attempt at the puzzles of the bank can
// be judged; it takes some 80 ms.
const AttemptNodes = 400_000

// ErrOver is returned for a move of an attempt that is over.
var ErrOver = errors.New("proof: the attempt is over")

// Try says what the solver's next move in an attempt is worth. At first only the
// solution is right; after that every move is that still wins, be it slower than
// another one. A Win is solved when the game is won, an Only with its one
// move. It answers the same each time, and is safe for concurrent use. It searches:
// the caller sees to it that there is a processor. Errors: those of
// game.Position.Play, ErrOver, ErrUnproven for a puzzle that is not of the bank, and
// ctx's.
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

// lend lends a prover that knows of no earlier result, to look at AttemptNodes positions.
func lend[T any](v game.Variant, use func(*Prover) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	r := ai.WithSearcher(v, AttemptNodes, func(searcher *ai.Searcher) result {
		value, err := use(&Prover{searcher: searcher, left: AttemptNodes})
		return result{value, err}
	})
	return r.value, r.err
}

// judge returns the verdict on the last move of an attempt, which led to a position.
func (p *Prover) judge(ctx context.Context, a puzzle.Attempt, after game.Position) (Verdict, error) {
	r, err := p.Prove(ctx, after)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Score: Before(r.Score), Attempt: a}
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

// line returns the best play from a position, with a best move of it: at most so many
// plies, and no more than can be proven.
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
