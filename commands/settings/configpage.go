package settings

import (
	"cmp"
	"maps"
	"slices"
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

const configNowhere texts.Key = "config.nowhere"

// The permissions that the bot needs for threads, for its own posts, and for giving roles. needForRoles should be
// checked for the whole server, but the bot knows only its permissions in each channel. There the same bit can also
// mean that the bot may change the channel's permissions. In practice a bot with one of these two permissions has both.
const (
	needForThreads plan.Permissions = discordgo.PermissionViewChannel | discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	needForPosts   plan.Permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	needForRoles   plan.Permissions = discordgo.PermissionManageRoles
)

const maxNamed = 10

// The tabs of /config.
const (
	whereTab  = "where"
	gamesTab  = "games"
	postsTab  = "posts"
	awardsTab = "awards"
)

var serverTabs = []tab{
	{whereTab, "config.tab_where", []string{"channels", "roles"}},
	{gamesTab, "config.tab_games", []string{"threads", "rated", "quiet", "style", "clock", "language", "keep"}},
	{postsTab, "config.tab_posts", []string{"daily", "hour", "season", "log"}},
	{awardsTab, "config.tab_awards", ofAwards},
}

// deletedTargets returns the channels and roles of the settings that are deleted, and mentions of them.
func deletedTargets(r *plan.Request, s match.Server) (gone, named []string) {
	channels := slices.Concat(s.Channels, listOf(s.DailyChannel), listOf(s.LogChannel))
	roles := slices.Concat(s.Roles, listOf(s.LeaderRole), listOf(s.DailyRole), listOf(s.ChampionRole))
	if len(channels)+len(roles) > 0 {
		gone = r.Read.Deleted(channels, roles)
	}
	for i, id := range append(channels, roles...) {
		sign := "<#"
		if i >= len(channels) {
			sign = "<@&"
		}
		if name := sign + id + ">"; slices.Contains(gone, id) && !slices.Contains(named, name) {
			named = append(named, name)
		}
	}
	return gone, named
}

// configPage shows a tab of a server's settings. Every tab names the deleted channels and roles, and the permissions
// that the bot lacks for the settings: if one of them needs permissions, configPage asks Discord for the bot's.
func (p Pages) configPage(r *plan.Request, s match.Server, shown string) plan.Answer {
	l := r.Language
	content := []discordgo.MessageComponent{card.Text(l.Say("config.title")), tabRow(l, "/config/tab/", serverTabs, shown)}
	switch shown {
	case whereTab:
		content = append(content, whereSettings(l, s)...)
	case gamesTab:
		content = append(content, gameSettings(r, s)...)
	case postsTab:
		content = append(content, postSettings(l, s)...)
	case awardsTab:
		content = append(content, awardSettings(l, s)...)
	}
	var may map[string]plan.Permissions
	if s.Threads || s.DailyChannel != "" || s.LogChannel != "" || s.GivesRoles() {
		may = r.Read.BotPermissions()
	}
	gone, named := deletedTargets(r, s)
	if len(named) > 0 {
		content = append(content, card.Text(l.Say("config.deleted", "Names", l.And(named[:min(len(named), maxNamed)]))))
	}
	content = append(content, missingPermissions(l, r, s, may, gone)...)
	return r.Page(plan.Components(card.Container(render.Accent(game.Empty), content...)))
}

func whereSettings(l *texts.Language, s match.Server) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		card.Text(l.Say("config.channels", "Most", texts.Ordinal(card.MaxOptions))),
		selectMenu("/config/channels", discordgo.SelectMenuDefaultValueChannel, s.Channels, card.MaxOptions, l.Say("config.everywhere")),
		card.Text(l.Say("config.roles", "Most", texts.Ordinal(card.MaxOptions))),
		selectMenu("/config/roles", discordgo.SelectMenuDefaultValueRole, s.Roles, card.MaxOptions, l.Say("config.everybody")),
	}
}

func gameSettings(r *plan.Request, s match.Server) []discordgo.MessageComponent {
	l := r.Language
	var clocks []choice
	for _, clock := range card.Clocks {
		clocks = append(clocks, choice{strconv.Itoa(int(clock / time.Second)), card.Span(l, clock)})
	}
	return []discordgo.MessageComponent{
		card.Text(l.Say("config.switches")),
		card.Row(
			switchTo(l, "/config/threads", "config.threads", s.Threads),
			switchTo(l, "/config/rated", "config.rated", !s.Casual),
			switchTo(l, "/config/quiet", "config.quiet", s.Quiet),
		),
		card.Text(l.Say("config.style")),
		menu("/config/style", cmp.Or(s.Style, unset), styleChoices(l, "")),
		card.Text(l.Say("config.clock")),
		menu("/config/clock", strconv.Itoa(int(s.Clock/time.Second)), clocks),
		card.Text(l.Say("config.language")),
		menu("/config/language", cmp.Or(s.Locale, unset), languageChoices(r, l.Say("config.discords"))),
		card.Text(l.Say("config.keep")),
		menu("/config/keep", strconv.Itoa(s.RetentionDays), numberChoices(keepDays, func(days int) string { return keptFor(l, days) })),
	}
}

