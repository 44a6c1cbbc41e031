package match

import "time"

// Due returns when Tick will have something to do, and false if never.
func (m Match) Due() (time.Time, bool) { return m.Deadline, !m.Deadline.IsZero() }

// Tick ends what is due at now: a challenge expires, a clock runs out, which
// loses the match or, with fewer than two moves made, aborts it. It returns m
// itself when nothing is due. Until it is called, nobody can act on a match
// that is due: they get ErrExpired or ErrTimeout.
func (m Match) Tick(now time.Time) Match {
	if !m.due(now) {
		return m
	}
	result := Result{Reason: Expired}
	if m.Status == Playing {
		result = m.givenUp(m.toMove(), ByTimeout)
	}
	m = m.changed(now)
	m.end(result)
	return m
}

// TickAfter is Tick for who was away until back. A clock that had run out by then
// did so while nobody could move: its player gets the whole time for the move
// again. A challenge expires all the same.
func (m Match) TickAfter(back, now time.Time) Match {
	if m.Status != Playing || !m.due(now) || m.Deadline.After(back) {
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

// windClock gives the player to move the whole time for a move. The computer
// plays without a clock.
func (m *Match) windClock(now time.Time) {
	m.Deadline = time.Time{}
	if m.Options.Clock > 0 && m.ToMove().IsPerson() {
		m.Deadline = now.Add(m.Options.Clock)
	}
}
