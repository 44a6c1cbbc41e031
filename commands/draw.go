package commands

import (
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func draw(r *plan.Request, id match.ID) plan.Plan {
	return askDraw(target{id: id}, r.ShowBoard(plan.Anew))
}

func pressDraw(r *plan.Request) (plan.Plan, error) {
	return askDraw(pressedBoard(r), confirm(r, "draw.sent")), nil
}

// askDraw offers a draw. `offered` is the answer if the opponent is a member. askDraw asks for confirmation first
// if the offer can end the game, because the computer may accept it or the opponent has also offered a draw.
func askDraw(at target, offered plan.Answer) plan.On {
	return at.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := offerDraw(f.Ticked, r.User, f.Now)
		switch {
		case err != nil:
			return plan.Decision{}, err
		case next.Status == match.Over:
			return askAgain(r, rec.Match, "draw.accept"), nil
		case next.Player(next.DrawOffer.Opponent()).IsComputer():
			return askAgain(r, rec.Match, "draw.ask"), nil
		}
		return plan.Decision{Next: &next, Answer: offered}, nil
	})
}

// pressDrawYes handles the button that accepts the opponent's draw. It asks for confirmation first.
func pressDrawYes(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	if _, err := f.Ticked.AnswerDraw(r.User, true, f.Now); err != nil {
		return plan.Decision{}, err
	}
	return askAgain(r, rec.Match, "draw.accept"), nil
}

func askAgain(r *plan.Request, m match.Match, question texts.Key) plan.Decision {
	opponent := card.Player(r.Language, m, m.Side(r.User).Opponent())
	return ask(r, m, question, "draw-sure", "button.draw_yes", discordgo.DangerButton, "Player", opponent)
}

// pressDrawSure offers or accepts a draw after the confirmation. The computer is asked before the
// match changes. Its answer is used only if the match still has the same version.
func pressDrawSure(r *plan.Request, _ match.Record, f plan.Facts) (plan.Decision, error) {
	next, err := offerDraw(f.Ticked, r.User, f.Now)
	switch {
	case err != nil:
		return plan.Decision{}, err
	case next.Status == match.Over:
		return plan.Decision{Next: &next, Answer: confirm(r, "draw.done")}, nil
	case next.Player(next.DrawOffer.Opponent()).IsPerson():
		return plan.Decision{Next: &next, Answer: confirm(r, "draw.sent")}, nil
	}
	accepts, said := r.Read.AcceptsDraw(next), texts.Key("draw.refused")
	if accepts {
		said = "draw.done"
	}
	next, err = next.AnswerDraw("", accepts, f.Now)
	return plan.Decision{Next: &next, Answer: confirm(r, said)}, err
}

// offerDraw returns the match with an offer of a draw. If it is too early for another offer, the
// refusal names the move from which the member can offer a draw.
func offerDraw(m match.Match, member string, now time.Time) (match.Match, error) {
	offered, err := m.OfferDraw(member, now)
	if errors.Is(err, match.ErrTooSoon) {
		side, key := m.Side(member), texts.Key("refuse.draw_early")
		if m.DrawOffered[side-game.X] > 0 {
			key = "refuse.draw_again"
		}
		err = plan.Refuse(key, "Move", texts.Ordinal(m.DrawFrom(side))).Because(err)
	}
	return offered, err
}

func pressDrawNo(r *plan.Request) (plan.Plan, error) {
	return pressedBoard(r).change(plan.InPlace, func(m match.Match, f plan.Facts) (match.Match, error) {
		return m.AnswerDraw(r.User, false, f.Now)
	}), nil
}
