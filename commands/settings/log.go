package settings

import (
	"strings"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

type loggedSetting struct {
	name  texts.Key
	value string
}

func loggedSettings(l *texts.Language, r *plan.Request, s match.Server) []loggedSetting {
	language := l.Say("config.discords")
	if s.Locale != "" {
		language = r.Texts.ForLocale(s.Locale).Name()
	}
	daily := mentions(l, "<#", listOf(s.DailyChannel), configNowhere)
	if s.DailyChannel != "" {
		daily = l.Comma([]string{daily, l.Say("config.hour", "Time", l.Clock(s.DailyHour, 0))})
	}
	return []loggedSetting{
		{"log.channels", mentions(l, "<#", s.Channels, "config.everywhere")},
		{"log.roles", mentions(l, "<@&", s.Roles, "config.everybody")},
		{"log.threads", onOff(l, s.Threads)},
		{"log.rated", onOff(l, !s.Casual)},
		{"log.quiet", onOff(l, s.Quiet)},
		{"log.style", l.Say(styleName(s.Style))},
		{"log.clock", card.Span(l, s.Clock)},
		{"log.language", language},
		{"log.daily", daily},
		{"log.season", l.Say(seasonNames[s.Season])},
		{"log.leader_role", mentions(l, "<@&", listOf(s.LeaderRole), "config.no_role")},
		{"log.daily_role", mentions(l, "<@&", listOf(s.DailyRole), "config.no_role")},
		{"log.champion_role", mentions(l, "<@&", listOf(s.ChampionRole), "config.no_role")},
		{"log.log", mentions(l, "<#", listOf(s.LogChannel), configNowhere)},
		{"log.keep", keptFor(l, s.RetentionDays)},
	}
}

// changed returns one line for each setting that differs, with the values before and after. It
// returns "" if no setting differs.
func changed(l *texts.Language, r *plan.Request, before, after match.Server) string {
	var lines []string
	to := loggedSettings(l, r, after)
	for i, from := range loggedSettings(l, r, before) {
		if from != to[i] {
			lines = append(lines, l.Say("log.changed_from", "ID", r.User, "Name", l.Say(from.name),
				"From", from.value, "To", to[i].value))
		}
	}
	return strings.Join(lines, "\n")
}

func onOff(l *texts.Language, on bool) string {
	if on {
		return l.Say("log.on")
	}
	return l.Say("log.off")
}

func mentions(l *texts.Language, prefix string, ids []string, none texts.Key) string {
	if len(ids) == 0 {
		return l.Say(none)
	}
	named := make([]string, len(ids))
	for i, id := range ids {
		named[i] = prefix + id + ">"
	}
	return l.And(named)
}
