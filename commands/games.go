package commands

import (
	"context"
	"strings"

	"noughts/commands/texts"
	"noughts/game/match"
)

// maxGames is how many games the list shows: with links, a message has room for
// hardly more.
const maxGames = 15

// gamesCommand declares /games: the unfinished games of the channel, privately.
func (c *Commands) gamesCommand() command {
	return command{declaration: c.slash(texts.CommandGames, texts.CommandGamesAbout), run: c.runGames}
}

func (c *Commands) runGames(ctx context.Context, r *request) (Reply, error) {
	games, err := c.services.Matches.InChannel(ctx, r.place.Channel)
	if err != nil {
		return Reply{}, err
	}
	if len(games) == 0 {
		return private(r.reader.Say(texts.GamesNone)), nil
	}
	lines := []string{"### " + r.reader.Say(texts.GamesTitle)}
	for _, g := range games[:min(len(games), maxGames)] {
		lines = append(lines, "- "+c.gameLine(r, g))
	}
	if more := len(games) - maxGames; more > 0 {
		lines = append(lines, r.reader.Count(texts.GamesMore, more))
	}
	return privateCard(text(strings.Join(lines, "\n"))), nil
}

// gameLine says what a game is, who plays it and where it stands.
func (c *Commands) gameLine(r *request, g Game) string {
	d := c.card(g, view{})
	d.texts = r.reader
	state := d.texts.Say(texts.GamesWaits)
	if d.match.Status == match.Playing {
		state = d.texts.Say(texts.GamesMove, "N", len(d.match.Moves)+1, "Player", d.player(d.position.ToMove()))
	}
	name := d.gameName()
	if g.Message != "" {
		name = "[" + name + "](" + link(g) + ")"
	}
	return d.texts.Say(texts.GamesLine, "Game", name, "Players", d.players(), "State", state)
}
