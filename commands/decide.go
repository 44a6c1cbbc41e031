package commands

import (
	"errors"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// A target is the match that a member acts on, at the version that the member saw. Version 0 accepts any version.
type target struct {
	id       match.ID
	version  int
	anyone   bool // spectators may act too, and on a board of any version
	anywhere bool // those who take part may act from other places: see plan.On
}

func pressedBoard(r *plan.Request) target { return target{id: r.Match, version: r.Version} }

// check checks whether the user may act on the match. If the match's time has run out, `late` is the decision that ends
// the match and refuses the request. Otherwise check returns an error if the user may not act on the version that they
// saw.
func (at target) check(r *plan.Request, rec match.Record, f plan.Facts) (late plan.Decision, err error) {
	m := rec.Match
	if ticked := f.Ticked; ticked.Status == match.Over && m.Status != match.Over {
		why := match.ErrTimeout
		switch ticked.Result.Reason {
		case match.Expired:
			why = match.ErrExpired
		case match.Abandoned, match.Stranded:
			why = match.ErrOver
		}
		return plan.Decision{Next: &ticked, Refused: why}, nil
	}
	switch {
	case at.anyone:
	case !m.TakesPart(r.User):
		err = refuseStranger(r, rec, match.ErrNotYours)
	case m.Status == match.Over:
		err = match.ErrOver
	case at.version != 0 && !m.Shows(at.version):
		err = plan.Refuse(texts.RefuseMovedOn)
	}
	return plan.Decision{}, err
}

// checked returns a plan that calls the function `decide` if the user may act on the match: see check. If the match's
// time has run out, the plan ends the match instead.
func (at target) checked(decide plan.Decide) plan.On {
	return plan.On{Match: at.id, Anywhere: at.anywhere, Decide: func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		if late, err := at.check(r, rec, f); late.Next != nil || err != nil {
			return late, err
		}
		decided, err := decide(r, rec, f)
		if errors.Is(err, match.ErrOwnChallenge) && !at.anyone {
			err = plan.Refuse("refuse.own_offer").Because(err) // the member has answered their own offer of a draw or request for a takeback
		}
		return decided, err
	}}
}

type change func(match.Match, plan.Facts) (match.Match, error)

// change returns the plan that changes the match and shows its board. If a clock ran out while
// members could not reach the bot, the clock first gets its full time again.
func (at target) change(as plan.As, do change) plan.On {
	return at.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := do(f.Ticked, f)
		if err != nil {
			return plan.Decision{}, refuseStranger(r, rec, err)
		}
		return plan.Decision{Next: &next, Answer: r.ShowBoard(as)}, nil
	})
}

// onMatch returns the handler of a button that anybody may press in any state of the match.
func onMatch(decide plan.Decide) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) { return plan.On{Match: r.Match, Decide: decide}, nil }
}

// onBoard returns the handler of a button for those who take part, on a board that shows the match as it is.
func onBoard(decide plan.Decide) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) { return pressedBoard(r).checked(decide), nil }
}

// byPlayer returns the handler of a button for those who take part, on a board of any version.
func byPlayer(decide plan.Decide) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) { return target{id: r.Match}.checked(decide), nil }
}

// byAnyone returns the handler of a button for everybody, on a board of any version. A match whose time has run out
// ends.
func byAnyone(decide plan.Decide) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		return target{id: r.Match, anyone: true}.checked(decide), nil
	}
}
