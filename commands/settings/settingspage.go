package settings

import (
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// Texts of the page of /settings.
const (
	settingsTitle      texts.Key = "settings.title"
	settingsLanguage   texts.Key = "settings.language"
	settingsDiscords   texts.Key = "settings.discords"
	settingsStyle      texts.Key = "settings.style"
	settingsKeypad     texts.Key = "settings.keypad"
	settingsPhone      texts.Key = "settings.phone"
	settingsNumeric    texts.Key = "settings.numeric"
	settingsNamed      texts.Key = "settings.named"
	settingsWords      texts.Key = "settings.words"
	settingsWordsAlone texts.Key = "settings.words_privately"
	settingsMarks      texts.Key = "settings.marks"
	settingsUsualMarks texts.Key = "settings.usual_marks"
	settingsMentions   texts.Key = "settings.mentions"
	settingsTurn       texts.Key = "settings.turn"
	settingsTime       texts.Key = "settings.time"
	settingsDaily      texts.Key = "settings.daily"
	settingsChallenges texts.Key = "settings.challenges"
	settingsEveryone   texts.Key = "settings.everyone"
	settingsHere       texts.Key = "settings.here"
	settingsElsewhere  texts.Key = "settings.elsewhere"
	settingsNobody     texts.Key = "settings.nobody"
	settingsBlocked    texts.Key = "settings.blocked"
	settingsNoneBlock  texts.Key = "settings.none_blocked"
	settingsAway       texts.Key = "settings.away"
	settingsAwayUntil  texts.Key = "settings.away_until"
	settingsHereNow    texts.Key = "settings.here_now"
	settingsBack       texts.Key = "settings.back"
	settingsSwitches   texts.Key = "settings.switches"
	settingsRated      texts.Key = "settings.rated"
	settingsListed     texts.Key = "settings.listed"
	settingsBoards     texts.Key = "settings.tab_boards"
	settingsOthers     texts.Key = "settings.tab_others"
	settingsData       texts.Key = "settings.tab_data"
)

// The tabs of /settings.
const (
	boardsTab = "boards"
	othersTab = "others"
	dataTab   = "data"
)

var memberTabs = []tab{
	{boardsTab, settingsBoards, []string{"language", "style", "keypad", "marks"}},
	{othersTab, settingsOthers, []string{"turn", "time", "daily", "away", "challenges", "blocked"}},
	{dataTab, settingsData, []string{"rated", "listed"}},
}

// settingsPage draws a tab of a member's settings, in the member's language.
func (p Pages) settingsPage(r *plan.Request, m match.Member, shown string) plan.Answer {
	l := r.Reader
	content := []discordgo.MessageComponent{card.Text(l.Say(settingsTitle)), tabRow(l, "/settings/tab/", memberTabs, shown)}
	switch shown {
	case boardsTab:
		content = append(content, p.boardSettings(l, r, m)...)
	case othersTab:
		content = append(content, otherSettings(l, r, m)...)
	case dataTab:
		content = append(content, p.dataSettings(l, m)...)
	}
	return r.Page(plan.Components(card.Container(render.Accent(game.Empty), content...)))
}

// boardSettings draws the settings for the language and for boards.
func (p Pages) boardSettings(l *texts.Language, r *plan.Request, m match.Member) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		card.Text(l.Say(settingsLanguage)),
		menu("/settings/language", orUnset(m.Locale), p.languageChoices(l.Say(settingsDiscords))),
		card.Text(l.Say(settingsStyle)),
		menu("/settings/style", orUnset(m.Style), styleChoices(l, r.Server.Style)),
		card.Text(l.Say(settingsKeypad)),
		menu("/settings/keypad", orUnset(string(m.Keypad)), []choice{
			{unset, l.Say(settingsPhone)}, {string(match.NumericKeypad), l.Say(settingsNumeric)}, {string(match.NamedSquares), l.Say(settingsNamed)},
			{string(match.Words), l.Say(settingsWords)}, {string(match.WordsPrivately), l.Say(settingsWordsAlone)},
		}),
		card.Text(l.Say(settingsMarks)),
		menu("/settings/marks", orUnset(m.Marks), markChoices(l)),
	}
}

