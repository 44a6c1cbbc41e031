package commands

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render"
)

// maxGames is the number of games in the list of a channel, maxMine the number in the list of the user's games. Lines
// of the user's games are longer, because they also link the channel, so a message has room for fewer of them.
const (
	maxGames = 15
	maxMine  = 12
)

// runGames privately lists the unfinished games of the channel or, with the option mine, the user's games everywhere.
func (c *Commands) runGames(r *plan.Request) (plan.Plan, error) {
	if mine := r.Options.Option("mine"); mine != nil && mine.Value == true {
		return c.listMine(r)
	}
	games, err := r.Read.OpenMatches(match.Scope{Channel: r.Place.Channel, Threads: true})
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return r.Private(plan.Content{Text: c.clickable(r.Language, r.Language.Say("games.none"))}), nil
	}
	return r.Private(plan.Components(list(r.Language, "games.title", games, maxGames, func(l *texts.Language, rec match.Record) string {
		return l.Say("games.line", "Game", card.LinkedGame(l, c.web, rec), "Players", card.Players(l, rec.Match),
			"State", state(l, rec.Match, r.User))
	}))), nil
}

// listMine lists the user's unfinished games everywhere. Games that wait for the user come
// first, sorted by the time left.
func (c *Commands) listMine(r *plan.Request) (plan.Plan, error) {
	games, errGames := r.Read.OpenMatches(match.Scope{Member: r.User})
	stranded, errStranded := r.Read.Stranded()
	member, errMember := r.Read.Member(r.User)
	if err := cmp.Or(errGames, errStranded, errMember); err != nil {
		return nil, err
	}
	l := r.Language
	if len(games) == 0 {
		return r.Private(plan.Components(withPings(l, member, card.Text(c.clickable(l, l.Say("games.mine_none"))))...)), nil
	}
	slices.SortStableFunc(games, func(a, b match.Record) int { return compareUrgency(a.Match, b.Match, r.User) })
	content := []discordgo.MessageComponent{list(l, "games.mine_title", games, maxMine, func(l *texts.Language, rec match.Record) string {
		if slices.ContainsFunc(stranded, func(s match.Record) bool { return s.Match.ID == rec.Match.ID }) {
			return l.Say("games.stranded", "Game", card.Game(l, rec.Match), "Players", card.Players(l, rec.Match))
		}
		return c.myGameLine(l, rec, r.User)
	})}
	var buttons []discordgo.MessageComponent
	if len(filtered(games, isToMove, r.User)) > 0 {
		buttons = append(buttons, nextWaiting(l, ""))
	}
	if len(stranded) > 0 {
		buttons = append(buttons, bringButton(l))
	}
	content = append(content, card.Rows(buttons)...)
	return r.Private(plan.Components(withPings(l, member, content...)...)), nil
}

func withPings(l *texts.Language, member match.Member, content ...discordgo.MessageComponent) []discordgo.MessageComponent {
	if member.NoTurnPings {
		content = append(content, card.Text("-# "+l.Say("games.pings_off")), card.Row(pingsButton(l, pingsOn)))
	}
	return content
}

// nextWaiting returns the button that opens the next game that waits for the reader. `after` is the id of the game
// shown now, "" for none.
func nextWaiting(l *texts.Language, after match.ID) discordgo.Button {
	return discordgo.Button{CustomID: strings.TrimSuffix("/games/next/"+string(after), "/"), Label: l.Say(texts.ButtonNext), Style: discordgo.PrimaryButton}
}

