package commands

import (
	"context"

	"noughts/commands/texts"
	"noughts/game/match"
)

// drawCommand declares /draw: an offer to the opponent, or the answer to one.
func (c *Commands) drawCommand() command {
	return command{
		declaration: c.slash(texts.CommandDraw, texts.CommandDrawAbout),
		run: func(ctx context.Context, r *request) (Reply, error) {
			return c.inMyGame(ctx, r, "draw", inPlay(r.user.ID))
		},
	}
}

// draw offers a draw in a game, or takes the one offered, and shows the board.
func (c *Commands) draw(ctx context.Context, r *request, id match.ID) (Reply, error) {
	g, err := c.offerDraw(ctx, r, seen{id: id})
	if err != nil {
		return Reply{}, err
	}
	return c.show(r, g), nil
}

// pressDraw is the same by button.
func (c *Commands) pressDraw(ctx context.Context, r *request) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.offerDraw(ctx, r, at)
	if err != nil {
		return Reply{}, err
	}
	return c.update(r, g, view{}), nil
}

// offerDraw offers a draw. The computer is asked before anything changes: if it
// declines, the board stays as it is.
func (c *Commands) offerDraw(ctx context.Context, r *request, at seen) (Game, error) {
	g, err := c.services.Matches.Find(ctx, at.id)
	if err != nil {
		return g, err
	}
	againstComputer := g.Match.Player(g.Match.Side(r.user.ID).Opponent()).IsComputer()
	if againstComputer {
		at.version = g.Match.Version // what the computer is asked about
		if err := c.askComputer(ctx, r, g.Match); err != nil {
			return g, err
		}
	}
	return c.change(ctx, r, at, func(m match.Match) (match.Match, error) {
		m, err := m.OfferDraw(r.user.ID, c.services.Now())
		if err != nil || !againstComputer {
			return m, err
		}
		return m.AnswerDraw("", true, c.services.Now())
	})
}

// askComputer returns nil if the computer takes a draw, else why there is none.
func (c *Commands) askComputer(ctx context.Context, r *request, m match.Match) error {
	offered, err := m.OfferDraw(r.user.ID, c.services.Now())
	if err != nil {
		return refreshing(m.ID, err)
	}
	if !c.services.Computer.AcceptsDraw(ctx, offered) {
		return refuse(texts.DrawRefused)
	}
	return nil
}

// pressDrawYes takes the draw that the opponent offered.
func (c *Commands) pressDrawYes(ctx context.Context, r *request) (Reply, error) {
	return c.answerDraw(ctx, r, true)
}

// pressDrawNo declines it.
func (c *Commands) pressDrawNo(ctx context.Context, r *request) (Reply, error) {
	return c.answerDraw(ctx, r, false)
}

func (c *Commands) answerDraw(ctx context.Context, r *request, accept bool) (Reply, error) {
	return c.pressed(ctx, r, func(m match.Match) (match.Match, error) {
		return m.AnswerDraw(r.user.ID, accept, c.services.Now())
	})
}
