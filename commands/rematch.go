package commands

import (
	"context"

	"noughts/commands/texts"
	"noughts/game/match"
)

// pressRematch asks for another game with the sides swapped, in a new message:
// the board of the finished one stays. When the other player has asked already,
// it accepts.
func (c *Commands) pressRematch(ctx context.Context, r *request) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.services.Matches.Find(ctx, at.id)
	if err != nil {
		return Reply{}, err
	}
	again, err := g.Match.Rematch(c.services.NewID(), r.user.ID, c.services.Toss(), c.services.Now())
	if err != nil {
		return Reply{}, err
	}
	since, err := c.mine(ctx, r, func(m match.Match) bool { return samePlayers(m, again) && !m.Created.Before(g.Match.Changed) })
	if err != nil {
		return Reply{}, err
	}
	if len(since) > 0 {
		return c.joinRematch(ctx, r, since[0].Match)
	}
	return c.open(ctx, r, again, g.Place.Style)
}

// samePlayers says whether two matches are between the same two players.
func samePlayers(a, b match.Match) bool {
	swapped := [2]match.Player{b.Players[1], b.Players[0]}
	return a.Options.Variant == b.Options.Variant && (a.Players == b.Players || a.Players == swapped)
}

// joinRematch accepts a rematch that the other player has asked for; one's own,
// or one that has begun, is enough.
func (c *Commands) joinRematch(ctx context.Context, r *request, m match.Match) (Reply, error) {
	if m.Status != match.Challenge || m.Owner == r.user.ID {
		return Reply{}, refuse(texts.RefuseRematch)
	}
	g, err := c.change(ctx, r, seen{id: m.ID}, func(m match.Match) (match.Match, error) {
		return m.Accept(r.user.ID, c.services.Toss(), c.services.Now())
	})
	if err != nil {
		return Reply{}, err
	}
	return c.show(r, g), nil
}
