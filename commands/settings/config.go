package settings

import (
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/declare"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

const refuseManageRoles texts.Key = "refuse.manage_roles"

// configCommand declares /config: a private page with a server's settings, for members who manage the server.
// Discord shows it to them alone, and the policy checks again.
func (p Pages) configCommand() declare.Command {
	declared := p.Declare.Slash("config")
	manages := int64(discordgo.PermissionManageGuild)
	declared.DefaultMemberPermissions = &manages
	declared.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	declared.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	return declare.Command{
		Declaration: declared,
		Run:         p.showConfig,
		Access:      plan.Manages,
	}
}

// showConfig answers with the page of the server as it is.
func (p Pages) showConfig(r *plan.Request) (plan.Plan, error) {
	return plan.Ask(plan.Server{}, func(s match.Server) (plan.Plan, error) { return p.configured(r, s, whereTab), nil }), nil
}

// pressConfigTab shows another tab.
func (p Pages) pressConfigTab(r *plan.Request) (plan.Plan, error) {
	shown, err := readTab(r, serverTabs)
	if err != nil {
		return nil, err
	}
	return plan.Ask(plan.Server{}, func(s match.Server) (plan.Plan, error) { return p.configured(r, s, shown), nil }), nil
}

// A serverSetting reads the chosen value of one setting, and returns the function that sets it. Errors:
// *plan.Refusal.
type serverSetting func(*plan.Request) (func(*match.Server), error)

// serverSettings are the settings of servers by the last part of their custom ids.
var serverSettings = map[string]serverSetting{
	"channels": ofList(func(s *match.Server) *[]string { return &s.Channels }),
	"roles":    ofList(func(s *match.Server) *[]string { return &s.Roles }),
	"daily":    ofOne(func(s *match.Server) *string { return &s.DailyChannel }),
	"log":      ofOne(func(s *match.Server) *string { return &s.LogChannel }),

	"leader_role":   ofOne(func(s *match.Server) *string { return &s.LeaderRole }),
	"daily_role":    ofOne(func(s *match.Server) *string { return &s.DailyRole }),
	"champion_role": ofOne(func(s *match.Server) *string { return &s.ChampionRole }),

	"threads": ofSwitch(func(s *match.Server) *bool { return &s.Threads }, true),
	"rated":   ofSwitch(func(s *match.Server) *bool { return &s.Casual }, false),
	"quiet":   ofSwitch(func(s *match.Server) *bool { return &s.Quiet }, true),
	"style": func(r *plan.Request) (func(*match.Server), error) {
		style, err := chosenStyle(r)
		return func(s *match.Server) { s.Style = style }, err
	},
	"clock": func(r *plan.Request) (func(*match.Server), error) {
		seconds, err := chosenNumber(r)
		clock := time.Duration(seconds) * time.Second
		if err == nil && !slices.Contains(declare.Clocks, clock) {
			err = plan.Refuse(texts.RefuseOldButton)
		}
		return func(s *match.Server) { s.Clock = clock }, err
	},
	"hour": func(r *plan.Request) (func(*match.Server), error) {
		hour, err := chosenNumber(r)
		if err == nil && (hour < 0 || hour > 23) {
			err = plan.Refuse(texts.RefuseOldButton)
		}
		return func(s *match.Server) { s.DailyHour = hour }, err
	},
	"keep": func(r *plan.Request) (func(*match.Server), error) {
		days, err := chosenNumber(r)
		if err == nil && !slices.Contains(keepDays, days) {
			err = plan.Refuse(texts.RefuseOldButton)
		}
		return func(s *match.Server) { s.KeepDays = days }, err
	},
	"season": func(r *plan.Request) (func(*match.Server), error) {
		months, err := chosenNumber(r)
		if err == nil && months != 0 && !slices.Contains(match.Seasons, months) {
			err = plan.Refuse(texts.RefuseOldButton)
		}
		return func(s *match.Server) { s.Season = months }, err
	},
	"language": func(r *plan.Request) (func(*match.Server), error) {
		locale, err := chosenLanguage(r)
		return func(s *match.Server) { s.Locale = locale }, err
	},
}

// ofChannels are the settings that name channels, and ofAwards those that name roles which the bot gives.
var (
	ofChannels = []string{"channels", "daily", "log"}
	ofAwards   = []string{"leader_role", "daily_role", "champion_role"}
)

// ofList is a setting by a menu of several channels or roles.
func ofList(field func(*match.Server) *[]string) serverSetting {
	return func(r *plan.Request) (func(*match.Server), error) {
		ids, err := r.ChosenIDs(maxListed)
		return func(s *match.Server) { *field(s) = ids }, err
	}
}

// ofOne is a setting by a menu of one channel or role, "" for no choice.
func ofOne(field func(*match.Server) *string) serverSetting {
	return func(r *plan.Request) (func(*match.Server), error) {
		ids, err := r.ChosenIDs(1)
		id := ""
		if len(ids) > 0 {
			id = ids[0]
		}
		return func(s *match.Server) { *field(s) = id }, err
	}
}

// chosenNumber returns the number chosen from a menu.
func chosenNumber(r *plan.Request) (int, error) {
	chosen, err := r.Chosen()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(chosen)
	if err != nil {
		return 0, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	return n, nil
}

// pressConfig changes one setting of the server, and shows its tab after the change. It refuses channels of
// other servers. Roles that the bot gives are chosen only by members who could give them.
func (p Pages) pressConfig(r *plan.Request) (plan.Plan, error) {
	read := serverSettings[r.Vars["setting"]]
	if read == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	if slices.Contains(ofAwards, r.Vars["setting"]) && !r.May.Has(discordgo.PermissionManageRoles) {
		return nil, plan.Refuse(refuseManageRoles)
	}
	change, err := read(r)
	if err != nil {
		return nil, err
	}
	shown := tabOf(serverTabs, r.Vars["setting"])
	save := plan.ChangeServer{
		Change: change,
		Log: func(l *texts.Language, before, after match.Server) plan.Content {
			return plan.Content{Text: changed(l, r, before, after)}
		},
		Then: func(s match.Server) (plan.Plan, error) { return p.configured(r, s, shown), nil },
	}
	if len(r.Values) == 0 || !slices.Contains(ofChannels, r.Vars["setting"]) {
		return save, nil
	}
	return r.InServer(r.Values, plan.Refuse(texts.RefuseOldButton), func(may map[string]plan.Permissions) (plan.Plan, error) {
		save.Then = func(s match.Server) (plan.Plan, error) { return p.configPage(r, s, may, shown), nil }
		return save, nil
	})
}
