package match

import (
	"slices"
	"time"

	"noughts/game"
)

// Play makes a member's move. Errors: ErrNotStarted, ErrOver, ErrTimeout,
// ErrNotYours, ErrNotYourTurn, and those of game.Position's Play.
func (m Match) Play(member string, s game.Square, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	if err != nil {
		return m, err
	}
	if side != m.toMove() {
		return m, ErrNotYourTurn
	}
	return m.move(s, now)
}

// PlayComputer makes a move for the computer, whose turn it must be. Errors as for Play, without ErrNotYours.
func (m Match) PlayComputer(s game.Square, now time.Time) (Match, error) {
	if err := m.inPlay(now); err != nil {
		return m, err
	}
	if !m.ToMove().IsComputer() {
		return m, ErrNotYourTurn
	}
	return m.move(s, now)
}

// move makes a move of the side to move.
func (m Match) move(s game.Square, now time.Time) (Match, error) {
	p, err := m.Position().Play(s)
	if err != nil {
		return m, err
	}
	m = m.changed(now)
	m.Moves = append(slices.Clip(m.Moves), s) // clipped, so that append never writes into an older version's array
	m.DrawOffer, m.TakebackAsk = game.Empty, game.Empty
	if outcome := p.Outcome(); outcome.Over {
		m.end(onBoard(outcome))
	} else {
		m.beginTurn(now)
	}
	return m, nil
}

// onBoard returns the result of a game that ended on the board.
func onBoard(o game.Outcome) Result {
	if o.Drawn() {
		return Result{Reason: ByFullBoard}
	}
	return Result{Winner: o.Winner, Reason: ByLine}
}

// Resign gives up, at any player's turn. With fewer than two moves made the match is Aborted. The
// owner of a Hosted match can stop it this way, which also aborts it. Errors: ErrNotStarted,
// ErrOver, ErrTimeout, ErrNotYours.
func (m Match) Resign(member string, now time.Time) (Match, error) {
	stops := m.Hosted() && member == m.Owner
	side, err := m.seat(member, now)
	if stops {
		err = m.inPlay(now)
	}
	if err != nil {
		return m, err
	}
	m = m.changed(now)
	if stops {
		m.end(Result{Reason: Aborted})
		return m, nil
	}
	m.endLeft(m.givenUp(side, ByResignation), side)
	return m, nil
}

// givenUp returns the result when loser ends the match: a loss, or Aborted with fewer than two moves made.
func (m Match) givenUp(loser game.Mark, reason Reason) Result {
	if len(m.Moves) < 2 {
		return Result{Reason: Aborted}
	}
	return Result{Winner: loser.Opponent(), Reason: reason}
}
