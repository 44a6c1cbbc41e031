package match

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rules"
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

// Withdraw ends a challenge when its starter withdraws it. Errors: ErrNotYours, ErrStarted, ErrExpired, ErrNoChallenge,
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

// Challenged returns the opponent that the starter challenged. It is the zero Player while an open challenge waits.
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
	case m.IsDue(now):
		return ErrExpired
	}
	return nil
}

// Options are the settings of a match, chosen by the challenger.
type Options struct {
	Variant game.Variant  `json:"variant,omitzero"`
	First   First         `json:"first,omitempty"`
	Clock   time.Duration `json:"clock,omitempty"` // time for each move of a member; 0 for no clock
	// FirstClock is the time for each member's first move. It has an effect only if Clock is not 0 and FirstClock is
	// longer than Clock.
	FirstClock time.Duration `json:"first_clock,omitempty"`
	OpenFor    time.Duration `json:"open_for,omitempty"` // how long a challenge stays open; 0 for ChallengeLife
	Casual     bool          `json:"casual,omitempty"`   // the players want an unrated match
	BestOf     int           `json:"best_of,omitempty"`  // the number of games of a series, one of SeriesLengths; 0 for a single game
	Coach      bool          `json:"coach,omitempty"`    // the coach warns the member before a blunder against the computer
}

func (o Options) valid() bool {
	return rules.Valid(o.Variant) && o.Clock >= 0 && o.FirstClock >= 0 && o.OpenFor >= 0 && o.First <= FirstRandom &&
		(o.BestOf == 0 || slices.Contains(SeriesLengths, o.BestOf))
}

// First says which player moves first, and so has X.
type First uint8

// The possible values of First.
const (
	FirstX First = iota
	FirstO
	FirstRandom
)

func (f First) side(toss game.Mark) game.Mark {
	if f == FirstO || f == FirstRandom && toss == game.O {
		return game.O
	}
	return game.X
}

// Toss tosses a fair coin: it returns X or O. pick(n) returns a random number in [0, n), like math/rand/v2's IntN.
func Toss(pick func(n int) int) game.Mark { return game.X + game.Mark(pick(2)) }
