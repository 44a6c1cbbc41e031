package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/game/ultimate"
	"noughts/render"
)

// maxTyped is how long a square can be as people type it.
const maxTyped = 8

// moveCommand declares /move: a move in the caller's game in this channel that
// waits for it. With several such games it asks which one.
func (c *Commands) moveCommand() command {
	square := c.option(discordgo.ApplicationCommandOptionString, texts.OptionSquare, texts.OptionSquareAbout)
	square.Required, square.Autocomplete = true, true
	return command{
		declaration: c.slash(texts.CommandMove, texts.CommandMoveAbout, square),
		run:         c.runMove,
		complete:    c.completeMove,
	}
}

func (c *Commands) runMove(ctx context.Context, r *request) (Reply, error) {
	waiting, err := c.waiting(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	typed := strings.TrimSpace(r.text("square"))
	switch {
	case len(waiting) == 0:
		return Reply{}, c.noTurn(ctx, r)
	case !readable(typed):
		return Reply{}, refuseSquare(waiting[0].Match, typed)
	case len(waiting) > 1:
		return c.pick(r, "move/"+typed, waiting), nil
	}
	return c.moveIn(ctx, r, waiting[0], typed)
}

// readable says whether what was typed could be a square at all, and so fits a
// custom id.
func readable(typed string) bool {
	return 0 < len(typed) && len(typed) <= maxTyped && match.ID(typed).Valid()
}

// waiting returns the games of the channel that wait for the caller's move.
func (c *Commands) waiting(ctx context.Context, r *request) ([]Game, error) {
	return c.mine(ctx, r, func(m match.Match) bool { return m.ToMove() == match.Person(r.user.ID) })
}

// noTurn returns why the caller cannot move: no game, or not their turn.
func (c *Commands) noTurn(ctx context.Context, r *request) error {
	playing, err := c.mine(ctx, r, inPlay(r.user.ID))
	switch {
	case err != nil:
		return err
	case len(playing) == 0:
		return refuse(texts.RefuseNoGame)
	case len(playing) == 1:
		return c.refuseTurn(r, playing[0].Match)
	}
	return refuse(texts.RefuseNoTurn)
}

// pickMove makes the move in the game chosen from the menu.
func (c *Commands) pickMove(ctx context.Context, r *request) (Reply, error) {
	chosen, err := r.chosen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.services.Matches.Find(ctx, match.ID(chosen))
	if err != nil {
		return Reply{}, err
	}
	return c.moveIn(ctx, r, g, r.variable("square"))
}

// moveIn makes a move in a game and shows its board at the bottom of the
// channel.
func (c *Commands) moveIn(ctx context.Context, r *request, g Game, typed string) (Reply, error) {
	at := seen{g.Match.ID, g.Match.Version}
	if err := at.check(g.Match, r.user.ID); err != nil {
		return Reply{}, err
	}
	s, err := rules.ReadSquare(g.Match.Position(), typed, false)
	if err != nil {
		return Reply{}, refuseSquare(g.Match, typed).because(err)
	}
	g, err = c.play(ctx, r, at, s)
	if err != nil {
		return Reply{}, err
	}
	return c.show(r, g), nil
}

// completeMove offers the squares that the caller may play: those that begin
// with what was typed, and the one that it means.
func (c *Commands) completeMove(ctx context.Context, r *request) (Reply, error) {
	waiting, err := c.waiting(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	typed := strings.ToLower(strings.TrimSpace(r.focused()))
	var squares []game.Square
	inUltimate := len(waiting) > 0
	for _, g := range waiting {
		squares = append(squares, matching(g.Match.Position(), typed)...)
		inUltimate = inUltimate && g.Match.Options.Variant == game.Ultimate
	}
	slices.Sort(squares)
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, s := range slices.Compact(squares) {
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: hint(r.reader, s, inUltimate), Value: s.String()})
	}
	return completions(choices), nil
}

// matching returns the legal moves that what was typed begins or means.
func matching(p game.Position, typed string) []game.Square {
	meant, err := rules.ReadSquare(p, typed, false)
	return slices.DeleteFunc(p.Moves(), func(s game.Square) bool {
		return !strings.HasPrefix(s.String(), typed) && (err != nil || s != meant)
	})
}

// hint returns a square with where it lies on an Ultimate board.
func hint(l *texts.Language, s game.Square, inUltimate bool) string {
	if !inUltimate {
		return s.String()
	}
	board, cell := ultimate.Split(s)
	return l.Say(texts.SquareHint, "Square", s, "Board", l.Say(boardNames[board]), "Number", render.Keycap(cell+1))
}
