package settings

import (
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// configCommand declares /config, a private page with a server's settings. Discord shows the command only to members
// who may manage the server, and plan.Manages makes the bot check this again.
func (p Pages) configCommand() card.Declaration {
	declared := p.Declare.Slash("config")
	manages := int64(discordgo.PermissionManageGuild)
	declared.DefaultMemberPermissions = &manages
	declared.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	declared.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	return card.Declaration{
		Declaration: declared,
		Run:         p.showConfig,
		Access:      plan.Manages,
	}
}

func (p Pages) showConfig(r *plan.Request) (plan.Plan, error) {
	shown, err := readTab(r, serverTabs)
	if err != nil {
		return nil, err
	}
	s, err := r.Read.Server()
	if err != nil {
		return nil, err
	}
	return p.configPage(r, s, shown), nil
}

// A serverSetting reads the value of one setting from a request, and returns a function that stores
// the value in the settings. Errors: *plan.Refusal.
type serverSetting func(*plan.Request) (func(*match.Server), error)

// serverSettings maps the segment of a custom id after /config/ to the server setting that the button or menu changes.
var serverSettings = map[string]serverSetting{
	"channels": listSetting(func(s *match.Server) *[]string { return &s.Channels }),
	"roles":    listSetting(func(s *match.Server) *[]string { return &s.Roles }),
	"daily":    singleSetting(func(s *match.Server) *string { return &s.DailyChannel }),
	"log":      singleSetting(func(s *match.Server) *string { return &s.LogChannel }),

	"leader_role":   singleSetting(func(s *match.Server) *string { return &s.LeaderRole }),
	"daily_role":    singleSetting(func(s *match.Server) *string { return &s.DailyRole }),
	"champion_role": singleSetting(func(s *match.Server) *string { return &s.ChampionRole }),

	"threads":  switchSetting(func(s *match.Server) *bool { return &s.Threads }, true),
	"rated":    switchSetting(func(s *match.Server) *bool { return &s.Casual }, false),
	"quiet":    switchSetting(func(s *match.Server) *bool { return &s.Quiet }, true),
	"style":    chosenSetting(isStyle, func(s *match.Server) *string { return &s.Style }),
	"language": chosenSetting(isLanguage, func(s *match.Server) *string { return &s.Locale }),
	"clock": numberSetting(func(s *match.Server, seconds int) bool {
		s.Clock = time.Duration(seconds) * time.Second
		return slices.Contains(card.Clocks, s.Clock)
	}),
	"hour": numberSetting(func(s *match.Server, hour int) bool {
		s.DailyHour = hour
		return 0 <= hour && hour <= 23
	}),
	"keep": numberSetting(func(s *match.Server, days int) bool {
		s.RetentionDays = days
		return slices.Contains(keepDays, days)
	}),
	"season": numberSetting(func(s *match.Server, months int) bool {
		s.Season = months
		return months == 0 || slices.Contains(match.Seasons, months)
	}),
}

// ofChannels are the settings whose values are channels. ofAwards are the settings whose values are
// roles that the bot gives to members.
var (
	ofChannels = []string{"channels", "daily", "log"}
	ofAwards   = []string{"leader_role", "daily_role", "champion_role"}
)

// listSetting returns a setting that holds all channels or roles chosen from a menu.
func listSetting(field func(*match.Server) *[]string) serverSetting {
	return func(r *plan.Request) (func(*match.Server), error) {
		ids, err := r.ChosenIDs(card.MaxOptions)
		return func(s *match.Server) { *field(s) = ids }, err
	}
}

// singleSetting returns a setting that holds the one channel or role chosen from a menu, "" if nothing is chosen.
func singleSetting(field func(*match.Server) *string) serverSetting {
	return func(r *plan.Request) (func(*match.Server), error) {
		ids, err := r.ChosenIDs(1)
		id := ""
		if len(ids) > 0 {
			id = ids[0]
		}
		return func(s *match.Server) { *field(s) = id }, err
	}
}

// numberSetting returns a setting that holds the number chosen from a menu. `set` stores a number and reports whether
// the menu offers it.
func numberSetting(set func(*match.Server, int) bool) serverSetting {
	return func(r *plan.Request) (func(*match.Server), error) {
		chosen, err := r.Chosen()
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(chosen)
		if err != nil || !set(new(match.Server), n) {
			return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
		}
		return func(s *match.Server) { set(s, n) }, nil
	}
}

// pressConfig changes one setting of the server, and then shows the tab of that setting. It refuses channels of other
// servers. A role for the bot to give can be chosen only by a member who may manage roles and has the role's
// permissions.
func (p Pages) pressConfig(r *plan.Request) (plan.Plan, error) {
	read := serverSettings[r.Vars["setting"]]
	if read == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
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
		Show: func(s match.Server) plan.Answer { return p.configPage(r, s, shown) },
	}
	switch setting := r.Vars["setting"]; {
	case slices.Contains(ofAwards, setting):
		return mayGive(r, save)
	case len(r.Values) == 0 || !slices.Contains(ofChannels, setting):
		return save, nil
	case setting != "channels": // the bot posts there
		if err := r.MayWriteIn(r.Values[0]); err != nil {
			return nil, err
		}
	}
	return save, r.InServer(r.Values, plan.Refuse(texts.RefuseOldButton))
}

// mayGive returns `then` if the user could themselves give the role that they chose from a menu, or chose none.
func mayGive(r *plan.Request, then plan.Plan) (plan.Plan, error) {
	switch {
	case !r.May.Has(discordgo.PermissionManageRoles):
		return nil, plan.Refuse("refuse.manage_roles")
	case len(r.Values) == 0:
		return then, nil
	case !r.HasPermissionsOf(r.Values[0]):
		return nil, plan.Refuse("refuse.give_role")
	}
	outranks, err := r.Read.Outranks(r.Values[0])
	if err != nil {
		return nil, err
	}
	if !outranks {
		return nil, plan.Refuse("refuse.give_role")
	}
	return then, nil
}
