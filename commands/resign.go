package commands

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game/match"
)

// resignCommand declares /resign: the end of the caller's game. Typing the
// command is deliberate; the button, which a finger can miss, asks again.
func (c *Commands) resignCommand() command {
	return command{
		declaration: c.slash(texts.CommandResign, texts.CommandResignAbout),
		run: func(ctx context.Context, r *request) (Reply, error) {
			return c.inMyGame(ctx, r, "resign", inPlay(r.user.ID))
		},
	}
}

// resign gives a game up and shows its end.
func (c *Commands) resign(ctx context.Context, r *request, id match.ID) (Reply, error) {
	g, err := c.giveUp(ctx, r, seen{id: id})
	if err != nil {
		return Reply{}, err
	}
	return c.show(r, g), nil
}

func (c *Commands) giveUp(ctx context.Context, r *request, at seen) (Game, error) {
	return c.change(ctx, r, at, func(m match.Match) (match.Match, error) {
		return m.Resign(r.user.ID, c.services.Now())
	})
}

// pressResign asks privately whether the player really wants to resign.
func (c *Commands) pressResign(ctx context.Context, r *request) (Reply, error) {
	g, err := c.findSeen(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	d := c.card(g, view{})
	d.texts = r.reader
	return privateCard(
		text(d.texts.Say(texts.ResignSure, "Game", d.gameName())),
		row(d.button("resign-yes", texts.ButtonResignYes, discordgo.DangerButton)),
	), nil
}

// pressResignYes gives the game up. The pressed message is the private one; the
// board, which is another, is left to the bot to refresh.
func (c *Commands) pressResignYes(ctx context.Context, r *request) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.giveUp(ctx, r, at)
	if err != nil {
		return Reply{}, err
	}
	done := texts.ResignDone
	if g.Match.Result.Reason == match.Aborted {
		done = texts.MatchAborted
	}
	reply := cardOf(discordgo.InteractionResponseUpdateMessage,
		[]discordgo.MessageComponent{text(r.reader.Say(done))})
	reply.Refresh = at.id
	return reply, nil
}
