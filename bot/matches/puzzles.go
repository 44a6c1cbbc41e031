package matches

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// judgeLimit is how long a request waits for the verdict on a puzzle move. The search takes a tenth
// of a second but first waits for a slot. Without a verdict the member has to press again.
const judgeLimit = 8 * time.Second

// puzzle calls a handler to decide on the caller's puzzle, and saves the result if the stored
// record still has the revision that the handler saw. If a step is pressed or delivered twice, the
// second job finds a newer step and changes nothing.
func (t *task) puzzle(ctx context.Context, p plan.OnPuzzle) error {
	chosen, err := t.deps.Store.Member(ctx, t.Request.User)
	if err != nil {
		return err
	}
	for range maxRaces {
		record, err := t.deps.Store.Solving(ctx, t.Request.User)
		if err != nil {
			return err
		}
		solver, facts := plan.Solver{Progress: record, Chosen: chosen}, t.facts()
		d, err := p.Decide(solver, facts)
		if err != nil {
			return err
		}
		if d.Next != nil {
			saved, err := t.saveSolving(ctx, d, facts.Now)
			if errors.Is(err, store.ErrVersion) {
				continue
			}
			if err != nil {
				return err
			}
			solver.Progress, solver.Earned = saved.Record, saved.Earned
		}
		if d.Handle != nil {
			t.follow(d.Handle(t.Request))
			return nil
		}
		answer, err := d.Show(solver)
		if err == nil {
			t.answer(nil, answer, nil)
		}
		return err
	}
	return fmt.Errorf("deciding on the puzzles of member %s: %w", t.Request.User, store.ErrVersion)
}

// saveSolving saves a decision about a puzzle. If the result is unknown it saves once more: the
// revision prevents a second effect.
func (t *task) saveSolving(ctx context.Context, d plan.PuzzleDecision, now time.Time) (store.PuzzleSaved, error) {
	change := store.PuzzleChange{Record: *d.Next}
	if d.Table {
		change.Guild = t.Request.Place.Guild
	}
	if d.Rate != nil {
		change.Rate = &store.PuzzleRate{Start: d.Rate.Start, Solved: d.Rate.Solved, At: now}
	}
	saved, err := t.deps.Store.SaveSolving(ctx, change)
	if store.IsWorthAnother(ctx, err) {
		saved, err = t.deps.Store.SaveSolving(ctx, change)
	}
	return saved, err
}

func (t reader) TryPuzzle(attempt puzzle.Attempt, square game.Square) (review.AttemptResult, error) {
	ctx := t.To.Context()
	verdict, err := judge(ctx, t.task, func(ctx context.Context) (review.AttemptResult, error) { return review.Try(ctx, attempt, square) })
	if err != nil {
		err = fmt.Errorf("puzzle %s, move %s: %w", attempt.Puzzle.ID, square, err)
	}
	return verdict, err
}

func (t reader) SolvePuzzle(attempt puzzle.Attempt) (game.Moves, error) {
	ctx := t.To.Context()
	line, err := judge(ctx, t.task, func(ctx context.Context) (game.Moves, error) { return review.Solution(ctx, attempt) })
	if err != nil {
		err = fmt.Errorf("the solution of puzzle %s: %w", attempt.Puzzle.ID, err)
	}
	return line, err
}

// judge waits for a search slot and runs `search`. A panic is logged and returned as an error. Errors:
// plan.ErrNoVerdict if there is no time left, and those of `search`.
func judge[T any](ctx context.Context, t *task, search func(context.Context) (T, error)) (found T, err error) {
	ctx, cancel := context.WithTimeout(ctx, judgeLimit)
	defer cancel()
	release, err := t.searches.begin(ctx, t.searcher())
	if err != nil {
		return found, fmt.Errorf("%w: %w", plan.ErrNoVerdict, err)
	}
	defer release()
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", plan.ErrNoVerdict, err)
		}
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			t.deps.Log.Error("cannot judge a puzzle move", "err", err, "stack", string(debug.Stack()))
		}
	}()
	return search(ctx)
}

func (t reader) DailyTable(day puzzle.Day, limit int) (table puzzle.Table, err error) {
	ctx := t.To.Context()
	guild := t.Request.Place.Guild
	err = t.present(ctx, guild, t.Request.User, func() ([]string, error) {
		table, err = t.deps.Store.DailyTable(ctx, guild, day, limit)
		return table.Members(), err
	})
	return table, err
}

func (t reader) DailyChampions(first, last puzzle.Day, limit int) (best []puzzle.Champion, err error) {
	ctx := t.To.Context()
	guild := t.Request.Place.Guild
	err = t.present(ctx, guild, t.Request.User, func() (members []string, err error) {
		best, err = t.deps.Store.DailyChampions(ctx, guild, first, last, limit)
		for _, c := range best {
			members = append(members, c.Member)
		}
		return members, err
	})
	return best, err
}

func (t reader) DailyLeaders(month bool, from, to int) (all []puzzle.Champion, err error) {
	ctx, now, first := t.To.Context(), time.Now(), puzzle.Day(0)
	if month {
		first = puzzle.DayAt(profile.SeasonOf(1, now).From)
	}
	guild := t.Request.Place.Guild
	err = t.present(ctx, guild, t.Request.User, func() (members []string, err error) {
		all, err = t.deps.Store.DailyChampions(ctx, guild, first, puzzle.DayAt(now), math.MaxInt32)
		slices.SortFunc(all, puzzle.CompareSolved)
		for _, c := range all[min(from, len(all)):min(to, len(all))] {
			members = append(members, c.Member)
		}
		return members, err
	})
	return all, err
}
