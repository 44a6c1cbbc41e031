package matches

import (
	"context"
	"errors"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
)

// tries returns a handler: a member tries the square that `s` returns for the first puzzle in the bank, and the result is
// saved.
func tries(s func(puzzle.Puzzle) game.Square) plan.Handler {
	p := puzzle.All()[0]
	return func(r *plan.Request) (plan.Plan, error) {
		return plan.OnPuzzle{Decide: func(of plan.Solver, _ plan.Facts) (plan.PuzzleDecision, error) {
			begun := of.Begin(p.ID, puzzle.Wish{}, puzzle.LeastFitting)
			v, err := r.Read.TryPuzzle(puzzle.Attempt{Puzzle: p}, s(p))
			if err != nil {
				return plan.PuzzleDecision{}, err
			}
			next := begun.Right(v.Attempt.Moves, v.Answer == review.Solved)
			if v.Answer == review.Wrong {
				next = begun.Wrong(v.Attempt.Moves, true)
			}
			return plan.PuzzleDecision{Next: &next, Show: func(plan.Solver) (plan.Answer, error) { return plan.Answer{As: plan.Private}, nil }}, nil
		}}, nil
	}
}

func solution(p puzzle.Puzzle) game.Square { return p.Solution }

// If a member tries a square while all search slots are taken, the attempt is refused with
// plan.ErrNoVerdict after judgeLimit. Once a slot is free the member can try again.
func TestAPuzzleIsNotJudgedWhenAllIsBusy(t *testing.T) {
	t.Parallel()
	withFixture(t, first(0), func(t *testing.T, f *fixture) {
		free := f.busy()
		try := tries(solution)
		began := time.Now()
		if r := f.command(try); !errors.Is(r.Refusal, plan.ErrNoVerdict) || time.Since(began) != judgeLimit {
			t.Errorf("refused for %v after %v", r.Refusal, time.Since(began))
		}
		free()
		if r := f.command(try); r.Refusal != nil {
			t.Error(r.Refusal)
		}
	})
}

// A rivalStore saves another change of the member's puzzles just before the first save, like a second process.
type rivalStore struct {
	*fakeStore
	saves int
}

func (s *rivalStore) SaveSolving(ctx context.Context, c store.PuzzleChange) (store.PuzzleSaved, error) {
	if s.saves++; s.saves == 1 {
		if _, err := s.fakeStore.SaveSolving(ctx, store.PuzzleChange{Record: puzzle.Progress{Member: c.Record.Member}.BeginDaily(9, "q", time.Now())}); err != nil {
			return store.PuzzleSaved{}, err
		}
	}
	return s.fakeStore.SaveSolving(ctx, c)
}

// If another process saves a member's puzzles first, the handler decides again, and both changes are stored.
func TestPuzzlesAreDecidedOnAgain(t *testing.T) {
	t.Parallel()
	withStore(t, func(s *fakeStore) *rivalStore { return &rivalStore{fakeStore: s} }, func(t *testing.T, f *fixture, s *rivalStore) {
		var member string
		r := f.command(func(r *plan.Request) (plan.Plan, error) {
			member = r.User
			return tries(solution)(r)
		})
		if r.Refusal != nil {
			t.Fatal(r.Refusal)
		}
		kept, err := s.Solving(t.Context(), member)
		if err != nil || s.saves != 2 || kept.Daily.Day() != 9 || kept.Now.Puzzle != puzzle.All()[0].ID || kept.Revision != 2 {
			t.Errorf("after %d saves: %+v, %v", s.saves, kept, err)
		}
	})
}
