package settings

import (
	"cmp"
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

// The tabs of /settings.
const (
	boardsTab = "boards"
	othersTab = "others"
	dataTab   = "data"
)

var memberTabs = []tab{
	{boardsTab, "settings.tab_boards", []string{"words", "language", "style", "keypad", "marks"}},
	{othersTab, "settings.tab_others", []string{"turn", "time", "daily", "away", "challenges", "blocked"}},
	{dataTab, "settings.tab_data", []string{"rated", "listed"}},
}

func (p Pages) settingsPage(r *plan.Request, m match.Member, shown string) plan.Answer {
	l := r.Language
	content := []discordgo.MessageComponent{card.Text(l.Say("settings.title")), tabRow(l, "/settings/tab/", memberTabs, shown)}
	switch shown {
	case boardsTab:
		content = append(content, boardSettings(r, m)...)
	case othersTab:
		content = append(content, otherSettings(l, r, m)...)
	case dataTab:
		content = append(content, p.dataSettings(l, m)...)
	}
	return r.Page(plan.Components(card.Container(render.Accent(game.Empty), content...)))
}

func boardSettings(r *plan.Request, m match.Member) []discordgo.MessageComponent {
	l := r.Language
	return []discordgo.MessageComponent{
		card.Text(l.Say("settings.reader")),
		menu("/settings/words", cmp.Or(m.Words, unset), []choice{
			{unset, l.Say("settings.pictures")}, {match.Words, l.Say("settings.words")}, {match.WordsPrivately, l.Say("settings.words_privately")},
		}),
		card.Text(l.Say("settings.language")),
		menu("/settings/language", cmp.Or(m.Locale, unset), languageChoices(r, l.Say("settings.discords"))),
		card.Text(l.Say("settings.style")),
		menu("/settings/style", cmp.Or(m.Style, unset), styleChoices(l, r.Server.Style)),
		card.Text(l.Say("settings.keypad")),
		menu("/settings/keypad", cmp.Or(string(m.Keypad), unset), []choice{
			{unset, l.Say("settings.phone")}, {string(match.NumericKeypad), l.Say("settings.numeric")}, {string(match.NamedSquares), l.Say("settings.named")},
		}),
		card.Text(l.Say("settings.marks")),
		menu("/settings/marks", cmp.Or(m.Marks, unset), markChoices(l)),
	}
}

// vacation returns the part of the page about vacations. While the member is away, it says until when, and has a button
// that ends the vacation. Otherwise it says how many days of vacation are left, and has a menu to choose days.
func vacation(l *texts.Language, r *plan.Request, m match.Member) (said string, control discordgo.ActionsRow) {
	if until := m.AwayUntil(r.Now); !until.IsZero() {
		back := discordgo.Button{CustomID: "/settings/away/" + backNow, Label: l.Say("settings.back"), Style: discordgo.PrimaryButton}
		return l.Say("settings.away_until", "When", card.Date(until)), card.Row(back)
	}
	left, choices := m.VacationLeft(r.Now), []choice{{unset, l.Say("settings.here_now")}}
	for days := range left {
		choices = append(choices, choice{strconv.Itoa(days + 1), card.Span(l, time.Duration(days+1)*24*time.Hour)})
	}
	return l.Say("settings.away", "Days", l.Number(left)), menu("/settings/away", unset, choices)
}

func otherSettings(l *texts.Language, r *plan.Request, m match.Member) []discordgo.MessageComponent {
	said, control := vacation(l, r, m)
	return []discordgo.MessageComponent{
		card.Text(l.Say("settings.mentions")),
		card.Row(
			switchTo(l, "/settings/turn", "settings.turn", !m.NoTurnPings),
			switchTo(l, "/settings/time", "settings.time", !m.NoReminders),
			switchTo(l, "/settings/daily", "settings.daily", m.DailyPings),
		),
		card.Text(said),
		control,
		card.Text(l.Say("settings.challenges")),
		challengesMenu(l, r, m),
		card.Text(l.Say("settings.blocked", "Most", texts.Ordinal(card.MaxOptions))),
		selectMenu("/settings/blocked", discordgo.SelectMenuDefaultValueUser, m.Blocked, card.MaxOptions, l.Say("settings.none_blocked")),
	}
}

func (p Pages) dataSettings(l *texts.Language, m match.Member) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		card.Text(l.Say("settings.switches")),
		card.Row(
			switchTo(l, "/settings/rated", "settings.rated", !m.Casual),
			switchTo(l, "/settings/listed", "settings.listed", !m.Unlisted),
		),
		card.Text(l.Say("data.caption")),
		card.Row(append([]discordgo.MessageComponent{
			discordgo.Button{CustomID: "/settings/download", Label: l.Say("data.download"), Style: discordgo.SecondaryButton},
			discordgo.Button{CustomID: "/settings/delete", Label: l.Say("data.delete"), Style: discordgo.DangerButton},
		}, p.Operator.Links(l)...)...),
	}
}

func markChoices(l *texts.Language) []choice {
	choices := []choice{{unset, l.Say("settings.usual_marks", "X", card.Letter(game.X), "O", card.Letter(game.O))}}
	for _, m := range render.OwnMarks {
		choices = append(choices, choice{m.Name, m.Emoji})
	}
	return choices
}

func challengesMenu(l *texts.Language, r *plan.Request, m match.Member) discordgo.ActionsRow {
	chosen := cmp.Or(string(m.Challengers), unset)
	choices := []choice{{unset, l.Say("settings.everyone")}}
	if r.Place.Guild != "" {
		choices = append(choices, choice{fromHere, l.Say("settings.here")})
	}
	if m.Challengers == match.FromServer && m.ChallengeServer != r.Place.Guild {
		chosen = fromThere
		choices = append(choices, choice{fromThere, l.Say("settings.elsewhere")})
	}
	return menu("/settings/challenges", chosen, append(choices, choice{string(match.FromNobody), l.Say("settings.nobody")}))
}
