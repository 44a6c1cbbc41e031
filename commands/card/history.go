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

// Texts of the history page.
const (
	historyTitle     texts.Key = "history.title"
	historyTitleHere texts.Key = "history.title_here"
	historyNone      texts.Key = "history.none"
	historyNoneHere  texts.Key = "history.none_here"
	historyWon       texts.Key = "history.won"
	historyLost      texts.Key = "history.lost"
	historyDrawn     texts.Key = "history.drawn"
	historyVoid      texts.Key = "history.void"
	historyWatched   texts.Key = "history.watched"
	historyTeam      texts.Key = "history.team"
	historyMoves     texts.Key = "history.moves"
	historyNewer     texts.Key = "history.newer"
	historyOlder     texts.Key = "history.older"
	historyReplay    texts.Key = "history.replay"
	historyReview    texts.Key = "history.review"
)

// maxLabel is Discord's limit for the label and for the description of a menu option, in characters.
const maxLabel = 100

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
	title, none := l.Say(historyTitle), historyNone
	if !p.Own {
		title, none = l.Say(historyTitleHere, "ID", p.Member), historyNoneHere
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
		to("newer", p.Games[0].Match, historyNewer)
	}
	if p.Older && len(p.Games) > 0 {
		to("older", p.Games[len(p.Games)-1].Match, historyOlder)
	}
	if again := p.menu(ReplayMenu, historyReplay); len(again.Options) > 0 {
		content = append(content, Row(again), Row(p.menu(ReviewMenu, historyReview)))
	}
	if len(buttons) > 0 {
		content = append(content, Row(buttons...))
	}
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), content...)}
}

// menu returns a menu of the page's games. It leaves out games whose moves were deleted.
func (p HistoryPage) menu(customID string, prompt texts.Key) discordgo.SelectMenu {
	m := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: customID, Placeholder: p.Texts.Say(prompt)}
	for _, rec := range p.Games {
		if rec.Match.Dropped > 0 {
			continue
		}
		name, about := FinishedGame(p.Texts, rec.Match, p.Member)
		m.Options = append(m.Options, discordgo.SelectMenuOption{
			Label: plan.Shorten(name, maxLabel), Description: plan.Shorten(about, maxLabel), Value: string(rec.Match.ID),
		})
	}
	return m
}

// line returns two lines about a game: the result, and the game itself.
func (p HistoryPage) line(rec match.Record) string {
	l, m := p.Texts, rec.Match
	side := m.Side(p.Member)
	if side == game.Empty {
		said := historyWatched
		if m.HasTeam() {
			said = historyTeam
		}
		return l.Say(said, "X", Who(l, m.Players[0]), "O", Who(l, m.Players[1])) + "\n" + p.about(rec)
	}
	said := historyLost
	switch {
	case !m.Result.Decided():
		said = historyVoid
	case m.Result.Winner == game.Empty:
		said = historyDrawn
	case m.Result.Winner == side:
		said = historyWon
	}
	line := l.Say(said, "Opponent", Who(l, m.Player(side.Opponent())))
	if e := rec.Effects[side-game.X]; e.After != 0 {
		line += " · " + RatingAfter(l, e)
	}
	return line + "\n" + p.about(rec)
}

// about returns the game's name, length and date.
func (p HistoryPage) about(rec match.Record) string {
	return smallText(LinkedGame(p.Texts, p.Web, rec), p.Texts.Count(historyMoves, rec.Match.MovesMade()), Moment(rec.Match.Changed))
}

// RatingAfter returns the rating after a game with its change, such as "1538 (+15)". During the
// placement, a member's first rated games, it returns the progress of the placement instead.
func RatingAfter(l *texts.Language, e match.Effect) string {
	said := Standing(l, e.After, e.Provisional, e.Rated)
	if e.After == e.Before || 0 < e.Rated && e.Rated <= profile.Placement {
		return said
	}
	return said + " (" + Change(e.After-e.Before) + ")"
}
