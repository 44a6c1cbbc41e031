package match

import (
	"time"

	"noughts/game"
)

const (
	// IdleLife is how long a match without a running clock stays open after its last change. The deadline is rounded up
	// to a whole day, so the match may stay open for almost a day longer.
	IdleLife = 30 * day
	// IdleNotice is the time between the warning of the players of an idle match and the end of the match.
	IdleNotice = day

	day = 24 * time.Hour
)

// ClockRuns reports whether the player to move loses at the deadline. The computer has no clock, and the clock of a
// stranded match stands still.
func (m Match) ClockRuns() bool {
	return m.Options.Clock > 0 && m.ToMove().IsPerson() && m.Stranded.IsZero()
}

// Tick applies the event that is due at the time `now`, and returns m itself if none is due:
//   - a challenge expires;
//   - a clock runs out: the match is lost or, with fewer than two moves made, aborted;
//   - the players of an idle match are warned, and a day later the match ends: see LosesIdle;
//   - a finished match stops waiting for a following match.
//
// Until Tick is called, members who act on an expired challenge or clock get ErrExpired or
// ErrTimeout. Tick does nothing while a team votes: Record.TickAfter closes votes.
func (m Match) Tick(now time.Time) Match {
	if !m.IsDue(now) || m.VoteRuns() {
		return m
	}
	switch loser := m.LosesIdle(); {
	case m.Status == Challenge:
		return m.ended(Result{Reason: Expired}, now)
	case m.Status == Over:
		return m.waitedEnough(now)
	case m.ClockRuns():
		return m.givenUp(m.toMove(), ByTimeout, now)
	case !m.Warned:
		return m.warn(now)
	case loser == game.Empty:
		return m.ended(Result{Reason: Abandoned}, now)
	default:
		return m.givenUp(loser, ByTimeout, now)
	}
}

// TickAfter is Tick after an outage of the bot that ended at the time `back`. Members could not move during the outage.
// So a clock that ran out during the outage starts again, a warned player gets another day, and the wait for a
// following match starts again. Challenges expire as usual. If the match is stranded, the caller has made sure that the
// player to move can move again.
func (m Match) TickAfter(back, now time.Time) Match {
	switch {
	case m.Status == Playing && !m.Stranded.IsZero() && m.IsDue(now):
		return m.Resume(now)
	case m.GoesOn() && m.IsDue(now) && !m.Deadline.After(back):
		m = m.around()
		m.waitForNext(now)
		return m
	case m.Status != Playing || m.VoteRuns() || !m.IsDue(now) || m.Deadline.After(back):
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

// LosesIdle returns the side that loses if nobody moves until an idle match ends: a member who is to move, from two
// moves on. Otherwise members could leave lost games alone instead of losing them. It returns Empty if the match would
// end Abandoned.
func (m Match) LosesIdle() game.Mark {
	if !m.canBeLost() || !m.ToMove().IsPerson() {
		return game.Empty
	}
	return m.toMove()
}

// IsDue reports whether Deadline has passed, so that the caller must call Tick.
func (m Match) IsDue(now time.Time) bool {
	return !m.Deadline.IsZero() && !now.Before(m.Deadline)
}

// warn sets Warned for an idle match, and sets Deadline to the time when the match will end.
func (m Match) warn(now time.Time) Match {
	m = m.changed(now)
	m.Warned = true
	m.Deadline = now.Add(IdleNotice)
	return m
}

// windClock sets the deadline for the next move. With a clock, the player to move gets the whole time of the clock; in
// the first two moves FirstClock, if that is longer. The time runs from `now`, or from the end of the player's
// vacation. Without a clock, the deadline is when the players of an idle match are warned.
func (m *Match) windClock(now time.Time) {
	if m.ClockRuns() || m.VoteRuns() {
		clock := m.Options.Clock
		if len(m.Moves) < 2 {
			clock = max(clock, m.Options.FirstClock)
		}
		m.Deadline = later(now, m.AwayUntil(m.toMove())).Add(clock)
		return
	}
	// The deadline is rounded up to a whole day, so that most moves leave the stored deadline unchanged.
	warning := now.UTC().Add(IdleLife - IdleNotice)
	if m.Deadline = warning.Truncate(day); m.Deadline.Before(warning) {
		m.Deadline = m.Deadline.Add(day)
	}
}

const (
	// StrandedLife is how long a match stays stranded before it ends without a result.
	StrandedLife = 7 * day
	// A stranded match is looked at again after as long as it has been stranded, but within these limits.
	leastStrandedPause   = time.Minute
	longestStrandedPause = 6 * time.Hour
)

// Strand returns the match after it was found that the player to move cannot move where the match is, or that nobody
// can see it there. Its clock then stands still until Resume or the player's move. Strand is called again at each
// deadline: it sets the next one or, after StrandedLife, ends the match without a result. A challenge keeps its
// deadline.
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