// pressNextWaiting shows the next game that waits for the user, in order of urgency, after the game in the custom id.
func (c *Commands) pressNextWaiting(r *plan.Request) (plan.Plan, error) {
	games, err := r.Read.OpenMatches(match.Scope{Member: r.User})
	if err != nil {
		return nil, err
	}
	waiting := filtered(games, isToMove, r.User)
	if len(waiting) == 0 {
		return nil, plan.Refuse("games.none_waits")
	}
	slices.SortStableFunc(waiting, func(a, b match.Record) int { return compareUrgency(a.Match, b.Match, r.User) })
	after := slices.IndexFunc(waiting, func(rec match.Record) bool { return rec.Match.ID == match.ID(r.Vars["after"]) })
	rec := waiting[(after+1)%len(waiting)]
	view, style := card.Shown(rec.Match), render.Style(rec.Place.Style)
	view.Tiles, view.NoPad = r.Tiles, true
	l := r.Language
	content := []discordgo.MessageComponent{card.Text(c.myGameLine(l, rec, r.User)), card.Text(render.Fence(render.Board(view, style), style))}
	var buttons []discordgo.MessageComponent
	switch {
	case !rec.Match.Stranded.IsZero():
		buttons = append(buttons, bringButton(l))
	case rec.Message != "":
		buttons = append(buttons, discordgo.Button{URL: card.Link(c.web, rec), Label: l.Say("games.go"), Style: discordgo.LinkButton})
	}
	return r.Page(plan.Components(append(content, card.Row(append(buttons, nextWaiting(l, rec.Match.ID))...))...)), nil
}

// compareUrgency returns a negative number if listMine lists the member's game `a` before `b`, and a positive one if
// after.
func compareUrgency(a, b match.Match, member string) int {
	rank := func(m match.Match) int {
		switch {
		case isToMove(m, member), m.Status == match.Challenge && m.Challenged().ID == member:
			return 0
		case m.Status == match.Playing:
			return 1
		}
		return 2 // a challenge that the member has made
	}
	runs := func(m match.Match) bool { return m.ClockRuns() || m.Status == match.Challenge }
	switch order := cmp.Compare(rank(a), rank(b)); {
	case order != 0:
		return order
	case runs(a) && runs(b):
		return a.Deadline.Compare(b.Deadline)
	case runs(a):
		return -1
	case runs(b):
		return 1
	}
	return a.Changed.Compare(b.Changed)
}

func list(l *texts.Language, title texts.Key, games []match.Record, most int, line func(*texts.Language, match.Record) string) discordgo.TextDisplay {
	lines := []string{"### " + l.Say(title)}
	for _, rec := range games[:min(len(games), most)] {
		lines = append(lines, "- "+line(l, rec))
	}
	if more := len(games) - most; more > 0 {
		lines = append(lines, l.Count("games.more", more))
	}
	return card.Text(strings.Join(lines, "\n"))
}

func (c *Commands) myGameLine(l *texts.Language, rec match.Record, member string) string {
	m, said := rec.Match, state(l, rec.Match, member)
	switch {
	case isToMove(m, member):
		said = l.Say("games.your_move", "Move", texts.Ordinal(len(m.Moves)+1))
	case m.Status == match.Challenge && m.Challenged().ID == member:
		said = l.Say("games.waits_for_you_until", "When", card.Moment(m.Deadline))
	case m.Status == match.Challenge:
		said = l.Say("games.waits_until", "When", card.Moment(m.Deadline))
	}
	if m.ClockRuns() {
		said = l.Say("games.clock", "State", said, "When", card.Moment(m.Deadline))
	}
	key := texts.Key("games.mine_line")
	if rec.Place.Guild == "" {
		key = "games.mine_direct" // a direct message has no channel name
	}
	return l.Say(key, "Game", card.LinkedGame(l, c.web, rec), "Channel", rec.Place.Channel, "Players", card.Players(l, m), "State", said)
}

func state(l *texts.Language, m match.Match, member string) string {
	switch {
	case m.Status == match.Challenge && m.Challenged().ID == member:
		return l.Say("games.waits_for_you")
	case m.Status != match.Playing:
		return l.Say("games.waits")
	}
	return l.Say("games.move", "Move", texts.Ordinal(len(m.Moves)+1), "Player", card.Player(l, m, m.Position().ToMove()))
}
