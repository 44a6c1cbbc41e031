package match

import (
	"time"

	"noughts/game"
)

// Rematch returns a new match with the same options, in which the other player begins
// and has X, or whom the coin chooses: a challenge by the member to the other player, or
// at once against the computer.
// The owner of a match between two computers may ask for another. toss is used
// as by New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
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
	return New(id, member, m.Player(began.Opponent()), m.Player(began), opts, toss, now)
}
