package match

import (
	"time"

	"noughts/game"
)

// Rematch returns a new match with the sides swapped and the same options: a
// challenge by the member to the other player, or at once against the computer.
// The owner of a match between two computers may ask for another. toss is used
// as by New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Rematch(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if m.Watched() && member != m.Owner {
		return Match{}, ErrNotYours
	}
	return New(id, member, m.Players[1], m.Players[0], m.Options, toss, now)
}