// vacation returns the part of the page about vacations. While the member is away, it says until when, and has a button
// that ends the vacation. Otherwise it says how many days of vacation are left, and has a menu to choose days.
func vacation(l *texts.Language, r *plan.Request, m match.Member) (said string, control discordgo.ActionsRow) {
	if until := m.AwayUntil(r.Now); !until.IsZero() {
		back := discordgo.Button{CustomID: "/settings/away/" + backNow, Label: l.Say(settingsBack), Style: discordgo.PrimaryButton}
		return l.Say(settingsAwayUntil, "When", card.Date(until)), card.Row(back)
	}
	left, choices := m.VacationLeft(r.Now), []choice{{unset, l.Say(settingsHereNow)}}
	for days := range left {
		choices = append(choices, choice{strconv.Itoa(days + 1), card.Span(l, time.Duration(days+1)*24*time.Hour)})
	}
	return l.Say(settingsAway, "Days", l.Number(left)), menu("/settings/away", unset, choices)
}

// otherSettings draws the settings for pings, vacations and challenges.
func otherSettings(l *texts.Language, r *plan.Request, m match.Member) []discordgo.MessageComponent {
	said, control := vacation(l, r, m)
	return []discordgo.MessageComponent{
		card.Text(l.Say(settingsMentions)),
		card.Row(
			switchTo(l, "/settings/turn", settingsTurn, !m.NoTurnPings),
			switchTo(l, "/settings/time", settingsTime, !m.NoReminders),
			switchTo(l, "/settings/daily", settingsDaily, m.DailyPings),
		),
		card.Text(said),
		control,
		card.Text(l.Say(settingsChallenges)),
		challengesMenu(l, r, m),
		card.Text(l.Say(settingsBlocked, "Most", texts.Ordinal(maxListed))),
		selectMenu("/settings/blocked", discordgo.SelectMenuDefaultValueUser, m.Blocked, maxListed, l.Say(settingsNoneBlock)),
	}
}

// dataSettings draws the settings for ratings and for the member's data.
func (p Pages) dataSettings(l *texts.Language, m match.Member) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		card.Text(l.Say(settingsSwitches)),
		card.Row(
			switchTo(l, "/settings/rated", settingsRated, !m.Casual),
			switchTo(l, "/settings/listed", settingsListed, !m.Unlisted),
		),
		card.Text(l.Say(dataCaption)),
		card.Row(append(dataButtons(l), p.Operator.Links(l)...)...),
	}
}

// markChoices returns the marks that a member can play with, as choices.
func markChoices(l *texts.Language) []choice {
	choices := []choice{{unset, l.Say(settingsUsualMarks, "X", card.Letter(game.X), "O", card.Letter(game.O))}}
	for _, m := range render.OwnMarks {
		choices = append(choices, choice{m.Name, m.Emoji})
	}
	return choices
}

// challengesMenu returns the menu that chooses which members may challenge the member.
func challengesMenu(l *texts.Language, r *plan.Request, m match.Member) discordgo.ActionsRow {
	chosen := orUnset(string(m.Challengers))
	choices := []choice{{unset, l.Say(settingsEveryone)}}
	if r.Place.Guild != "" {
		choices = append(choices, choice{fromHere, l.Say(settingsHere)})
	}
	if m.Challengers == match.FromServer && m.ChallengeServer != r.Place.Guild {
		chosen = fromThere
		choices = append(choices, choice{fromThere, l.Say(settingsElsewhere)})
	}
	return menu("/settings/challenges", chosen, append(choices, choice{string(match.FromNobody), l.Say(settingsNobody)}))
}
