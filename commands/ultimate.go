package commands

import (
	"context"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// ultimateCommand declares /ultimate: a game of Ultimate tic-tac-toe against a
// member or the computer. Anyone may use it anywhere.
func (c *Commands) ultimateCommand() command {
	level := c.choose(texts.OptionLevel, texts.OptionLevelAbout)
	for _, name := range ai.Levels(game.Ultimate) {
		level.Choices = append(level.Choices, c.levelChoice(game.Ultimate, name))
	}
	return command{
		declaration: c.slash(texts.CommandUltimate, texts.CommandUltimateAbout,
			c.memberOption(texts.OptionOpponent, texts.OptionOpponentAbout),
			level, c.firstOption(), c.clockOption(), c.styleOption()),
		run: c.runUltimate,
	}
}

func (c *Commands) runUltimate(ctx context.Context, r *request) (Reply, error) {
	s, err := readSetup(r, game.Ultimate)
	if err != nil {
		return Reply{}, err
	}
	return c.startAgainst(ctx, r, r.text("opponent"), s)
}
