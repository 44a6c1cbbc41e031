package match

import (
	"time"

	"noughts/game"
)

// OfferDraw offers a draw, at any player's turn, or takes the opponent's offer.
// Errors: ErrAsked, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) OfferDraw(member string, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	if err != nil {
		return m, err
	}
	switch m.DrawOffer {
	case side:
		return m, ErrAsked
	case side.Opponent():
		return m.AnswerDraw(member, true, now)
	default:
		m = m.changed(now)
		m.DrawOffer = side
		return m, nil
	}
}

// AnswerDraw accepts or declines the opponent's offer. The computer's answer is
// given with the member "". Errors: ErrNothingAsked, ErrOwnChallenge, ErrNotStarted,
// ErrOver, ErrTimeout, ErrNotYours.
func (m Match) AnswerDraw(member string, accept bool, now time.Time) (Match, error) {
	if err := m.mayAnswer(m.DrawOffer, member, now); err != nil {
		return m, err
	}
	m = m.changed(now)
	m.DrawOffer = game.Empty
	if accept {
		m.end(Result{Reason: ByAgreement})
	}
	return m, nil
}

// mayAnswer returns why a member, or the computer if member is "", cannot
// answer what the side asker has asked, nil when they can.
func (m Match) mayAnswer(asker game.Mark, member string, now time.Time) error {
	if err := m.inPlay(now); err != nil {
		return err
	}
	side := m.Side(member)
	switch {
	case side == game.Empty && member != "":
		return ErrNotYours
	case asker == game.Empty:
		return ErrNothingAsked
	case side == asker:
		return ErrOwnChallenge
	case m.Player(asker.Opponent()).ID != member:
		return ErrNotYours
	}
	return nil
}
