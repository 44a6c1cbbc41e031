package matches

import (
	"context"

	"noughts/game/match"
)

// withLooks returns a match that begins with what its players have chosen. If it cannot be read,
// the match begins with the defaults: no game waits for it.
func (o *Owner) withLooks(ctx context.Context, m match.Match) match.Match {
	var looks [2]match.Look
	for i, player := range m.Players {
		if !player.IsPerson() {
			continue
		}
		member, err := o.Store.Member(ctx, player.ID)
		if err != nil {
			o.Log.Warn("cannot read a player's settings for a new game", "match", m.ID, "err", err)
			continue
		}
		looks[i] = member.LookOf()
	}
	return m.WithLooks(looks[0], looks[1])
}