func postSettings(l *texts.Language, s match.Server) []discordgo.MessageComponent {
	content := []discordgo.MessageComponent{
		card.Text(l.Say("config.daily")),
		selectMenu("/config/daily", discordgo.SelectMenuDefaultValueChannel, listOf(s.DailyChannel), 1, l.Say(configNowhere)),
	}
	if s.DailyChannel != "" {
		var hours []choice
		for hour := range 24 {
			hours = append(hours, choice{strconv.Itoa(hour), l.Say("config.hour", "Time", l.Clock(hour, 0))})
		}
		content = append(content, menu("/config/hour", strconv.Itoa(s.DailyHour), hours))
	}
	seasons := numberChoices(append([]int{0}, match.Seasons...), func(months int) string { return l.Say(seasonNames[months]) })
	return append(content, card.Text(l.Say("config.season")), menu("/config/season", strconv.Itoa(s.Season), seasons),
		card.Text(l.Say("config.log")),
		selectMenu("/config/log", discordgo.SelectMenuDefaultValueChannel, listOf(s.LogChannel), 1, l.Say(configNowhere)))
}

func awardSettings(l *texts.Language, s match.Server) []discordgo.MessageComponent {
	role := func(path, id string) discordgo.MessageComponent {
		return selectMenu(path, discordgo.SelectMenuDefaultValueRole, listOf(id), 1, l.Say("config.no_role"))
	}
	return []discordgo.MessageComponent{
		card.Text(l.Say("config.leader_role")), role("/config/leader_role", s.LeaderRole),
		card.Text(l.Say("config.daily_role")), role("/config/daily_role", s.DailyRole),
		card.Text(l.Say("config.champion_role")), role("/config/champion_role", s.ChampionRole),
	}
}

// missingPermissions draws a warning for each permission that the settings need and the bot does not have in channels
// that are not deleted.
func missingPermissions(l *texts.Language, r *plan.Request, s match.Server, may map[string]plan.Permissions, gone []string) (all []discordgo.MessageComponent) {
	if may == nil {
		return nil
	}
	lacking := func(key texts.Key, need plan.Permissions, channels ...string) {
		var names []string
		for _, id := range channels {
			if id != "" && !slices.Contains(gone, id) && !may[id].Has(need) {
				names = append(names, "<#"+id+">")
			}
		}
		if len(names) > 0 {
			all = append(all, card.Text(l.Say(key, "Names", l.And(names[:min(len(names), maxNamed)]))))
		}
	}
	switch {
	case s.Threads && len(s.Channels) > 0:
		lacking("config.no_threads", needForThreads, s.Channels...)
	case s.Threads && r.Threads:
		lacking("config.no_threads", needForThreads, r.Place.Channel)
	}
	posts := []string{s.LogChannel}
	if s.DailyChannel != s.LogChannel {
		posts = append(posts, s.DailyChannel)
	}
	lacking("config.no_posts", needForPosts, posts...)
	if s.GivesRoles() && !slices.ContainsFunc(slices.Collect(maps.Values(may)), func(p plan.Permissions) bool { return p.Has(needForRoles) }) {
		all = append(all, card.Text(l.Say("config.no_awards")))
	}
	return all
}

// keepDays are the choices for the number of days that the moves of finished games are stored. 0 means for ever.
var keepDays = []int{0, 30, 90, 365}

func keptFor(l *texts.Language, days int) string {
	if days == 0 {
		return l.Say("config.keep_ever")
	}
	return l.Count("clock.days", days)
}

// seasonNames maps the length of a season in months to the key of its name. 0 means no seasons.
var seasonNames = map[int]texts.Key{0: "config.season_0", 1: "config.season_1", 3: "config.season_3", 12: "config.season_12"}

func numberChoices(numbers []int, name func(int) string) (choices []choice) {
	for _, n := range numbers {
		choices = append(choices, choice{strconv.Itoa(n), name(n)})
	}
	return choices
}

func listOf(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}
