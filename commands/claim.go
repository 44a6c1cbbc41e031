package commands

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// claimable says whether the board has a button that ends the match when the time
// is over. Elsewhere the bot does that by itself; but a message that it cannot
// edit does not show it, and the player who waits would look at a dead board.
func (d *card) claimable() bool {
	return d.game.Place.Away && d.match.Status == match.Playing && !d.match.Deadline.IsZero()
}

// claim returns that button.
func (d *card) claim() discordgo.Button {
	return d.button("claim", texts.ButtonClaim, discordgo.SuccessButton)
}

// pressClaim ends a match whose time has run out and shows its end. Either player
// may: it is the clock that decides. The version does not matter.
func (c *Commands) pressClaim(ctx context.Context, r *request) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.services.Matches.Change(ctx, at.id, func(m match.Match) (match.Match, error) {
		switch {
		case m.Side(r.user.ID) == game.Empty:
			return m, match.ErrNotYours
		case m.Status == match.Over:
			return m, nil // by the clock or otherwise: it is shown
		}
		ticked := c.tick(m)
		if ticked.Version == m.Version {
			return m, refuse(texts.RefuseTimeLeft, "Player", playerName(r.reader, m, m.Position().ToMove()), "When", moment(m.Deadline))
		}
		return ticked, nil
	})
	if err != nil {
		return Reply{}, refreshing(at.id, err)
	}
	return c.update(r, g, view{}), nil
}
