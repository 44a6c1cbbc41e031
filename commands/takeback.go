package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

func takeback(r *plan.Request, id match.ID) plan.Plan {
	return askTakeback(target{id: id}, false, func(match.Match) plan.Answer { return r.ShowBoard(plan.Anew) })
}

func pressTakeback(agreed bool) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		return askTakeback(pressedBoard(r), agreed, func(next match.Match) plan.Answer {
			if next.TakebackAsk != game.Empty {
				return confirm(r, "takeback.sent")
			}
			return confirm(r, "takeback.done")
		}), nil
	}
}

// askTakeback asks the opponent to agree to a takeback. The computer agrees at once. A rated game against the computer
// raises no rating after a takeback, so the player must confirm it first, unless isFree. `agreed` is true if they have
// confirmed it.
func askTakeback(at target, agreed bool, asked func(next match.Match) plan.Answer) plan.On {
	return at.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := f.Ticked
		next, err := m.AskTakeback(r.User, f.Now)
		switch {
		case err != nil:
			return plan.Decision{}, refuseStranger(r, rec, err)
		case !agreed && card.MayBeRated(m) && !card.MayBeRated(next):
			if free, err := isFree(r, m); err != nil || !free {
				return ask(r, m, "takeback.free", "takeback-sure", "button.takeback_yes", discordgo.PrimaryButton), err
			}
		}
		return plan.Decision{Next: &next, Answer: asked(next)}, nil
	})
}

func answerTakeback(agreed bool) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		return pressedBoard(r).change(plan.InPlace, func(m match.Match, f plan.Facts) (match.Match, error) {
			return m.AnswerTakeback(r.User, agreed, f.Now)
		}), nil
	}
}
