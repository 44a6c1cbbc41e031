package match

import (
	"time"

	"noughts/game"
)

// Rematch returns a new match with the same options and start position. The players swap sides or, with FirstRandom,
// the coin decides. A rematch challenges the other player, or begins at once against the computer. Only a player may
// call Rematch, or the owner of a match between two computers; for a match with a team any member may. `toss` is as for
// New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Rematch(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if m.Watched() && member != m.Starter {
		return Match{}, ErrNotYours
	}
	began, opts := max(m.Begins, game.X), m.Options
	if opts.First != FirstRandom {
		opts.First = FirstX
	}
	return m.like(New(id, member, m.Player(began.Opponent()), m.Player(began), opts, toss, now))
}

// Again returns a new match like a finished one, with every player on the same side (Rematch swaps the sides). It
// repeats a challenge that was not accepted, or a game against the computer. Only the match's owner may call it, or any
// member if a team plays. `toss` is as for New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Again(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if member != m.Starter && !m.HasTeam() {
		return Match{}, ErrNotYours
	}
	return m.like(New(id, member, m.Players[0], m.Players[1], m.Options, toss, now))
}

// Share records that a player shares the result with everybody. A result can be shared once. Share
// does not change Changed, the time of the end. Errors: ErrNotOver, ErrNotYours, ErrShared.
func (m Match) Share(member string) (Match, error) {
	switch {
	case m.Status != Over:
		return m, ErrNotOver
	case m.Side(member) == game.Empty && member != m.Starter:
		return m, ErrNotYours
	case m.Shared:
		return m, ErrShared
	}
	m = m.around()
	m.Shared = true
	return m, nil
}
