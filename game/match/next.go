package match

import (
	"crypto/sha256"
	"slices"
	"time"

	"noughts/game"
)

const (
	// SeriesPause is how long a series waits for its next game.
	SeriesPause = day
	// HillPause is how long the winner of a game waits for the member who is next.
	HillPause = 2 * time.Minute
)

// Next returns the id of the match that follows this one: the same for whoever asks, so
// that one match at most follows another, whoever begins it and how often.
func (id ID) Next() ID {
	sum := sha256.Sum256([]byte("next " + id))
	next := make([]byte, idLength)
	for i := range next {
		next[i] = idAlphabet[int(sum[i])%len(idAlphabet)]
	}
	return ID(next)
}

// GoesOn says whether a match that is over waits for another one to follow it, until its
// deadline: the next game of a series, or that of the winner against the next in the queue.
func (m Match) GoesOn() bool { return m.Status == Over && !m.Deadline.IsZero() }

// WaitsForMember says whether the winner waits for the first in the queue.
func (m Match) WaitsForMember() bool { return m.GoesOn() && !m.InSeries() }

// Follows says whether the match has followed another one, and so began without a challenge.
func (m Match) Follows() bool { return m.SeriesGame() > 1 || m.Hill.Game > 0 }

// Shows says whether a board of a version shows the game as it stands: nothing but what is
// around it has changed since.
func (m Match) Shows(version int) bool {
	return version == m.Version || m.Since > 0 && m.Since <= version && version < m.Version
}

// EndsNow says whether the last change of the match was its end. Later changes, such as sharing the
// result, do not affect what counts.
func (m Match) EndsNow() bool { return m.Status == Over && m.Since == 0 && !m.Shared }

// around returns m as its next version, without a change of the game. Every change of what is
// around the game begins with it.
func (m Match) around() Match {
	if m.Since == 0 {
		m.Since = m.Version
	}
	m.Version++
	return m
}

// Next returns the match that follows one that is over: of a series for either player, with
// the sides changed; against the winner for the member who is next in the queue, and who
// makes the first move. Its id is always the same. Errors: ErrNotOver, ErrContinued,
// ErrNoNext, ErrNotYours, ErrNotNext, ErrForgotten.
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
		s := m.Standing()
		next.Owner, next.Players = m.Owner, [2]Player{m.Players[1], m.Players[0]}
		next.Before = HeadToHead{Wins: [2]int{s.Wins[1], s.Wins[0]}, Draws: s.Draws}
	} else {
		if member != m.Hill.Queue[0] {
			return Match{}, ErrNotNext
		}
		next.Owner, next.Players = member, [2]Player{Person(member), m.Player(m.Hill.Stays)}
		next.Hill = Hill{Queue: rest(m.Hill.Queue), Game: m.Hill.Game + 1, Streak: m.Hill.Won}
		if next.Options.Clock == 0 {
			next.Options.Clock = HillClock
		}
	}
	next.Status = Playing
	next.beginTurn(now)
	return next, nil
}

// Continue notes that the match which follows has begun, so that nobody is waited for any
// more. It returns m itself when nobody is.
func (m Match) Continue() Match {
	if !m.GoesOn() {
		return m
	}
	m = m.around()
	m.Continued, m.Deadline, m.Hill.Queue = true, time.Time{}, nil
	return m
}

// rest returns all but the first, nil when there are no more.
func rest(queue []string) []string {
	if len(queue) < 2 {
		return nil
	}
	return slices.Clone(queue[1:])
}

// waitForNext has a match that is over wait for the one that is to follow, if any is.
func (m *Match) waitForNext() {
	switch {
	case m.InSeries():
		if _, over := m.SeriesResult(); !over {
			m.Deadline = m.Changed.Add(SeriesPause)
		}
	case len(m.Hill.Queue) > 0 && m.Hill.Stays != game.Empty:
		m.Deadline = m.Changed.Add(HillPause)
	default:
		m.Hill.Queue = nil
	}
}

// waitedEnough goes on when nobody has begun the match that was to follow: a series is over
// then, and after the member who was next it is the turn of the one behind.
func (m Match) waitedEnough(now time.Time) Match {
	m = m.around()
	m.Deadline = time.Time{}
	if m.Hill.Queue = rest(m.Hill.Queue); len(m.Hill.Queue) > 0 {
		m.Deadline = now.Add(HillPause)
	}
	return m
}

// waitAnew gives who was away the whole time again.
func (m Match) waitAnew(now time.Time) Match {
	m = m.around()
	m.Deadline = now.Add(HillPause)
	if m.InSeries() {
		m.Deadline = now.Add(SeriesPause)
	}
	return m
}

// checkNext checks what a series or a queue adds to a match.
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

// mayGoOn says whether another match can follow one that is over.
func (m Match) mayGoOn() bool {
	if m.InSeries() {
		_, over := m.SeriesResult()
		return !over
	}
	return len(m.Hill.Queue) > 0 && m.Hill.Stays != game.Empty
}
