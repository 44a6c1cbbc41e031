package commands

import (
	"context"

	"noughts/commands/texts"
	"noughts/game/match"
)

// boardCommand declares /board: the caller's game again at the bottom of the
// channel. The old message keeps only a hint where the board is.
func (c *Commands) boardCommand() command {
	return command{
		declaration: c.slash(texts.CommandBoard, texts.CommandBoardAbout),
		run: func(ctx context.Context, r *request) (Reply, error) {
			return c.inMyGame(ctx, r, "board", func(m match.Match) bool { return takesPart(m, r.user.ID) })
		},
	}
}

// showAgain shows a game of the caller's again.
func (c *Commands) showAgain(ctx context.Context, r *request, id match.ID) (Reply, error) {
	g, err := c.services.Matches.Find(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	if !takesPart(g.Match, r.user.ID) {
		return Reply{}, match.ErrNotYours
	}
	return c.show(r, g), nil
}
