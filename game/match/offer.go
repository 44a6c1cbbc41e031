package match

import (
	"slices"
	"time"

	"noughts/game"
)

const (
	// firstDraw is when draw offers begin: a side can offer a draw if the next move has this number or a higher one. On
	// nested boards, where games are longer, firstNestedDraw applies.
	firstDraw       = 4
	firstNestedDraw = 10
	// drawPause is the number of moves after which the same side can offer a draw again.
	drawPause = 6
)

// DrawFrom returns when `side` can offer a draw, as a move number from 1: the offer is possible if the next move has
// this number or a higher one.
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

// DrawDeclined reports whether `side` offered a draw during the current turn and the opponent declined it.
func (m Match) DrawDeclined(side game.Mark) bool {
	return m.Status == Playing && m.DrawOffer != side && m.DrawOffered[side-game.X] == len(m.Moves)+1
}

// OfferDraw offers a draw or accepts the opponent's offer. It is allowed at either player's turn.
// Errors: ErrAsked, ErrTooSoon, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
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

// AnswerDraw accepts or declines the opponent's draw offer. If the computer answers, `member` is "".
// Errors: ErrNothingAsked, ErrOwnChallenge, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) AnswerDraw(member string, accept bool, now time.Time) (Match, error) {
	if err := m.mayAnswer(m.DrawOffer, member, now); err != nil {
		return m, err
	}
	m = m.changed(now)
	m.DrawOffer = game.Empty
	if accept {
		m.end(Result{Reason: ByAgreement}, game.Empty)
	}
	return m, nil
}

// mayAnswer returns why a member, or the computer for "", cannot answer a request of the side `asker`, nil if they can.
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

// AskTakeback asks the opponent to take back the member's last move and, if the opponent has
// replied, the reply. The computer agrees at once. Errors: ErrNoMove, ErrAsked, ErrAnswerFirst,
// ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
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

// AnswerTakeback accepts or declines the opponent's request to take back a move. Errors:
// ErrNothingAsked, ErrOwnChallenge, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
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

// takeBack undoes the last move of a side and the reply to it. It cancels a draw offer.
func (m *Match) takeBack(side game.Mark, now time.Time) {
	left := len(m.Moves) - m.pliesBack(side)
	m.TakenBack = true
	if len(m.Moves) > len(m.Undone) {
		m.Undone = slices.Clip(m.Moves)
	}
	m.Moves = m.Moves[:left]
	m.DrawOffer, m.TakebackAsk, m.Planned = game.Empty, game.Empty, ConditionalMove{}
	if m.AsPlanned > left {
		m.AsPlanned = 0
	}
	for i, number := range m.DrawOffered {
		m.DrawOffered[i] = min(number, left)
	}
	m.beginTurn(now)
}

// pliesBack returns how many plies to undo so that the side can repeat its last move: too many if it has not moved yet.
func (m Match) pliesBack(side game.Mark) int {
	if m.toMove() == side {
		return 2
	}
	return 1
}
