package match

import (
	"time"

	"noughts/game"
)

// AskTakeback asks to take back the member's last move and the opponent's answer to it. The
// computer grants it at once. Errors: ErrNoMove, ErrAsked, ErrAnswerFirst, ErrNotStarted, ErrOver,
// ErrTimeout, ErrNotYours.
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
	m.DrawOffer, m.TakebackAsk = game.Empty, game.Empty
	for i, number := range m.DrawOffered {
		m.DrawOffered[i] = min(number, left)
	}
	m.beginTurn(now)
}

// pliesBack returns the plies since side was last to move: more than there are moves if it has made
// none.
func (m Match) pliesBack(side game.Mark) int {
	if m.toMove() == side {
		return 2
	}
	return 1
}
