package match

import (
	"errors"
	"time"

	"noughts/game"
)

// ErrNoCoach is returned by SetCoach if the match is not between one member and the computer.
var ErrNoCoach = errors.New("the coach only helps against the computer")

// TakeHint records that a player was helped: by a hint, or by anything else about the game that players should find
// themselves. Help affects ratings: see profile.FinishedGame.Count. A player's first hint makes a new version of the
// match, although the game stays the same; later hints change nothing. Errors: ErrNotStarted, ErrOver, ErrTimeout,
// ErrNotYours.
func (m Match) TakeHint(member string, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	if err != nil || m.Hinted[side-game.X] {
		return m, err
	}
	m = m.around()
	m.Hinted[side-game.X] = true
	return m, nil
}

// WasHinted reports whether either player was helped.
func (m Match) WasHinted() bool { return m.Hinted[0] || m.Hinted[1] }

// SetCoach switches the coach on or off. The coach warns a member before blunders against the computer. A coach counts
// as help: see TakeHint. Errors: ErrNoCoach, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) SetCoach(member string, on bool, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	switch {
	case err != nil:
		return m, err
	case !m.canHaveCoach():
		return m, ErrNoCoach
	case m.Options.Coach == on:
		return m, nil
	}
	m = m.around()
	m.Options.Coach = on
	m.Hinted[side-game.X] = m.Hinted[side-game.X] || on
	return m, nil
}

func (m Match) canHaveCoach() bool {
	x, o := m.Players[0], m.Players[1]
	return x.IsPerson() && o.IsComputer() || x.IsComputer() && o.IsPerson()
}

func (m Match) checkHints() error {
	switch {
	case m.Options.Coach && !m.canHaveCoach():
		return invalid("it has a coach for nobody")
	case m.WasHinted() && !m.hasBegun():
		return invalid("somebody was given a hint before it began")
	}
	for i, p := range m.Players {
		if m.Hinted[i] && !p.IsPerson() {
			return invalid("a hint was given to %v", p)
		}
	}
	return nil
}
