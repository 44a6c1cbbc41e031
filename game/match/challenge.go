package match

import (
	"time"

	"noughts/game"
)

// ChallengeLife is how long a challenge waits for its answer unless its options say
// otherwise.
const ChallengeLife = 10 * time.Minute

// Accept begins a challenged match; whoever accepts an open challenge takes its
// empty seat. toss is used as by New. Errors: ErrNotForYou, ErrOwnChallenge,
// ErrStarted, ErrExpired, ErrNoChallenge, ErrOver.
func (m Match) Accept(member string, toss game.Mark, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	challenged := m.Challenged()
	switch {
	case member == m.Owner:
		return m, ErrOwnChallenge
	case member == "", m.HasTeam(), challenged.IsPerson() && challenged.ID != member:
		return m, ErrNotForYou
	}
	m = m.changed(now)
	m.Players[m.challengedSide()-game.X] = Person(member)
	m.begin(toss, now)
	return m, nil
}

// Decline ends a challenge to a member. An open challenge is to no member: it
// can be ignored, not declined. Errors as for Accept.
func (m Match) Decline(member string, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	switch {
	case member == m.Owner:
		return m, ErrOwnChallenge
	case member == "" || m.Challenged().ID != member:
		return m, ErrNotForYou
	}
	m = m.changed(now)
	m.end(Result{Reason: Declined})
	return m, nil
}

// Withdraw takes a challenge back; only its owner may. Errors: ErrNotYours,
// ErrStarted, ErrExpired, ErrNoChallenge, ErrOver.
func (m Match) Withdraw(member string, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	if member != m.Owner {
		return m, ErrNotYours
	}
	m = m.changed(now)
	m.end(Result{Reason: Withdrawn})
	return m, nil
}

// Challenged returns the player that the owner's challenge is or was for: the
// other seat, empty while an open challenge waits.
func (m Match) Challenged() Player { return m.Player(m.challengedSide()) }

func (m Match) challengedSide() game.Mark { return m.Side(m.Owner).Opponent() }

// answerable returns why a challenge can no longer be answered or withdrawn,
// nil when it can.
func (m Match) answerable(now time.Time) error {
	switch {
	case m.Result.Reason == Expired:
		return ErrExpired
	case m.Status == Over && m.Begins == game.Empty:
		return ErrNoChallenge
	case m.Status == Over:
		return ErrOver
	case m.Status == Playing:
		return ErrStarted
	case m.due(now):
		return ErrExpired
	}
	return nil
}
