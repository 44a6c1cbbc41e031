package match

import (
	"time"

	"noughts/game"
)

// ChallengeLife is the default time until a challenge expires: see Options.OpenFor.
const ChallengeLife = 10 * time.Minute

// Accept starts the match when a member accepts the challenge. In an open challenge the member takes the empty seat.
// `toss` is the result of a fair coin, as for New. Errors: ErrNotForYou, ErrOwnChallenge, ErrStarted, ErrExpired,
// ErrNoChallenge, ErrOver.
func (m Match) Accept(member string, toss game.Mark, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	challenged := m.Challenged()
	switch {
	case member == m.Starter:
		return m, ErrOwnChallenge
	case member == "", m.HasTeam(), challenged.IsPerson() && challenged.ID != member:
		return m, ErrNotForYou
	}
	m = m.changed(now)
	m.Players[m.challengedSide()-game.X] = Person(member)
	m.begin(toss, now)
	return m, nil
}

// Decline ends a challenge when the challenged member declines it. An open challenge cannot be declined: the error is
// ErrNotForYou. Decline returns the same errors as Accept.
func (m Match) Decline(member string, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	switch {
	case member == m.Starter:
		return m, ErrOwnChallenge
	case member == "" || m.Challenged().ID != member:
		return m, ErrNotForYou
	}
	return m.ended(Result{Reason: Declined}, now), nil
}

// Withdraw ends a challenge when its owner withdraws it. Errors: ErrNotYours, ErrStarted, ErrExpired, ErrNoChallenge,
// ErrOver.
func (m Match) Withdraw(member string, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	if member != m.Starter {
		return m, ErrNotYours
	}
	return m.ended(Result{Reason: Withdrawn}, now), nil
}

// Challenged returns the opponent that the owner challenged. It is the zero Player while an open challenge waits.
func (m Match) Challenged() Player { return m.Player(m.challengedSide()) }

func (m Match) challengedSide() game.Mark { return m.Side(m.Starter).Opponent() }

// answerable returns nil while a challenge can be accepted, declined or withdrawn, and then the error for the member.
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
