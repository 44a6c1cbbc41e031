package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Texts of this command.
const (
	resignSure   texts.Key = "resign.sure"
	resignDone   texts.Key = "resign.done"
	matchAborted texts.Key = "match.aborted"
	refuseEarly  texts.Key = "refuse.early"
	stopSure     texts.Key = "stop.sure"
	stopDone     texts.Key = "stop.done"
	stopYes      texts.Key = "button.stop_yes"
)

// resignCommand declares /resign: the end of the caller's game. The command asks first where
// more than the game is given up, see asksFirst; the button, which a finger can miss, always does.
func (c *Commands) resignCommand() command {
	return command{declaration: c.declare.Slash("resign"), inGame: resign, filter: inPlay}
}

// resign gives a game up and shows its end.
func resign(r *plan.Request, id match.ID) plan.Plan {
	return target{id: id}.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := giveUp(r, rec, f)
		switch {
		case err != nil:
			return plan.Decision{}, refuseStranger(r, rec, err)
		case asksFirst(rec, next):
			return askGiveUp(r, rec.Match), nil
		}
		return plan.Decision{Next: &next, Answer: r.Board(plan.Anew)}, nil
	})
}

// asksFirst reports whether a match that is given up, and is next then, would have counted for
// more than itself: for ratings, for a tournament, or for a team.
func asksFirst(rec match.Record, next match.Match) bool {
	return rec.Match.HasTeam() || next.Result.Reason != match.Aborted && (card.MayBeRated(rec.Match) || rec.Tournament != "")
}

// askGiveUp asks privately whether the caller really wants to resign, or to stop the game of a team.
func askGiveUp(r *plan.Request, m match.Match) plan.Decision {
	question, action, label := resignSure, "resign-yes", texts.ButtonResignYes
	if m.HasTeam() {
		question, action, label = stopSure, "stop-yes", stopYes
	}
	return plan.Decision{Answer: r.Page(func(l *texts.Language) plan.Content {
		return plan.Components(
			card.Text(l.Say(question, "Game", card.Game(l, m))),
			card.Row(card.Button(l, m, action, label, discordgo.DangerButton)))
	})}
}

// giveUp gives a game up. A tournament's game cannot be resigned before both have moved: it would
// not count, and look as if the player to move had not come.
func giveUp(r *plan.Request, rec match.Record, f plan.Facts) (match.Match, error) {
	if rec.Tournament != "" && len(rec.Match.Moves) < 2 {
		return rec.Match, plan.Refuse(refuseEarly)
	}
	return rec.TickAfter(f.Back, f.Now).Resign(r.User, f.Now)
}

// pressResign asks privately whether the player really wants to resign.
func pressResign(r *plan.Request) (plan.Plan, error) {
	return pressedBoard(r).decide(r, func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		return askGiveUp(r, rec.Match), nil
	}), nil
}

// pressResignYes gives the game up. The pressed message is the private question;
// the board is another one.
func pressResignYes(r *plan.Request) (plan.Plan, error) {
	return pressedBoard(r).decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := giveUp(r, rec, f)
		if err != nil {
			return plan.Decision{}, err
		}
		done := resignDone
		if next.Result.Reason == match.Aborted {
			done = matchAborted
		}
		return plan.Decision{Next: &next, Answer: confirm(r, done)}, nil
	}), nil
}

// pressStop ends a match between two computers, or asks whether that of a team is to end. Its version does
// not matter: the next move may have been made while the finger was on the button.
func pressStop(r *plan.Request) (plan.Plan, error) { return stop(r, false) }

// pressStopYes ends the match of a team.
func pressStopYes(r *plan.Request) (plan.Plan, error) { return stop(r, true) }

func stop(r *plan.Request, agreed bool) (plan.Plan, error) {
	return target{id: r.Match, anyone: true}.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := rec.TickAfter(f.Back, f.Now)
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
		return plan.Decision{Next: &next, Answer: confirm(r, stopDone)}, nil
	}), nil
}
