package match

import "time"

const (
	// IdleLife is how long an untouched match without a running clock goes on. It ends up to a day
	// later, as deadlines are rounded up to whole days.
	IdleLife = 30 * day
	// IdleNotice is how long before that the players are warned.
	IdleNotice = day

	day = 24 * time.Hour
)

// ClockRuns says whether the player to move loses at the deadline. The computer
// plays without a clock.
func (m Match) ClockRuns() bool { return m.Options.Clock > 0 && m.ToMove().IsPerson() }

// Due returns when Tick will have something to do, and false if never.
func (m Match) Due() (time.Time, bool) { return m.Deadline, !m.Deadline.IsZero() }

// Tick does what is due at now: a challenge expires; a clock runs out, which loses the match or,
// with fewer than two moves made, aborts it; the players of a match that nobody has touched for
// long are warned, and a day later it ends; a match that is over stops waiting for its successor.
// It returns m itself when nothing is due. Until it is called, nobody can act on a challenge or a
// clock that is due: they get ErrExpired or ErrTimeout. The votes of a team are not in the match:
// Record.TickAfter closes them.
func (m Match) Tick(now time.Time) Match {
	if !m.due(now) || m.VoteRuns() {
		return m
	}
	switch warned := m.Warned; {
	case m.Status == Challenge:
		m = m.changed(now)
		m.end(Result{Reason: Expired})
	case m.Status == Over:
		m = m.waitedEnough(now)
	case m.ClockRuns():
		side := m.toMove()
		m = m.changed(now)
		m.endLeft(m.givenUp(side, ByTimeout), side)
	case warned:
		m = m.changed(now)
		m.end(Result{Reason: Abandoned})
	default:
		m = m.warn(now)
	}
	return m
}

// TickAfter is Tick for who was away until back. A clock that had run out by then did so while
// nobody could move: its player gets the whole time for the move again, a warned player gets
// another day, and the wait for a successor starts again. A challenge still expires.
func (m Match) TickAfter(back, now time.Time) Match {
	switch {
	case m.GoesOn() && m.due(now) && !m.Deadline.After(back):
		return m.waitAnew(now)
	case m.Status != Playing || m.VoteRuns() || !m.due(now) || m.Deadline.After(back):
		return m.Tick(now)
	case m.Warned:
		return m.warn(now)
	case !m.ClockRuns():
		return m.Tick(now)
	}
	m = m.changed(now)
	m.windClock(now)
	return m
}

func (m Match) due(now time.Time) bool {
	deadline, ok := m.Due()
	return ok && !now.Before(deadline)
}

// warn says in the match that it will end soon because nobody touches it.
func (m Match) warn(now time.Time) Match {
	m = m.changed(now)
	m.Warned = true
	m.Deadline = now.Add(IdleNotice)
	return m
}

// windClock gives the player to move the whole time for a move, or the match its
// time without one.
func (m *Match) windClock(now time.Time) {
	if m.ClockRuns() || m.VoteRuns() {
		clock := m.Options.Clock
		if len(m.Moves) < 2 {
			clock = max(clock, m.Options.FirstClock)
		}
		m.Deadline = now.Add(clock)
		return
	}
	// Whole days let a store leave alone where it keeps deadlines at most moves.
	warning := now.UTC().Add(IdleLife - IdleNotice)
	if m.Deadline = warning.Truncate(day); m.Deadline.Before(warning) {
		m.Deadline = m.Deadline.Add(day)
	}
}
