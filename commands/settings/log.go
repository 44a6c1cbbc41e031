package settings

import (
	"strings"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Texts of a server's log channel.
const (
	logChanged  texts.Key = "log.changed_from"
	logChannels texts.Key = "log.channels"
	logRoles    texts.Key = "log.roles"
	logThreads  texts.Key = "log.threads"
	logRated    texts.Key = "log.rated"
	logQuiet    texts.Key = "log.quiet"
	logStyle    texts.Key = "log.style"
	logClock    texts.Key = "log.clock"
	logSeason   texts.Key = "log.season"
	logLanguage texts.Key = "log.language"
	logDaily    texts.Key = "log.daily"
	logLog      texts.Key = "log.log"
	logKeep     texts.Key = "log.keep"
	logOn       texts.Key = "log.on"
	logOff      texts.Key = "log.off"
	logNoThread texts.Key = "log.no_thread"
	logLeaders  texts.Key = "log.leader_role"
	logBest     texts.Key = "log.daily_role"
	logChampion texts.Key = "log.champion_role"
	logNoRole   texts.Key = "log.no_role"
	logRoleGone texts.Key = "log.role_gone"
)

// A loggedSetting is a server setting with its name in the log and a function that returns its value as text.
type loggedSetting struct {
	name  texts.Key
	value func(l *texts.Language, r *plan.Request, s match.Server) string
}

// loggedSettings are the server settings whose changes are logged.
var loggedSettings = []loggedSetting{
	{logChannels, func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<#", s.Channels, configEverywhere)
	}},
	{logRoles, func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<@&", s.Roles, configEverybody)
	}},
	{logThreads, func(l *texts.Language, _ *plan.Request, s match.Server) string { return onOff(l, s.Threads) }},
	{logRated, func(l *texts.Language, _ *plan.Request, s match.Server) string { return onOff(l, !s.Casual) }},
	{logQuiet, func(l *texts.Language, _ *plan.Request, s match.Server) string { return onOff(l, s.Quiet) }},
	{logStyle, func(l *texts.Language, _ *plan.Request, s match.Server) string { return l.Say(styleName(s.Style)) }},
	{logClock, func(l *texts.Language, _ *plan.Request, s match.Server) string { return card.Span(l, s.Clock) }},
	{logLanguage, func(l *texts.Language, r *plan.Request, s match.Server) string {
		if s.Locale == "" {
			return l.Say(configDiscords)
		}
		return r.Texts.ForLocale(s.Locale).Name()
	}},
	{logDaily, func(l *texts.Language, _ *plan.Request, s match.Server) string {
		where := mentions(l, "<#", listOf(s.DailyChannel), configNowhere)
		if s.DailyChannel != "" {
			where = l.Comma([]string{where, l.Say(configHour, "Time", l.Clock(s.DailyHour, 0))})
		}
		return where
	}},
	{logSeason, func(l *texts.Language, _ *plan.Request, s match.Server) string { return l.Say(seasonNames[s.Season]) }},
	{logLeaders, roleValue(func(s match.Server) string { return s.LeaderRole })},
	{logBest, roleValue(func(s match.Server) string { return s.DailyRole })},
	{logChampion, roleValue(func(s match.Server) string { return s.ChampionRole })},
	{logLog, func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<#", listOf(s.LogChannel), configNowhere)
	}},
	{logKeep, func(l *texts.Language, _ *plan.Request, s match.Server) string { return keptFor(l, s.RetentionDays) }},
}

// roleValue returns the value function of a setting that names a role.
func roleValue(role func(match.Server) string) func(*texts.Language, *plan.Request, match.Server) string {
	return func(l *texts.Language, _ *plan.Request, s match.Server) string {
		return mentions(l, "<@&", listOf(role(s)), configNoRole)
	}
}

// changed returns one line for each setting that differs, with the values before and after. It
// returns "" if no setting differs.
func changed(l *texts.Language, r *plan.Request, before, after match.Server) string {
	var lines []string
	for _, setting := range loggedSettings {
		if from, to := setting.value(l, r, before), setting.value(l, r, after); from != to {
			lines = append(lines, l.Say(logChanged, "ID", r.User, "Name", l.Say(setting.name), "From", from, "To", to))
		}
	}
	return strings.Join(lines, "\n")
}

// onOff returns the word for on or off.
func onOff(l *texts.Language, on bool) string {
	if on {
		return l.Say(logOn)
	}
	return l.Say(logOff)
}

// mentions lists channels or roles as mentions. `none` is the text for an empty list.
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
	return plan.Content{Text: l.Say(logNoThread, "Channel", rec.Place.Channel)}
}

// NoRole returns the log entry for a role that Discord did not let the bot give to members or take from them. Without
// members, the role is deleted.
func NoRole(l *texts.Language, role string, members []string) plan.Content {
	if len(members) == 0 {
		return plan.Content{Text: l.Say(logRoleGone, "Role", role)}
	}
	named := make([]string, min(len(members), maxNamed))
	for i := range named {
		named[i] = "<@" + members[i] + ">"
	}
	return plan.Content{Text: l.Say(logNoRole, "Role", role, "Names", l.And(named))}
}
