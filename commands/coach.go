package commands

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/match"
)

const (
	// coachNodes is the number of positions that the engine searches for the coach, in about 30 milliseconds.
	coachNodes = 15_000
	// coachLimit is the longest time that a move waits for the coach. If the engine is not ready by
	// then, the coach gives no warning.
	coachLimit = 300 * time.Millisecond
)

// coachWarns returns a private page with the coach's warning against a legal move, and false if there is none.
func coachWarns(r *plan.Request, rec match.Record, s game.Square) (plan.Answer, bool, error) {
	m := rec.Match
	choices, err := r.Read.Evaluation(plan.Evaluation{Game: engineGame(m), Match: m.ID, Nodes: coachNodes, Limit: coachLimit})
	if err != nil {
		return plan.Answer{}, false, err
	}
	against := review.Warn(m.Position(), s, choices)
	return r.Page(plan.Components(card.CoachPage(r.Language, rec, r.Tiles, s, against)...)), len(against) > 0, nil
}

func pressCoached(r *plan.Request, _ match.Record, f plan.Facts) (plan.Decision, error) {
	if r.Vars["square"] == "no" {
		return plan.Decision{Answer: sentence(r, "coach.left")}, nil
	}
	s, err := game.ParseSquare(r.Vars["square"])
	if err != nil {
		return plan.Decision{}, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	next, err := play(r, f.Ticked, s, f.Now)
	if err != nil {
		return plan.Decision{}, err
	}
	return plan.Decision{Next: &next, Answer: sentence(r, "coach.played", "Square", s.String())}, nil
}

// switchCoach returns the handler that switches the coach on or off. It says first what help costs, unless isFree or the
// member has agreed already.
func switchCoach(on, agreed bool) plan.Decide {
	return func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := f.Ticked
		next, err := m.SetCoach(r.User, on, f.Now)
		switch {
		case err != nil:
			return plan.Decision{}, err
		case rec.Tournament != "":
			return plan.Decision{}, plan.Refuse("refuse.hint_tournament")
		}
		if !agreed {
			if free, err := isFree(r, m); err != nil || !free {
				return ask(r, m, "help.free", "coach-yes", "button.coach_yes", discordgo.PrimaryButton), err
			}
		}
		if on {
			return saveAndAnswer(rec, next, sentence(r, "coach.watches")), nil
		}
		return saveAndAnswer(rec, next, sentence(r, "coach.off")), nil
	}
}
