package commands

import (
	"io"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render/picture"
)

// pressShare posts the result of a finished game with a picture of its last position. Only a player
// or the member who started the game can do this, and only once for each game.
func pressShare(r *plan.Request) (plan.Plan, error) {
	return plan.On{Match: r.Match, Decide: func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		next, err := rec.Match.Share(r.User)
		switch {
		case err != nil:
		case !next.Result.Decided():
			err = plan.Refuse(texts.RefuseOldButton)
		case next.Dropped > 0:
			err = plan.ErrDropped
		}
		if err != nil {
			return plan.Decision{}, refuseStranger(r, rec.With(next), err)
		}
		file := plan.File{Name: card.ResultPicture, Type: "image/png", Draw: plan.Drawn(func(w io.Writer) error {
			return picture.PNG(w, card.Shown(next), picture.Dark)
		})}
		answer := r.Public(plan.Content{Components: card.Result(r.Shared(), rec), Files: []plan.File{file}})
		return plan.Decision{Next: &next, Answer: answer}, nil
	}}, nil
}
