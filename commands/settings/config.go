package settings

import (
	"slices"
	"strconv"
	"strings"
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

// serverSettings maps the segment of a custom id after /config/ to the function that sets what the button or menu
// changes. Errors: *plan.Refusal.
var serverSettings = map[string]func(*plan.Request, *match.Server) error{
	"channels": func(r *plan.Request, s *match.Server) error { return chooseSome(r, &s.Channels) },
	"roles":    func(r *plan.Request, s *match.Server) error { return chooseSome(r, &s.Roles) },
	"daily":    func(r *plan.Request, s *match.Server) error { return chooseOne(r, &s.DailyChannel) },
	"log":      func(r *plan.Request, s *match.Server) error { return chooseOne(r, &s.LogChannel) },

	"leader_role":   func(r *plan.Request, s *match.Server) error { return chooseOne(r, &s.LeaderRole) },
	"daily_role":    func(r *plan.Request, s *match.Server) error { return chooseOne(r, &s.DailyRole) },
	"champion_role": func(r *plan.Request, s *match.Server) error { return chooseOne(r, &s.ChampionRole) },

	"threads":  func(r *plan.Request, s *match.Server) error { return flip(r, &s.Threads, true) },
	"rated":    func(r *plan.Request, s *match.Server) error { return flip(r, &s.Casual, false) },
	"quiet":    func(r *plan.Request, s *match.Server) error { return flip(r, &s.Quiet, true) },
	"style":    func(r *plan.Request, s *match.Server) error { return choose(r, &s.Style, isStyle) },
	"language": func(r *plan.Request, s *match.Server) error { return choose(r, &s.Locale, isLanguage) },
	"clock": func(r *plan.Request, s *match.Server) error {
		seconds := 0
		err := chooseNumber(r, &seconds, func(n int) bool { return slices.Contains(card.Clocks, time.Duration(n)*time.Second) })
		s.Clock = time.Duration(seconds) * time.Second
		return err
	},
	"hour": func(r *plan.Request, s *match.Server) error {
		return chooseNumber(r, &s.DailyHour, func(hour int) bool { return 0 <= hour && hour <= 23 })
	},
	"keep": func(r *plan.Request, s *match.Server) error {
		return chooseNumber(r, &s.RetentionDays, func(days int) bool { return slices.Contains(keepDays, days) })
	},
	"season": func(r *plan.Request, s *match.Server) error {
		return chooseNumber(r, &s.Season, func(months int) bool { return months == 0 || slices.Contains(match.Seasons, months) })
	},
}

// ofChannels are the settings whose values are channels. ofAwards are the settings whose values are
// roles that the bot gives to members.
var (
	ofChannels = []string{"channels", "daily", "log"}
	ofAwards   = []string{"leader_role", "daily_role", "champion_role"}
)

// chooseSome sets a field to all channels or roles chosen from a menu.
func chooseSome(r *plan.Request, field *[]string) (err error) {
	*field, err = r.ChosenIDs(card.MaxOptions)
	return err
}

// chooseOne sets a field to the one channel or role chosen from a menu, or to "" if nothing is chosen.
func chooseOne(r *plan.Request, field *string) error {
	ids, err := r.ChosenIDs(1)
	*field = strings.Join(ids, "")
	return err
}

// chooseNumber sets a field to the number chosen from a menu.
func chooseNumber(r *plan.Request, field *int, isOffered func(int) bool) error {
	chosen, err := r.Chosen()
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(chosen)
	if err != nil || !isOffered(n) {
		return plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	*field = n
	return nil
}

// pressConfig changes one setting of the server, and then shows the tab of that setting. It refuses channels of other
// servers. A role for the bot to give can be chosen only by a member who may manage roles and has the role's
// permissions.
func (p Pages) pressConfig(r *plan.Request) (plan.Plan, error) {
	set := serverSettings[r.Vars["setting"]]
	if set == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	if err := set(r, new(match.Server)); err != nil {
		return nil, err
	}
	shown := tabOf(serverTabs, r.Vars["setting"])
	save := plan.ChangeServer{
		Change: func(s *match.Server) { _ = set(r, s) },
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
