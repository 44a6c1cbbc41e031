package commands

import (
	"strings"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// What only this command says.
const (
	gamesTitle texts.Key = "games.title"
	gamesNone  texts.Key = "games.none"
	gamesLine  texts.Key = "games.line"
	gamesMove  texts.Key = "games.move"
	gamesWaits texts.Key = "games.waits"
	gamesMore  texts.Key = "games.more"
)

// maxGames is how many games the list shows: with links, a message has room for
// hardly more.
const maxGames = 15

// gamesCommand declares /games: the unfinished games of the channel, privately.
func (c *Commands) gamesCommand() command {
	return command{declaration: c.slash("games"), run: c.runGames}
}

func (c *Commands) runGames(r *plan.Request) (plan.Plan, error) {
	return plan.Games{Channel: r.Place.Channel, Then: func(games []match.Record) (plan.Plan, error) {
		return r.Private(func(l *texts.Language) plan.Content {
			if len(games) == 0 {
				return plan.Content{Text: l.Say(gamesNone)}
			}
			lines := []string{"### " + l.Say(gamesTitle)}
			for _, rec := range games[:min(len(games), maxGames)] {
				lines = append(lines, "- "+c.gameLine(l, rec))
			}
			if more := len(games) - maxGames; more > 0 {
				lines = append(lines, l.Count(gamesMore, more))
			}
			return plan.Components(card.Text(strings.Join(lines, "\n")))
		}), nil
	}}, nil
}

// gameLine says what a game is, who plays it and where it stands.
func (c *Commands) gameLine(l *texts.Language, rec match.Record) string {
	m := rec.Match
	state := l.Say(gamesWaits)
	if m.Status == match.Playing {
		state = l.Say(gamesMove, "Move", texts.Ordinal(len(m.Moves)+1), "Player", card.Player(l, m, m.Position().ToMove()))
	}
	name := card.Game(l, m)
	if rec.Message != "" {
		name = "[" + name + "](" + card.Link(c.web, rec) + ")"
	}
	return l.Say(gamesLine, "Game", name, "Players", card.Players(l, m), "State", state)
}
