package bot

import (
	"context"
	"fmt"

	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

// Capped are matches of which nobody has more open than a member, a channel and
// a server may. Members who begin several at the same moment can each get one
// more: what matters is that there is an end.
type capped struct {
	commands.Matches
	store  store.Store
	limits limits.Limits
	meter  Meter
}

// Create stores a new match, if there is room for it. Errors: a
// *commands.FullError, and those of Matches.
func (c capped) Create(ctx context.Context, m match.Match, at commands.Place) (commands.Game, error) {
	for _, limit := range []struct {
		scope store.Scope
		most  int
		name  limits.Limit
		err   error
	}{
		{store.Scope{Member: m.Owner}, c.limits.OpenMember, limits.OpenMember, commands.ErrMemberFull},
		{store.Scope{Channel: at.Channel}, c.limits.OpenChannel, limits.OpenChannel, commands.ErrChannelFull},
		{store.Scope{Guild: at.Guild}, c.limits.OpenServer, limits.OpenServer, commands.ErrServerFull},
	} {
		if limit.scope == (store.Scope{}) {
			continue // outside servers
		}
		open, err := c.store.Open(ctx, limit.scope)
		if err != nil {
			return commands.Game{}, fmt.Errorf("counting open matches: %w", err)
		}
		if open >= limit.most {
			c.meter.Limited(limit.name)
			return commands.Game{}, &commands.FullError{Of: limit.err, Most: limit.most}
		}
	}
	return c.Matches.Create(ctx, m, at)
}
