package commands

import (
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// takebackCommand declares /takeback: a member's last move is taken back if the
// opponent agrees; the computer always does.
func (c *Commands) takebackCommand() command {
	return command{declaration: c.declare.Slash("takeback"), inGame: takeback, wanted: ofPlayer}
}

// takeback asks for a takeback in a game and shows the board.
func takeback(r *plan.Request, id match.ID) plan.Plan {
	return seen{id: id}.change(r, plan.Anew, func(m match.Match, f plan.Facts) (match.Match, error) {
		return m.AskTakeback(r.User, f.Now)
	})
}

// What only takebacks say.
const (
	takebackSent texts.Key = "takeback.sent"
	takebackDone texts.Key = "takeback.done"
)

// pressTakeback is the same by button.
func pressTakeback(r *plan.Request) (plan.Plan, error) {
	return seen{id: r.Match, version: r.Version}.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := rec.Match.TickAfter(f.Back, f.Now).AskTakeback(r.User, f.Now)
		if err != nil {
			return plan.Decision{}, err
		}
		said := takebackDone
		if next.TakebackAsk != game.Empty {
			said = takebackSent
		}
		return plan.Decision{Next: &next, Answer: told(r, said)}, nil
	}), nil
}

// pressTakebackYes lets the opponent take the move back.
func pressTakebackYes(r *plan.Request) (plan.Plan, error) {
	return on(r, func(m match.Match, f plan.Facts) (match.Match, error) { return m.AnswerTakeback(r.User, true, f.Now) })
}

// pressTakebackNo does not.
func pressTakebackNo(r *plan.Request) (plan.Plan, error) {
	return on(r, func(m match.Match, f plan.Facts) (match.Match, error) { return m.AnswerTakeback(r.User, false, f.Now) })
}
