package commands

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// resignCommand declares /resign: the end of the caller's game. Typing the
// command is deliberate; the button, which a finger can miss, asks again.
func (c *Commands) resignCommand() command {
	return command{
		declaration: c.slash(texts.CommandResign, texts.CommandResignAbout),
		run:         inMyGame("resign", inPlay),
	}
}

// resign gives a game up and shows its end.
func resign(r *plan.Request, id match.ID) plan.Plan {
	return seen{id: id}.change(r, plan.Anew, func(m match.Match, f plan.Facts) (match.Match, error) {
		return m.Resign(r.User, f.Now)
	})
}

// pressResign asks privately whether the player really wants to resign.
func pressResign(r *plan.Request) (plan.Plan, error) {
	at, err := pressedBoard(r)
	if err != nil {
		return nil, err
	}
	return at.decide(r, func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		return plan.Decision{Answer: private(
			card.Text(r.Reader.Say(texts.ResignSure, "Game", card.Game(r.Reader, rec.Match))),
			card.Row(card.Button(r.Reader, rec.Match, "resign-yes", texts.ButtonResignYes, discordgo.DangerButton)),
		).Answer}, nil
	}), nil
}

// pressResignYes gives the game up. The pressed message is the private question;
// the board is another one.
func pressResignYes(r *plan.Request) (plan.Plan, error) {
	at, err := pressedBoard(r)
	if err != nil {
		return nil, err
	}
	return at.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := rec.Match.TickAfter(f.Back, f.Now).Resign(r.User, f.Now)
		if err != nil {
			return plan.Decision{}, err
		}
		done := texts.ResignDone
		if next.Result.Reason == match.Aborted {
			done = texts.MatchAborted
		}
		answer := private(card.Text(r.Reader.Say(done))).Answer
		answer.As = plan.InPlace
		return plan.Decision{Next: &next, Answer: answer}, nil
	}), nil
}

// drawCommand declares /draw: an offer to the opponent, or the answer to one.
func (c *Commands) drawCommand() command {
	return command{
		declaration: c.slash(texts.CommandDraw, texts.CommandDrawAbout),
		run:         inMyGame("draw", inPlay),
	}
}

// draw offers a draw in a game, or takes the one offered, and shows the board.
func draw(r *plan.Request, id match.ID) plan.Plan { return offerDraw(r, seen{id: id}, plan.Anew) }

// pressDraw is the same by button.
func pressDraw(r *plan.Request) (plan.Plan, error) {
	at, err := pressedBoard(r)
	if err != nil {
		return nil, err
	}
	return offerDraw(r, at, plan.InPlace), nil
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
			return plan.Decision{Next: &offered, Answer: board(r, as)}, nil
		}
		return plan.Decision{Then: plan.AskDraw{Offered: offered, Then: func(accepts bool) (plan.Plan, error) {
			if !accepts {
				return nil, plan.Refuse(texts.DrawRefused)
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

// pressClaim ends a match whose time has run out and shows its end: elsewhere the bot
// does that by itself, but the board that has this button it cannot edit. Either
// player may: it is the clock that decides. The version does not matter.
func pressClaim(r *plan.Request) (plan.Plan, error) {
	at, err := pressedBoard(r)
	if err != nil {
		return nil, err
	}
	return plan.On{Match: at.id, Decide: func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := rec.Match
		switch ticked := m.TickAfter(f.Back, f.Now); {
		case m.Side(r.User) == game.Empty:
			return plan.Decision{}, match.ErrNotYours
		case m.Status == match.Over: // by the clock or otherwise: it is shown
			return plan.Decision{Answer: board(r, plan.InPlace)}, nil
		case !m.ClockRuns():
			return plan.Decision{}, plan.Refuse(texts.RefuseOldButton)
		case ticked.Version == m.Version:
			player := card.Player(r.Reader, m, m.Position().ToMove())
			return plan.Decision{}, plan.Refuse(texts.RefuseTimeLeft, "Player", player, "When", card.Moment(m.Deadline))
		default:
			return plan.Decision{Next: &ticked, Answer: board(r, plan.InPlace)}, nil
		}
	}}, nil
}
