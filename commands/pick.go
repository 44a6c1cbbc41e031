package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// inMyGame returns the handler of a command that acts on one of the user's games in the channel. If its filter selects
// several, the handler asks the user to choose among them.
func inMyGame(cmd command) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		games, stranded, err := myMatches(r, cmd.filter)
		switch {
		case err != nil:
			return nil, err
		case stranded && !cmd.anywhere:
			return nil, refuseStranded(r, games)
		case len(games) > 1:
			return pick(r, cmd.declaration.Name, games), nil
		}
		return cmd.inGame(r, games[0].Match.ID), nil
	}
}

func (c *Commands) pickGame(r *plan.Request) (plan.Plan, error) {
	do := c.inGame[r.Vars["command"]]
	if do == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	chosen, err := r.Chosen()
	if err != nil {
		return nil, err
	}
	return do(r, match.ID(chosen)), nil
}

func pick(r *plan.Request, action string, games []match.Record) plan.Answer {
	l := r.Language
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: "/pick/" + action, Placeholder: l.Say("pick.placeholder"),
	}
	for _, rec := range games[:min(len(games), card.MaxOptions)] {
		label, description := pickOption(l, rec.Match, r.User)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: plan.Shorten(label, card.MaxLabel), Description: plan.Shorten(description, card.MaxLabel),
			Value: string(rec.Match.ID),
		})
	}
	return r.Private(plan.Components(card.Text(l.Say("pick.game")), card.Row(menu)))
}

func pickOption(l *texts.Language, m match.Match, member string) (label, description string) {
	name, move := card.Game(l, m), texts.Ordinal(len(m.Moves)+1)
	if m.Status == match.Challenge {
		return l.Say("pick.challenge", "Game", name), l.Say("pick.waits")
	}
	last := l.Say("pick.no_move")
	if square, ok := m.Last(); ok {
		last = l.Say("pick.last", "Last", square.String())
	}
	side := m.Side(member)
	if side == game.Empty && m.HasTeam() {
		return l.Say("pick.team", "Game", name, "Move", move), last
	}
	if side == game.Empty {
		return l.Say("pick.watched", "Game", name, "Move", move), last
	}
	label = l.Say("pick.against", "Game", name, "Move", move, "Mark", card.Letter(side))
	if opponent := m.Player(side.Opponent()); opponent.IsComputer() {
		return label, l.Say("pick.computer", "Level", card.Level(l, opponent.Level), "Last", last)
	}
	return label, l.Say("pick.person", "Last", last)
}

type matchFilter func(m match.Match, member string) bool

func inPlay(m match.Match, member string) bool {
	return m.Status == match.Playing && m.TakesPart(member)
}

// ofPlayer selects matches in progress where the member is one of the two players. A member who
// only started a match between others is not a player.
func ofPlayer(m match.Match, member string) bool {
	return m.Status == match.Playing && m.Side(member) != game.Empty
}

func isToMove(m match.Match, member string) bool { return m.ToMove() == match.Person(member) }

// myMatches returns the user's matches in the channel that `keep` selects. If there are none, it returns such matches that
// cannot go on where they are, and true. If there are none of these either, it refuses. If threads of the channel have such
// matches, the refusal names these threads. Otherwise it says why there is no such match.
func myMatches(r *plan.Request, keep matchFilter) (found []match.Record, stranded bool, err error) {
	all, err := r.Read.OpenMatches(match.Scope{Channel: r.Place.Channel, Threads: true, Member: r.User})
	if err != nil {
		return nil, false, err
	}
	here := func(rec match.Record) bool { return rec.Place.Channel == r.Place.Channel }
	below := filtered(slices.DeleteFunc(slices.Clone(all), here), keep, r.User)
	all = slices.DeleteFunc(all, func(rec match.Record) bool { return !here(rec) })
	if found := filtered(all, keep, r.User); len(found) > 0 {
		return found, false, nil
	}
	challenged := func(rec match.Record) bool { return rec.Match.Status == match.Challenge }
	switch playing := filtered(all, ofPlayer, r.User); {
	case len(playing) > 1:
		return nil, false, plan.Refuse("refuse.no_turn")
	case len(playing) == 1:
		return nil, false, refuseTurn(r, playing[0].Match)
	case slices.ContainsFunc(all, challenged):
		return nil, false, match.ErrNotStarted
	}
	games, err := r.Read.Stranded()
	if err != nil {
		return nil, false, err
	}
	games = filtered(games, keep, r.User)
	switch {
	case len(games) > 0:
		return games, true, nil
	case len(below) > 0:
		return nil, false, refuseInThread(r, below)
	}
	return nil, false, plan.Refuse("refuse.no_game")
}

// refuseInThread returns the refusal that names the threads of the user's games. Commands for these
// games must be used there, because their boards stay in the threads.
func refuseInThread(r *plan.Request, games []match.Record) *plan.Refusal {
	var names []string
	for _, rec := range games {
		if name := "<#" + rec.Place.Channel + ">"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return plan.Refuse("refuse.in_thread", "Names", r.Language.And(names[:min(len(names), maxNamed)]))
}

func filtered(all []match.Record, keep matchFilter, member string) []match.Record {
	return slices.DeleteFunc(slices.Clone(all), func(rec match.Record) bool { return !keep(rec.Match, member) })
}
