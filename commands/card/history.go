package card

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/render"
)

// HistoryLimit is the number of games on a page of a history.
const HistoryLimit = 10

// A HistoryPage draws a page of a member's finished games.
type HistoryPage struct {
	Texts *texts.Language
	// Sentence turns the names of commands in a text into links.
	Sentence     func(l *texts.Language, text string) string
	Web          string // address of the web client; see Link
	Member       string
	Own          bool           // the reader sees all of their own games; otherwise another member's games in this server or channel only
	Games        []match.Record // newest first
	Newer, Older bool           // whether there are newer or older games than those on the page
}

// Draw draws the page.
func (p HistoryPage) Draw() []discordgo.MessageComponent {
	l := p.Texts
	title, none := l.Say("history.title"), texts.Key("history.none")
	if !p.Own {
		title, none = l.Say("history.title_here", "ID", p.Member), "history.none_here"
	}
	lines := []string{"### " + title}
	for _, rec := range p.Games {
		lines = append(lines, p.line(rec))
	}
	if len(p.Games) == 0 {
		lines = append(lines, p.Sentence(l, l.Say(none)))
	}
	content := []discordgo.MessageComponent{Text(strings.Join(lines, "\n"))}
	var buttons []discordgo.MessageComponent
	to := func(direction string, from match.Match, label texts.Key) {
		buttons = append(buttons, discordgo.Button{
			CustomID: "/history/" + p.Member + "/" + direction + "/" + strconv.FormatInt(from.Changed.UnixMilli(), 10) + "/" + string(from.ID),
			Label:    l.Say(label), Style: discordgo.SecondaryButton,
		})
	}
	if p.Newer && len(p.Games) > 0 {
		to("newer", p.Games[0].Match, "history.newer")
	}
	if p.Older && len(p.Games) > 0 {
		to("older", p.Games[len(p.Games)-1].Match, "history.older")
	}
	if replay := GameMenu(l, ReplayMenu, "history.replay", p.Games, p.Member); len(replay.Options) > 0 {
		content = append(content, Row(replay), Row(GameMenu(l, ReviewMenu, "history.review", p.Games, p.Member)))
	}
	content = append(content, Rows(buttons)...)
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

// GameMenu returns a menu of finished games. It leaves out games whose moves were deleted.
func GameMenu(l *texts.Language, customID string, prompt texts.Key, games []match.Record, reader string) discordgo.SelectMenu {
	m := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: customID, Placeholder: l.Say(prompt)}
	for _, rec := range games {
		if rec.Match.Dropped > 0 {
			continue
		}
		name, about := FinishedGame(l, rec.Match, reader)
		m.Options = append(m.Options, discordgo.SelectMenuOption{
			Label: plan.Shorten(name, MaxLabel), Description: plan.Shorten(about, MaxLabel), Value: string(rec.Match.ID),
		})
	}
	return m
}

func (p HistoryPage) line(rec match.Record) string {
	l, m := p.Texts, rec.Match
	side := m.Side(p.Member)
	if side == game.Empty {
		said := texts.Key("history.watched")
		if m.HasTeam() {
			said = "history.team"
		}
		return l.Say(said, "X", Who(l, m.Players[0]), "O", Who(l, m.Players[1])) + "\n" + p.about(rec)
	}
	said := texts.Key("history.lost")
	switch {
	case !m.Result.Decided():
		said = "history.void"
	case m.Result.Winner == game.Empty:
		said = "history.drawn"
	case m.Result.Winner == side:
		said = "history.won"
	}
	line := l.Say(said, "Opponent", Who(l, m.Player(side.Opponent())))
	if e := rec.Effects[side-game.X]; e.After != 0 {
		line += " · " + RatingAfter(l, e)
	}
	return line + "\n" + p.about(rec)
}

func (p HistoryPage) about(rec match.Record) string {
	return smallText(LinkedGame(p.Texts, p.Web, rec), p.Texts.Count("history.moves", rec.Match.MovesMade()), Moment(rec.Match.Changed))
}

// RatingAfter returns the rating after a game with its change, such as "1538 (+15)". During the
// placement, a member's first rated games, it returns the progress of the placement instead.
func RatingAfter(l *texts.Language, e match.Effect) string {
	said := Standing(l, e.After, e.Provisional, e.RatedGames)
	if e.After == e.Before || 0 < e.RatedGames && e.RatedGames <= profile.Placement {
		return said
	}
	return said + " (" + Change(e.After-e.Before) + ")"
}
