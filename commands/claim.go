package commands

import (
	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// pressClaim ends a match whose time has run out. The button exists only on boards that the bot
// cannot edit by itself; for other boards the bot ends the match itself. Either player may press
// the button, on a board of any version, because only the clock decides.
func pressClaim(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := rec.Match
	switch {
	case m.Side(r.User) == game.Empty:
		return plan.Decision{}, refuseStranger(r, rec, match.ErrNotYours)
	case m.Status == match.Over: // show the final board, whatever ended the match
		return plan.Decision{Answer: r.ShowBoard(plan.InPlace)}, nil
	case !m.ClockRuns():
		return plan.Decision{}, plan.Refuse(texts.RefuseOldButton)
	case f.Ticked.Version == m.Version:
		player := card.Player(r.Language, m, m.Position().ToMove())
		return plan.Decision{}, plan.Refuse("refuse.time_left", "Player", player, "When", card.Moment(m.Deadline))
	default:
		return plan.Decision{Next: &f.Ticked, Answer: r.ShowBoard(plan.InPlace)}, nil
	}
}
