package commands

import (
	"noughts/commands/plan"
	"noughts/game/match"
)

// boardCommand declares /board, which shows the user's game again at the bottom of the channel. In the old
// message, a link to the new one replaces the board.
func (c *Commands) boardCommand() command {
	return command{declaration: c.declare.Slash("board"), inGame: showAgain, filter: takesPart, access: plan.Writes}
}

// showAgain shows the board of one of the user's games in a new message.
func showAgain(r *plan.Request, id match.ID) plan.Plan {
	return plan.On{Match: id, Decide: func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		if !takesPart(rec.Match, r.User) {
			return plan.Decision{}, match.ErrNotYours
		}
		return plan.Decision{Answer: r.Board(plan.Anew)}, nil
	}}
}
