package match

import "time"

const (
	// StrandedLife is how long a match stays stranded before it ends without a result.
	StrandedLife = 7 * day
	// A stranded match is looked at again after as long as it has been stranded, but within these limits.
	leastStrandedPause   = time.Minute
	longestStrandedPause = 6 * time.Hour
)

// Strand returns the match after it was found that the player to move cannot move where the match is, or that nobody
// can see it there. Its clock then stands still until Resume or the player's move. Strand is called again at each deadline:
// it sets the next one or, after StrandedLife, ends the match without a result. A challenge keeps its deadline.
func (m Match) Strand(now time.Time) Match {
	switch {
	case m.Status == Over:
		return m
	case m.Status == Playing && !m.Stranded.IsZero() && !now.Before(m.Stranded.Add(StrandedLife)):
		return m.ended(Result{Reason: Stranded}, now)
	}
	m = m.around()
	if m.Stranded.IsZero() {
		m.Stranded = now
	}
	if m.Status == Playing {
		m.Warned = false
		pause := min(max(now.Sub(m.Stranded), leastStrandedPause), longestStrandedPause)
		m.Deadline = now.Add(pause)
		if last := m.Stranded.Add(StrandedLife); last.Before(m.Deadline) {
			m.Deadline = last
		}
	}
	return m
}

// Resume returns the match after it was found that a stranded match can go on, or after it was brought elsewhere.
// The player to move gets the whole time of the clock.
func (m Match) Resume(now time.Time) Match {
	m = m.around()
	if m.Stranded = (time.Time{}); m.Status == Playing {
		m.windClock(now)
	}
	return m
}

// Unseen ends a new match that was shown to nobody, because Discord has refused the message. It returns m itself if the
// game has begun in earnest.
func (m Match) Unseen(now time.Time) Match {
	switch {
	case m.Status == Challenge:
		return m.ended(Result{Reason: Expired}, now) // not Withdrawn, which counts against the challenger
	case m.Status == Playing && (len(m.Moves) < 2 || m.Hosted()):
		return m.ended(Result{Reason: Aborted}, now)
	}
	return m
}

// AwaitsComputer reports whether the computer has the move. Nobody sees the moves in a stranded match, so there the
// computer waits.
func (m Match) AwaitsComputer() bool { return m.ToMove().IsComputer() && m.Stranded.IsZero() }
