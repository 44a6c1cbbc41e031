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
	value func(l *texts.Language, r *plan.Request, s match.Server) string
}

var loggedSettings = []loggedSetting{
	{"log.channels", func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<#", s.Channels, "config.everywhere")
	}},
	{"log.roles", func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<@&", s.Roles, "config.everybody")
	}},
	{"log.threads", func(l *texts.Language, _ *plan.Request, s match.Server) string { return onOff(l, s.Threads) }},
	{"log.rated", func(l *texts.Language, _ *plan.Request, s match.Server) string { return onOff(l, !s.Casual) }},
	{"log.quiet", func(l *texts.Language, _ *plan.Request, s match.Server) string { return onOff(l, s.Quiet) }},
	{"log.style", func(l *texts.Language, _ *plan.Request, s match.Server) string { return l.Say(styleName(s.Style)) }},
	{"log.clock", func(l *texts.Language, _ *plan.Request, s match.Server) string { return card.Span(l, s.Clock) }},
	{"log.language", func(l *texts.Language, r *plan.Request, s match.Server) string {
		if s.Locale == "" {
			return l.Say("config.discords")
		}
		return r.Texts.ForLocale(s.Locale).Name()
	}},
	{"log.daily", func(l *texts.Language, _ *plan.Request, s match.Server) string {
		where := mentions(l, "<#", listOf(s.DailyChannel), configNowhere)
		if s.DailyChannel != "" {
			where = l.Comma([]string{where, l.Say("config.hour", "Time", l.Clock(s.DailyHour, 0))})
		}
		return where
	}},
	{"log.season", func(l *texts.Language, _ *plan.Request, s match.Server) string { return l.Say(seasonNames[s.Season]) }},
	{"log.leader_role", roleValue(func(s match.Server) string { return s.LeaderRole })},
	{"log.daily_role", roleValue(func(s match.Server) string { return s.DailyRole })},
	{"log.champion_role", roleValue(func(s match.Server) string { return s.ChampionRole })},
	{"log.log", func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<#", listOf(s.LogChannel), configNowhere)
	}},
	{"log.keep", func(l *texts.Language, _ *plan.Request, s match.Server) string { return keptFor(l, s.RetentionDays) }},
}

func roleValue(role func(match.Server) string) func(*texts.Language, *plan.Request, match.Server) string {
	return func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<@&", listOf(role(s)), "config.no_role")
	}
}

// changed returns one line for each setting that differs, with the values before and after. It
// returns "" if no setting differs.
func changed(l *texts.Language, r *plan.Request, before, after match.Server) string {
	var lines []string
	for _, setting := range loggedSettings {
		if from, to := setting.value(l, r, before), setting.value(l, r, after); from != to {
			lines = append(lines, l.Say("log.changed_from", "ID", r.User, "Name", l.Say(setting.name), "From", from, "To", to))
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

// NoThread returns the log entry for a match whose thread could not be opened.
func NoThread(l *texts.Language, rec match.Record) plan.Content {
	return plan.Content{Text: l.Say("log.no_thread", "Channel", rec.Place.Channel)}
}

// NoRole returns the log entry for a role that Discord did not let the bot give to members or take from them. Without
// members, the role is deleted.
func NoRole(l *texts.Language, role string, members []string) plan.Content {
	if len(members) == 0 {
		return plan.Content{Text: l.Say("log.role_gone", "Role", role)}
	}
	named := make([]string, min(len(members), maxNamed))
	for i := range named {
		named[i] = "<@" + members[i] + ">"
	}
	return plan.Content{Text: l.Say("log.no_role", "Role", role, "Names", l.And(named))}
}
