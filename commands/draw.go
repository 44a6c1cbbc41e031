package commands

import (
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// drawRefused is what the computer says that wants to play on.
const drawRefused texts.Key = "draw.refused"

// drawCommand declares /draw: an offer to the opponent, or the answer to one.
func (c *Commands) drawCommand() command {
	return command{declaration: c.slash("draw"), inGame: draw, wanted: inPlay}
}

// draw offers a draw in a game, or takes the one offered, and shows the board.
func draw(r *plan.Request, id match.ID) plan.Plan { return offerDraw(r, seen{id: id}, plan.Anew) }

// pressDraw is the same by button.
func pressDraw(r *plan.Request) (plan.Plan, error) {
	return offerDraw(r, seen{id: r.Match, version: r.Version}, plan.InPlace), nil
}

// offerDraw offers a draw. The computer is asked before anything changes: if it
// declines, the board stays as it is; if it accepts, that holds for the version it was
// asked about.
func offerDraw(r *plan.Request, at seen, as plan.As) plan.On {
	return at.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := rec.Match.TickAfter(f.Back, f.Now)
		offered, err := m.OfferDraw(r.User, f.Now)
		if err != nil {
			return plan.Decision{}, err
		}
		if !m.Player(m.Side(r.User).Opponent()).IsComputer() {
			return plan.Decision{Next: &offered, Answer: r.Board(as)}, nil
		}
		return plan.Decision{Then: plan.AskDraw{Offered: offered, Then: func(accepts bool) (plan.Plan, error) {
			if !accepts {
				return nil, plan.Refuse(drawRefused)
			}
			return seen{id: at.id, version: rec.Match.Version}.change(r, as, func(m match.Match, f plan.Facts) (match.Match, error) {
				offered, err := m.OfferDraw(r.User, f.Now)
				if err != nil {
					return m, err
				}
				return offered.AnswerDraw("", true, f.Now)
			}), nil
		}}}, nil
	})
}

// pressDrawYes takes the draw that the opponent offered.
func pressDrawYes(r *plan.Request) (plan.Plan, error) {
	return on(r, func(m match.Match, f plan.Facts) (match.Match, error) { return m.AnswerDraw(r.User, true, f.Now) })
}

// pressDrawNo declines it.
func pressDrawNo(r *plan.Request) (plan.Plan, error) {
	return on(r, func(m match.Match, f plan.Facts) (match.Match, error) { return m.AnswerDraw(r.User, false, f.Now) })
}
