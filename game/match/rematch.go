package match

import (
	"time"

	"noughts/game"
)

// Rematch returns a new match with the same options, from the same position, where the other player has X, or
// the one that the coin chooses: a challenge by the member to the other player, or at once against the
// computer. The owner of a match between two computers may ask for another, and anybody on behalf of a team.
// toss is used as by New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Rematch(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if m.Watched() && member != m.Owner {
		return Match{}, ErrNotYours
	}
	began, opts := max(m.Begins, game.X), m.Options
	if opts.First != FirstRandom {
		opts.First = FirstX
	}
	return m.like(New(id, member, m.Player(began.Opponent()), m.Player(began), opts, toss, now))
}

// Again returns a new match like one that is over, with the same sides and options: for
// its owner, whose challenge nobody has answered or who has played the computer, or for
// anybody on behalf of a team. toss is used as by New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Again(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if member != m.Owner && !m.HasTeam() {
		return Match{}, ErrNotYours
	}
	return m.like(New(id, member, m.Players[0], m.Players[1], m.Options, toss, now))
}

// Share notes that a player shows the result of a match to everybody, which happens once.
// The match ended when it ended. Errors: ErrNotOver, ErrNotYours, ErrShared.
func (m Match) Share(member string) (Match, error) {
	switch {
	case m.Status != Over:
		return m, ErrNotOver
	case m.Side(member) == game.Empty && member != m.Owner:
		return m, ErrNotYours
	case m.Shared:
		return m, ErrShared
	}
	m = m.around()
	m.Shared = true
	return m, nil
}
