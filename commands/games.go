package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// maxGames is how many games the list shows: with links, a message has room for
// hardly more.
const maxGames = 15

// gamesCommand declares /games: the unfinished games of the channel, privately.
func (c *Commands) gamesCommand() command {
	return command{declaration: c.slash(texts.CommandGames, texts.CommandGamesAbout), run: c.runGames}
}

func (c *Commands) runGames(r *plan.Request) (plan.Plan, error) {
	return plan.Games{Channel: r.Place.Channel, Then: func(games []match.Record) (plan.Plan, error) {
		if len(games) == 0 {
			return plan.Reply{Answer: plan.Answer{
				As: plan.Private, Content: plan.Content{Text: r.Reader.Say(texts.GamesNone)},
			}}, nil
		}
		lines := []string{"### " + r.Reader.Say(texts.GamesTitle)}
		for _, rec := range games[:min(len(games), maxGames)] {
			lines = append(lines, "- "+c.gameLine(r.Reader, rec))
		}
		if more := len(games) - maxGames; more > 0 {
			lines = append(lines, r.Reader.Count(texts.GamesMore, more))
		}
		return private(card.Text(strings.Join(lines, "\n"))), nil
	}}, nil
}

// gameLine says what a game is, who plays it and where it stands.
func (c *Commands) gameLine(l *texts.Language, rec match.Record) string {
	m := rec.Match
	state := l.Say(texts.GamesWaits)
	if m.Status == match.Playing {
		state = l.Say(texts.GamesMove, "N", len(m.Moves)+1, "Player", card.Player(l, m, m.Position().ToMove()))
	}
	name := card.Game(l, m)
	if rec.Message != "" {
		name = "[" + name + "](" + card.Link(c.web, rec) + ")"
	}
	return l.Say(texts.GamesLine, "Game", name, "Players", card.Players(l, m), "State", state)
}

// maxPicked is how many games the menu that asks which one can offer.
const maxPicked = 25

// inGame is what the commands without options do in one game of the caller's.
var inGame = map[string]func(r *plan.Request, id match.ID) plan.Plan{
	"board": showAgain, "resign": resign, "draw": draw, "takeback": takeback,
}

// inMyGame returns the handler of one of those commands: it does that in the
// caller's one game of the channel that is wanted; with several it asks which one.
func inMyGame(command string, want wanted) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		return mine(r, want, func(games []match.Record) (plan.Plan, error) {
			if len(games) > 1 {
				return pick(r, command, games), nil
			}
			return inGame[command](r, games[0].Match.ID), nil
		}), nil
	}
}

// pickGame does what the command asked for in the game chosen from the menu.
func pickGame(r *plan.Request) (plan.Plan, error) {
	do := inGame[r.Vars.Get("command")]
	if do == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	chosen, err := r.Chosen()
	if err != nil {
		return nil, err
	}
	return do(r, match.ID(chosen)), nil
}

// pick asks privately which game is meant. action is the rest of the custom id.
func pick(r *plan.Request, action string, games []match.Record) plan.Reply {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: "/pick/" + action,
		Placeholder: r.Reader.Say(texts.PickPlaceholder),
	}
	for _, rec := range games[:min(len(games), maxPicked)] {
		label, description := pickOption(r, rec.Match)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: plan.Shorten(label, 100), Description: plan.Shorten(description, 100), Value: string(rec.Match.ID),
		})
	}
	return private(card.Text(r.Reader.Say(texts.PickGame)), card.Row(menu))
}

// pickOption describes a game by what can be said without the names of members,
// which menus cannot show.
func pickOption(r *plan.Request, m match.Match) (label, description string) {
	say := r.Reader.Say
	name, number := card.Game(r.Reader, m), len(m.Moves)+1
	if m.Status == match.Challenge {
		return say(texts.PickChallenge, "Game", name), say(texts.PickWaits)
	}
	last := say(texts.PickNoMove)
	if square, ok := m.Last(); ok {
		last = square.String()
	}
	side := m.Side(r.User)
	if side == game.Empty {
		return say(texts.PickWatched, "Game", name, "N", number), say(texts.PickLast, "Last", last)
	}
	label = say(texts.PickAgainst, "Game", name, "N", number, "Mark", card.Letter(side))
	if opponent := m.Player(side.Opponent()); opponent.IsComputer() {
		return label, say(texts.PickComputer, "Level", card.Level(r.Reader, opponent.Level), "Last", last)
	}
	return label, say(texts.PickPerson, "Last", last)
}

// boardCommand declares /board: the caller's game again at the bottom of the
// channel. The old message keeps only a hint where the board is.
func (c *Commands) boardCommand() command {
	return command{
		declaration: c.slash(texts.CommandBoard, texts.CommandBoardAbout),
		run:         inMyGame("board", takesPart),
	}
}

// showAgain shows a game of the caller's again.
func showAgain(r *plan.Request, id match.ID) plan.Plan {
	return plan.On{Match: id, Decide: func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		if !takesPart(rec.Match, r.User) {
			return plan.Decision{}, match.ErrNotYours
		}
		return plan.Decision{Answer: board(r, plan.Anew)}, nil
	}}
}
