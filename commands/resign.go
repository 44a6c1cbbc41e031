package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// resign ends the user's game. It asks for confirmation only if asksFirst says so. The button always asks for
// confirmation, because it may be pressed by mistake.
func resign(_ *plan.Request, id match.ID) plan.Plan {
	return target{id: id, anywhere: true}.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := giveUp(r, rec, f)
		switch {
		case err != nil:
			return plan.Decision{}, refuseStranger(r, rec, err)
		case asksFirst(rec, next):
			return askGiveUp(r, rec.Match), nil
		case !isHere(r, rec):
			return plan.Decision{Next: &next, Answer: saysGivenUp(r, next)}, nil
		}
		return plan.Decision{Next: &next, Answer: r.ShowBoard(plan.Anew)}, nil
	})
}

func saysGivenUp(r *plan.Request, next match.Match) plan.Answer {
	done := texts.Key("resign.done")
	if next.Result.Reason == match.Aborted {
		done = "match.aborted"
	}
	return sentence(r, done)
}

// asksFirst reports whether resigning needs a confirmation, because it costs a rating or a point in a tournament, or
// ends the game of a whole team. `next` is the match after the resignation.
func asksFirst(rec match.Record, next match.Match) bool {
	return rec.Match.HasTeam() || next.Result.Reason != match.Aborted && (card.MayBeRated(rec.Match) || rec.Tournament != "")
}

func askGiveUp(r *plan.Request, m match.Match) plan.Decision {
	if m.HasTeam() {
		return ask(r, m, "stop.sure", "stop-yes", "button.stop_yes", discordgo.DangerButton)
	}
	return ask(r, m, "resign.sure", "resign-yes", "button.resign_yes", discordgo.DangerButton)
}

// giveUp returns the match after the user has resigned. In a tournament it refuses before both players have moved. Such
// a game would not count, and it would look as if the player to move had not come.
func giveUp(r *plan.Request, rec match.Record, f plan.Facts) (match.Match, error) {
	if rec.Tournament != "" && len(rec.Match.Moves) < 2 {
		return rec.Match, plan.Refuse("refuse.early")
	}
	return f.Ticked.Resign(r.User, f.Now)
}

func pressResign(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	return askGiveUp(r, rec.Match), nil
}

// pressResignYes resigns after the confirmation. The pressed message is the private question, not
// the message with the board.
func pressResignYes(r *plan.Request) (plan.Plan, error) {
	at := pressedBoard(r)
	at.anywhere = r.Message.Private // the question after /resign may have been asked elsewhere
	return at.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := giveUp(r, rec, f)
		if err != nil {
			return plan.Decision{}, err
		}
		if !r.Message.Private {
			return plan.Decision{Next: &next, Answer: r.ShowBoard(plan.InPlace)}, nil
		}
		return plan.Decision{Next: &next, Answer: saysGivenUp(r, next)}, nil
	}), nil
}

// stop returns the handler that stops a match between two computers, or a team's match once the member has confirmed.
// It accepts a board of any version, because a move may be made while the member presses.
func stop(agreed bool) plan.Decide {
	return func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := f.Ticked
		if !m.Hosted() {
			return plan.Decision{}, plan.Refuse(texts.RefuseOldButton)
		}
		next, err := m.Resign(r.User, f.Now)
		switch {
		case err != nil:
			return plan.Decision{}, refuseStranger(r, rec, err)
		case !agreed && asksFirst(rec, next):
			return askGiveUp(r, m), nil
		}
		return plan.Decision{Next: &next, Answer: confirm(r, "stop.done")}, nil
	}
}
