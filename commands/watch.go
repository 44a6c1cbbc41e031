package commands

import (
	"context"

	"noughts/commands/texts"
	"noughts/game/match"
)

// watchCommand declares /watch: the computer against itself. Anyone may use it;
// who started it may stop it.
func (c *Commands) watchCommand() command {
	return command{
		declaration: c.slash(texts.CommandWatch, texts.CommandWatchAbout,
			c.gameOption(), c.sizeOption(),
			c.levelOption(texts.OptionLevelX, texts.OptionLevelXAbout),
			c.levelOption(texts.OptionLevelO, texts.OptionLevelOAbout),
			c.styleOption()),
		run:      c.runWatch,
		complete: c.completeLevel,
	}
}

func (c *Commands) runWatch(ctx context.Context, r *request) (Reply, error) {
	v, err := readGame(r)
	if err != nil {
		return Reply{}, err
	}
	s, err := readSetup(r, v)
	if err != nil {
		return Reply{}, err
	}
	x, err := checkLevel(r, v, r.text("level_x"))
	if err != nil {
		return Reply{}, err
	}
	o, err := checkLevel(r, v, r.text("level_o"))
	if err != nil {
		return Reply{}, err
	}
	m, err := match.New(c.services.NewID(), r.user.ID, match.Computer(x), match.Computer(o), s.options,
		c.services.Toss(), c.services.Now())
	if err != nil {
		return Reply{}, err
	}
	return c.open(ctx, r, m, s.style)
}

// pressStop ends a match between two computers. Its version does not matter:
// the next move may have been made while the finger was on the button.
func (c *Commands) pressStop(ctx context.Context, r *request) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.change(ctx, r, seen{id: at.id}, func(m match.Match) (match.Match, error) {
		if !m.Watched() {
			return m, refuse(texts.RefuseOldButton)
		}
		return m.Resign(r.user.ID, c.services.Now())
	})
	if err != nil {
		return Reply{}, err
	}
	return c.update(r, g, view{}), nil
}
