package commands

import (
	"context"

	"noughts/commands/texts"
)

// classicCommand declares /classic: a game of classic tic-tac-toe against a
// member or the computer. Anyone may use it anywhere.
func (c *Commands) classicCommand() command {
	return command{
		declaration: c.slash(texts.CommandClassic, texts.CommandClassicAbout,
			c.memberOption(texts.OptionOpponent, texts.OptionOpponentAbout),
			c.sizeOption(),
			c.levelOption(texts.OptionLevel, texts.OptionLevelAbout),
			c.firstOption(), c.clockOption(), c.styleOption()),
		run:      c.runClassic,
		complete: c.completeLevel,
	}
}

func (c *Commands) runClassic(ctx context.Context, r *request) (Reply, error) {
	v, err := readSize(r)
	if err != nil {
		return Reply{}, err
	}
	s, err := readSetup(r, v)
	if err != nil {
		return Reply{}, err
	}
	return c.startAgainst(ctx, r, r.text("opponent"), s)
}
