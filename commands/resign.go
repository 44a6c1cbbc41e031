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

// resignCommand declares /resign: it ends the caller's game. It asks for confirmation if more than the game is
// lost: see asksFirst. The button always asks, because a press may be a slip.
func (c *Commands) resignCommand() command {
	return command{declaration: c.declare.Slash("resign"), inGame: resign, filter: inPlay}
}

// resign ends a game and shows its end.
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

// asksFirst reports whether giving up costs more than the game: a rating, a tournament's point, or a team's
// game. next is the match after that.
func asksFirst(rec match.Record, next match.Match) bool {
	return rec.Match.HasTeam() || next.Result.Reason != match.Aborted && (card.MayBeRated(rec.Match) || rec.Tournament != "")
}

// askGiveUp asks privately whether the caller really wants to resign, or to stop a team's game.
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

// giveUp ends a game. A tournament's game cannot be resigned before both players have moved: it would not
// count, and would look as if the player to move had not come.
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

// pressResignYes resigns. The pressed message is the private question; the board is in another message.
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

// pressStop stops a match between two computers, or asks before it stops a team's. It accepts a board of any
// version, because the next move may be made while the member presses.
func pressStop(r *plan.Request) (plan.Plan, error) { return stop(r, false) }

// pressStopYes stops a team's match.
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
