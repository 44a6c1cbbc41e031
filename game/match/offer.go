package match

import (
	"time"

	"noughts/game"
)

const (
	// A side can first offer a draw before the move with the number firstDraw, or firstNestedDraw
	// on a nested board, where games are longer.
	firstDraw       = 4
	firstNestedDraw = 10
	// drawPause is how many moves later the same side can offer again.
	drawPause = 6
)

// DrawFrom returns the number of the move, from 1, before which a side can next offer a draw.
func (m Match) DrawFrom(side game.Mark) int {
	first := firstDraw
	if _, nested := m.Start().(game.Nested); nested {
		first = firstNestedDraw
	}
	if last := m.DrawOffered[side-game.X]; last > 0 {
		return max(first, last+drawPause)
	}
	return first
}

// DrawDeclined reports whether the side's draw offer before the current move was declined.
func (m Match) DrawDeclined(side game.Mark) bool {
	return m.Status == Playing && m.DrawOffer != side && m.DrawOffered[side-game.X] == len(m.Moves)+1
}

// OfferDraw offers a draw or accepts the opponent's offer, at any player's turn. Errors: ErrAsked,
// ErrTooSoon, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
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
	}
	number := len(m.Moves) + 1
	if number < m.DrawFrom(side) {
		return m, ErrTooSoon
	}
	m = m.changed(now)
	m.DrawOffer, m.DrawOffered[side-game.X] = side, number
	return m, nil
}

// AnswerDraw accepts or declines the opponent's draw offer. Pass "" as the member for the computer's answer.
// Errors: ErrNothingAsked, ErrOwnChallenge, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
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

// mayAnswer returns why a member (or the computer if member is "") cannot answer a request of the
// side asker, or nil if they can.
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

// AskTakeback asks to take back the member's last move and the opponent's answer to it. The computer grants
// it at once. Errors: ErrNoMove, ErrAsked, ErrAnswerFirst, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) AskTakeback(member string, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	switch {
	case err != nil:
		return m, err
	case m.TakebackAsk == side:
		return m, ErrAsked
	case m.TakebackAsk == side.Opponent():
		return m, ErrAnswerFirst
	case len(m.Moves) < m.pliesBack(side):
		return m, ErrNoMove
	}
	m = m.changed(now)
	if m.Player(side.Opponent()).IsComputer() {
		m.takeBack(side, now)
	} else {
		m.TakebackAsk = side
	}
	return m, nil
}

// AnswerTakeback accepts or declines the opponent's request. Errors: ErrNothingAsked,
// ErrOwnChallenge, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) AnswerTakeback(member string, accept bool, now time.Time) (Match, error) {
	if err := m.mayAnswer(m.TakebackAsk, member, now); err != nil {
		return m, err
	}
	m = m.changed(now)
	if accept {
		m.takeBack(m.TakebackAsk, now)
	}
	m.TakebackAsk = game.Empty
	return m, nil
}

// takeBack makes it side's turn again, before its last move. A draw offer in the position that is
// undone goes with it.
func (m *Match) takeBack(side game.Mark, now time.Time) {
	left := len(m.Moves) - m.pliesBack(side)
	m.Moves = m.Moves[:left]
	m.TakenBack = true
	m.DrawOffer, m.TakebackAsk, m.Planned = game.Empty, game.Empty, Reply{}
	if m.AsPlanned > left {
		m.AsPlanned = 0
	}
	for i, number := range m.DrawOffered {
		m.DrawOffered[i] = min(number, left)
	}
	m.beginTurn(now)
}

// pliesBack returns the plies since side was last to move: more than there are moves if it has made none.
func (m Match) pliesBack(side game.Mark) int {
	if m.toMove() == side {
		return 2
	}
	return 1
}
