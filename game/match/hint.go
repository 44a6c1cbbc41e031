package match

import (
	"errors"
	"time"

	"noughts/game"
)

// ErrNoCoach is the error for a coach in a match that is not one member's against the computer.
var ErrNoCoach = errors.New("the coach only helps against the computer")

// TakeHint notes that a player is given a hint, or told anything else of the game that they should see for themselves:
// rating.Candidate.Verdict says what that does to ratings. Only the first hint of a player changes the match, and of that only what is
// around the game. Errors: ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) TakeHint(member string, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	if err != nil || m.Hinted[side-game.X] {
		return m, err
	}
	m = m.around()
	m.Hinted[side-game.X] = true
	return m, nil
}

// WasHinted says whether a player was given a hint.
func (m Match) WasHinted() bool { return m.Hinted[0] || m.Hinted[1] }

// SetCoach has the coach warn a player who plays against the computer, or no longer. The coach is help, as
// a hint is: see TakeHint. Errors: ErrNoCoach, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) SetCoach(member string, on bool, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	switch {
	case err != nil:
		return m, err
	case !m.coachMayWatch():
		return m, ErrNoCoach
	case m.Options.Coach == on:
		return m, nil
	}
	m = m.around()
	m.Options.Coach = on
	m.Hinted[side-game.X] = m.Hinted[side-game.X] || on
	return m, nil
}

// coachMayWatch says whether a match can have a coach: one person plays the computer.
func (m Match) coachMayWatch() bool {
	x, o := m.Players[0], m.Players[1]
	return x.IsPerson() && o.IsComputer() || x.IsComputer() && o.IsPerson()
}

// checkHints checks what is noted of hints.
func (m Match) checkHints() error {
	switch {
	case m.Options.Coach && !m.coachMayWatch():
		return invalid("it has a coach for nobody")
	case m.WasHinted() && !m.begun():
		return invalid("somebody was given a hint before it began")
	}
	for i, p := range m.Players {
		if m.Hinted[i] && !p.IsPerson() {
			return invalid("a hint was given to %v", p)
		}
	}
	return nil
}
