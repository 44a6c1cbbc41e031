package match

import (
	"crypto/sha256"
	"slices"
	"time"

	"noughts/game"
)

const (
	// SeriesPause is how long a series waits for a player to begin its next game.
	SeriesPause = day
	// HillPause is how long the winner waits for the first member of Hill.Queue to begin the next game.
	HillPause = 2 * time.Minute
)

// Next returns the id of the match that follows this one. The result is a hash of the id, so at
// most one match can follow, even if several processes try to begin it.
func (id ID) Next() ID {
	sum := sha256.Sum256([]byte("next " + id))
	next := make([]byte, idLength)
	for i := range next {
		next[i] = idAlphabet[int(sum[i])%len(idAlphabet)]
	}
	return ID(next)
}

// GoesOn reports whether a finished match waits, until its deadline, for a following match. That is the next game of a
// series, or the winner's game against the first member of Hill.Queue.
func (m Match) GoesOn() bool { return m.Status == Over && !m.Deadline.IsZero() }

// WaitsForMember reports whether the winner waits for the first member of Hill.Queue.
func (m Match) WaitsForMember() bool { return m.GoesOn() && !m.InSeries() }

// Follows reports whether the match followed another match, and so began without a challenge.
func (m Match) Follows() bool { return m.SeriesGame() > 1 || m.Hill.Game > 0 }

// Shows reports whether a board that was drawn at a version still shows the current state of the game.
func (m Match) Shows(version int) bool {
	return version == m.Version || m.Since > 0 && m.Since <= version && version < m.Version
}

// EndsNow reports whether the last change ended the match. It is false after a later change, such
// as sharing the result.
func (m Match) EndsNow() bool { return m.Status == Over && m.Since == 0 && !m.Shared }

// around returns m with the next version number and an unchanged game. Methods that change something else, such as
// Hill.Queue, call it first.
func (m Match) around() Match {
	if m.Since == 0 {
		m.Since = m.Version
	}
	m.Version++
	return m
}

// Next returns the match that follows a finished match. Its id is m.ID.Next(). In a series either player may call Next,
// and the players swap sides. In a Hill, where the winner stays on, only the first member of the queue may call Next,
// and moves first. Errors: ErrNotOver, ErrContinued, ErrNoNext, ErrNotYours, ErrNotNext, ErrForgotten.
func (m Match) Next(member string, now time.Time) (Match, error) {
	switch {
	case m.Status != Over:
		return Match{}, ErrNotOver
	case m.Continued:
		return Match{}, ErrContinued
	case !m.GoesOn():
		return Match{}, ErrNoNext
	case m.Players[0].IsAnonymous() || m.Players[1].IsAnonymous():
		return Match{}, ErrForgotten
	}
	next := Match{ID: m.ID.Next(), Version: 1, Options: m.Options, Begins: game.X, Created: now, Changed: now}
	if m.InSeries() {
		if m.Side(member) == game.Empty {
			return Match{}, ErrNotYours
		}
		s := m.SeriesScore()
		next.Starter, next.Players = m.Starter, [2]Player{m.Players[1], m.Players[0]}
		next.Before = HeadToHead{Wins: [2]int{s.Wins[1], s.Wins[0]}, Draws: s.Draws}
	} else {
		if member != m.Hill.Queue[0] {
			return Match{}, ErrNotNext
		}
		next.Starter, next.Players = member, [2]Player{Person(member), m.Player(m.Hill.Stays)}
		next.Hill = Hill{Queue: slices.Concat(m.Hill.Queue[1:]), Game: m.Hill.Game + 1, Streak: m.Hill.Won}
		if next.Options.Clock == 0 {
			next.Options.Clock = HillClock
		}
	}
	next.Status = Playing
	next.beginTurn(now)
	return next, nil
}

// Continue records that the following match has begun, so that m no longer waits for that match. It
// returns m itself if m does not wait for a following match.
func (m Match) Continue() Match {
	if !m.GoesOn() {
		return m
	}
	m = m.around()
	m.Continued, m.Deadline, m.Hill.Queue = true, time.Time{}, nil
	return m
}

// waitForNext starts the wait of a finished match for a following match, from a time on, if there can be one.
func (m *Match) waitForNext(from time.Time) {
	switch {
	case !m.mayGoOn():
		m.Hill.Queue = nil
	case m.InSeries():
		m.Deadline = from.Add(SeriesPause)
	default:
		m.Deadline = from.Add(HillPause)
	}
}

