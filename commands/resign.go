package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// What only this command says.
const (
	resignSure   texts.Key = "resign.sure"
	resignDone   texts.Key = "resign.done"
	matchAborted texts.Key = "match.aborted"
	refuseEarly  texts.Key = "refuse.early"
)

// resignCommand declares /resign: the end of the caller's game. Typing the
// command is deliberate; the button, which a finger can miss, asks again.
func (c *Commands) resignCommand() command {
	return command{declaration: c.declare.Slash("resign"), inGame: resign, wanted: inPlay}
}

// resign gives a game up and shows its end.
func resign(r *plan.Request, id match.ID) plan.Plan {
	return seen{id: id}.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := giveUp(r, rec, f)
		if err != nil {
			return plan.Decision{}, notYours(r, rec, err)
		}
		return plan.Decision{Next: &next, Answer: r.Board(plan.Anew)}, nil
	})
}

// giveUp gives a game up. That of a tournament is not given up before both have moved: it
// would not count, and look as if who is to move had not come.
func giveUp(r *plan.Request, rec match.Record, f plan.Facts) (match.Match, error) {
	if rec.Tournament != "" && len(rec.Match.Moves) < 2 {
		return rec.Match, plan.Refuse(refuseEarly)
	}
	return rec.Match.TickAfter(f.Back, f.Now).Resign(r.User, f.Now)
}

// pressResign asks privately whether the player really wants to resign.
func pressResign(r *plan.Request) (plan.Plan, error) {
	return seen{id: r.Match, version: r.Version}.decide(r, func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		return plan.Decision{Answer: r.Page(func(l *texts.Language) plan.Content {
			return plan.Components(
				card.Text(l.Say(resignSure, "Game", card.Game(l, rec.Match))),
				card.Row(card.Button(l, rec.Match, "resign-yes", texts.ButtonResignYes, discordgo.DangerButton)))
		})}, nil
	}), nil
}

// pressResignYes gives the game up. The pressed message is the private question;
// the board is another one.
func pressResignYes(r *plan.Request) (plan.Plan, error) {
	return seen{id: r.Match, version: r.Version}.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := giveUp(r, rec, f)
		if err != nil {
			return plan.Decision{}, err
		}
		done := resignDone
		if next.Result.Reason == match.Aborted {
			done = matchAborted
		}
		return plan.Decision{Next: &next, Answer: told(r, done)}, nil
	}), nil
}
