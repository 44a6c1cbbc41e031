package matches

import (
	"context"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

const (
	// withheldPlies is how many moves around a position are withheld with it.
	withheldPlies = 4
	// openingPlies is how many moves a game must have before positions near to it are withheld: many games share the first
	// ones. Of a pasted game, whose moves the member has chosen, pastedPlies are enough, as they are for the very position.
	openingPlies, pastedPlies = 5, 2
)

// withhold returns plan.ErrWithheld if the evaluation of one of the positions would help the caller where they can still
// gain something: if it is the position of a game, of their puzzle or of the day's puzzle, or is near to it and both have
// `least` marks or more. The match `in`, in which the caller gives up what they can gain, does not count.
//
// Every evaluation that members see passes here: reviews, explanations, hints, and levels that play on from a position.
func (t *task) withhold(ctx context.Context, positions []game.Position, least int, in match.ID) error {
	open, err := t.gainful(ctx, in)
	for _, gainful := range open {
		for _, p := range positions {
			marks := min(gainful.Ply(), p.Ply())
			same := gainful.Ply() == p.Ply() && marks >= pastedPlies
			if (same || marks >= least) && game.Near(gainful, p, withheldPlies) {
				return plan.ErrWithheld
			}
		}
	}
	return err
}

// gainful returns the positions from which the caller can still gain a rating, an achievement or a solved puzzle, except
// in the match `in`.
func (t *task) gainful(ctx context.Context, in match.ID) (all []game.Position, err error) {
	open, err := t.deps.Store.Unfinished(ctx, match.Scope{Member: t.Request.User})
	if err != nil {
		return nil, err
	}
	for _, rec := range open {
		if rec.Match.ID != in && profile.CanGain(rec.Match, t.Request.User) {
			all = append(all, rec.Match.Position())
		}
	}
	solved, err := t.deps.Store.Solving(ctx, t.Request.User)
	if err != nil && !errors.Is(err, store.ErrCorrupt) {
		return nil, err
	}
	now := time.Now()
	today := puzzle.DayAt(now)
	daily := puzzle.MemberAttempt{Puzzle: puzzle.Daily(now).ID}
	if solved.Daily.Day() == today {
		daily = solved.Daily.Attempt
	} else if solved.Daily.UsedUp(today) {
		daily = puzzle.MemberAttempt{}
	}
	for _, a := range []puzzle.MemberAttempt{solved.Now, daily} {
		if known, ok := puzzle.ByID(a.Puzzle); ok && a.IsOpen() {
			if at, err := (puzzle.Attempt{Puzzle: known, Moves: a.Line}).Position(); err == nil {
				all = append(all, at)
			}
		}
	}
	return all, nil
}

func positionsOf(start game.Position, moves []game.Square, from int) (all []game.Position) {
	for n := from; n <= len(moves); n++ {
		if p, err := rules.Replay(start, moves[:n]); err == nil {
			all = append(all, p)
		}
	}
	return all
}
