package commands

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// An act is what a command without further options does in one game.
type act func(ctx context.Context, r *request, id match.ID) (Reply, error)

// act returns what a command does in one game, nil for other commands.
func (c *Commands) act(command string) act {
	switch command {
	case "board":
		return c.showAgain
	case "resign":
		return c.resign
	case "draw":
		return c.draw
	case "takeback":
		return c.takeback
	}
	return nil
}

// inPlay wants the matches being played that a member plays or has started.
func inPlay(member string) func(match.Match) bool {
	return func(m match.Match) bool { return m.Status == match.Playing && takesPart(m, member) }
}

// takesPart says whether a member plays in a match or has started it.
func takesPart(m match.Match, member string) bool {
	return m.Side(member) != game.Empty || m.Owner == member
}

// inMyGame does what a command does in the caller's one game of the channel
// that satisfies want; with several it asks which one.
func (c *Commands) inMyGame(ctx context.Context, r *request, command string, want func(match.Match) bool) (Reply, error) {
	games, err := c.mine(ctx, r, want)
	switch {
	case err != nil:
		return Reply{}, err
	case len(games) == 0:
		return Reply{}, refuse(texts.RefuseNoGame)
	case len(games) > 1:
		return c.pick(r, command, games), nil
	}
	return c.act(command)(ctx, r, games[0].Match.ID)
}

// pick asks privately which game is meant. action is the rest of the custom id.
func (c *Commands) pick(r *request, action string, games []Game) Reply {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: "/pick/" + action,
		Placeholder: r.reader.Say(texts.PickPlaceholder),
	}
	for _, g := range games[:min(len(games), maxChoices)] {
		label, description := pickOption(r, g.Match)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: shorten(label, 100), Description: shorten(description, 100), Value: string(g.Match.ID),
		})
	}
	return privateCard(text(r.reader.Say(texts.PickGame)), row(menu))
}

// pickOption describes a game by what can be said without the names of members,
// which menus cannot show.
func pickOption(r *request, m match.Match) (label, description string) {
	say := r.reader.Say
	name, number := variantName(r.reader, m.Options.Variant), len(m.Moves)+1
	if m.Status == match.Challenge {
		return say(texts.PickChallenge, "Game", name), say(texts.PickWaits)
	}
	last := say(texts.PickNoMove)
	if square, ok := m.Last(); ok {
		last = square.String()
	}
	side := m.Side(r.user.ID)
	if side == game.Empty {
		return say(texts.PickWatched, "Game", name, "N", number), say(texts.PickLast, "Last", last)
	}
	label = say(texts.PickAgainst, "Game", name, "N", number, "Mark", letter(side))
	if opponent := m.Player(side.Opponent()); opponent.IsComputer() {
		return label, say(texts.PickComputer, "Level", levelName(r.reader, opponent.Level), "Last", last)
	}
	return label, say(texts.PickPerson, "Last", last)
}

// pickGame does what the command asked for in the game chosen from the menu.
func (c *Commands) pickGame(ctx context.Context, r *request) (Reply, error) {
	act := c.act(r.variable("command"))
	if act == nil {
		return Reply{}, refuse(texts.RefuseOldButton)
	}
	chosen, err := r.chosen()
	if err != nil {
		return Reply{}, err
	}
	return act(ctx, r, match.ID(chosen))
}
