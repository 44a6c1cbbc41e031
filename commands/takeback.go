package commands

import (
	"context"

	"noughts/commands/texts"
	"noughts/game/match"
)

// takebackCommand declares /takeback: a member's last move is taken back if the
// opponent agrees; the computer always does.
func (c *Commands) takebackCommand() command {
	return command{
		declaration: c.slash(texts.CommandTakeback, texts.CommandTakebackAbout),
		run: func(ctx context.Context, r *request) (Reply, error) {
			return c.inMyGame(ctx, r, "takeback", inPlay(r.user.ID))
		},
	}
}

// takeback asks for a takeback in a game and shows the board.
func (c *Commands) takeback(ctx context.Context, r *request, id match.ID) (Reply, error) {
	g, err := c.change(ctx, r, seen{id: id}, c.askTakeback(r))
	if err != nil {
		return Reply{}, err
	}
	return c.show(r, g), nil
}

func (c *Commands) askTakeback(r *request) func(match.Match) (match.Match, error) {
	return func(m match.Match) (match.Match, error) { return m.AskTakeback(r.user.ID, c.services.Now()) }
}

// pressTakeback is the same by button.
func (c *Commands) pressTakeback(ctx context.Context, r *request) (Reply, error) {
	return c.pressed(ctx, r, c.askTakeback(r))
}

// pressTakebackYes lets the opponent take the move back.
func (c *Commands) pressTakebackYes(ctx context.Context, r *request) (Reply, error) {
	return c.answerTakeback(ctx, r, true)
}

// pressTakebackNo does not.
func (c *Commands) pressTakebackNo(ctx context.Context, r *request) (Reply, error) {
	return c.answerTakeback(ctx, r, false)
}

func (c *Commands) answerTakeback(ctx context.Context, r *request, accept bool) (Reply, error) {
	return c.pressed(ctx, r, func(m match.Match) (match.Match, error) {
		return m.AnswerTakeback(r.user.ID, accept, c.services.Now())
	})
}