// waitedEnough ends the wait for a following match that nobody began in time. In a series this ends the series. In a
// Hill ("winner stays on") it removes the first member from the queue, and the wait starts again for the next member.
func (m Match) waitedEnough(now time.Time) Match {
	m = m.around()
	m.Deadline = time.Time{}
	if len(m.Hill.Queue) > 0 {
		m.Hill.Queue = slices.Concat(m.Hill.Queue[1:])
		m.waitForNext(now)
	}
	return m
}

func (m Match) checkNext() error {
	h := m.Hill
	switch {
	case m.Since < 0 || m.Since >= m.Version:
		return invalid("it stands as it does since version %d", m.Since)
	case m.Continued && m.Status != Over, m.GoesOn() && (m.Continued || !m.mayGoOn()):
		return invalid("no match can follow it")
	case m.Status == Over && !m.GoesOn() && len(h.Queue) > 0:
		return invalid("%q wait for nothing", h.Queue)
	}
	if err := m.checkSeries(); err != nil {
		return err
	}
	return h.check(m)
}

func (m Match) mayGoOn() bool {
	if m.InSeries() {
		_, over := m.SeriesResult()
		return !over
	}
	return len(m.Hill.Queue) > 0 && m.Hill.Stays != game.Empty
}

// SeriesLengths are the possible lengths of a series.
var SeriesLengths = []int{3, 5, 7}

// InSeries reports whether the match is a game of a series: best of Options.BestOf.
func (m Match) InSeries() bool { return m.Options.BestOf > 0 }

// canPlaySeries reports whether the players can play a series: both are members, or one seat is still empty.
func (m Match) canPlaySeries() bool {
	x, o := m.Players[0], m.Players[1]
	return !m.Hosted() && !x.IsComputer() && !o.IsComputer()
}

// SeriesGame returns the number of the game in its series, from 1, or 0 outside a series.
func (m Match) SeriesGame() int {
	if !m.InSeries() {
		return 0
	}
	return m.Before.games() + 1
}

// SeriesScore returns the score of the series, including this game if it is over and counts.
func (m Match) SeriesScore() HeadToHead {
	s := m.Before
	switch winner := m.Result.Winner; {
	case !m.Result.Decided():
	case winner == game.Empty:
		s.Draws++
	default:
		s.Wins[winner-game.X]++
	}
	return s
}

// SeriesResult returns whether the series ended with this match, and its winner. A win is one point and a draw half a
// point. A player has won the series once the opponent cannot catch up. If both players are equal after the last game,
// nobody has won. A game that does not count also ends the series, without a winner.
func (m Match) SeriesResult() (winner game.Mark, over bool) {
	switch {
	case !m.InSeries() || m.Status != Over:
		return game.Empty, false
	case !m.Result.Decided():
		return game.Empty, true
	}
	return m.SeriesScore().decides(m.Options.BestOf)
}

// decides reports whether the score s decides a series of `of` games. `winner` is Empty if it is drawn or still open.
func (s HeadToHead) decides(of int) (winner game.Mark, over bool) {
	left, lead := of-s.games(), s.Wins[0]-s.Wins[1]
	switch {
	case lead > left:
		return game.X, true
	case -lead > left:
		return game.O, true
	}
	return game.Empty, left <= 0
}

func (s HeadToHead) games() int { return s.Wins[0] + s.Wins[1] + s.Draws }

// HalfPoints returns each player's half points: two for a win, one for a draw.
func (s HeadToHead) HalfPoints() [2]int {
	return [2]int{2*s.Wins[0] + s.Draws, 2*s.Wins[1] + s.Draws}
}

func (m Match) checkSeries() error {
	if !m.InSeries() {
		if m.Before != (HeadToHead{}) {
			return invalid("it is of no series, and before it were %+v", m.Before)
		}
		return nil
	}
	_, over := m.Before.decides(m.Options.BestOf)
	switch {
	case over || min(m.Before.Wins[0], m.Before.Wins[1], m.Before.Draws) < 0:
		return invalid("of best of %d games those before it are %+v", m.Options.BestOf, m.Before)
	case m.Players[0].IsComputer() || m.Players[1].IsComputer() || !m.Hill.isZero():
		return invalid("a series cannot be played by %+v with %+v", m.Players, m.Hill)
	}
	return nil
}
