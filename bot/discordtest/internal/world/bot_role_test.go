package world_test

import (
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// A bot that is invited with permissions gets a managed role with these permissions. Only that bot
// has the role, nobody can give, take or delete it, and it disappears when the bot leaves.
func TestRoleOfABot(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		roles, bob := "/guilds/"+sc.Guild.ID+"/roles", "/guilds/"+sc.Guild.ID+"/members/"+sc.Bob.ID
		sc.Refused([]testbot.RefusedRequest{{"without permission", "PATCH", bob, `{"nick":"b"}`, 403, "50013"}})
		players := sc.Guild.NewRole("players", 0)
		sc.Guild.Give(sc.Bob, players)
		sc.Guild.Install(sc.Bot.App, discordtest.PermissionManageNicknames, discordtest.PermissionManageRoles)
		sc.Slowly("PATCH", bob, `{"nick":"b"}`, nil)
		sc.Slowly("DELETE", bob+"/roles/"+players.ID, nil, nil)
		var all []struct {
			ID, Name, Permissions string
			Managed               bool
			Tags                  *struct {
				BotID string `json:"bot_id"`
			}
		}
		sc.Bot.Must("GET", roles, nil, &all)
		own := all[len(all)-1]
		if len(all) != 3 || !own.Managed || own.Name != "noughts" || own.Tags == nil || own.Tags.BotID != sc.Bot.App.User.ID || all[1].Managed {
			t.Fatalf("roles %+v", all)
		}
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageRoles) // a second role, above the bot's managed role
		sc.Refused([]testbot.RefusedRequest{
			{"given", "PUT", bob + "/roles/" + own.ID, "", 403, "50013"},
			{"among others", "PATCH", bob, `{"roles":["` + own.ID + `"]}`, 403, "50013"},
			{"taken", "DELETE", "/guilds/" + sc.Guild.ID + "/members/" + sc.Bot.App.User.ID + "/roles/" + own.ID, "", 403, "50013"},
			{"deleted", "DELETE", roles + "/" + own.ID, "", 400, "50028"},
		})
		sc.Guild.Install(sc.Bot.App, discordtest.PermissionKickMembers)
		if got := sc.Guild.RolesOf(sc.Bot.App.User); len(got) != 2 || !got[0].Managed() || got[1].Managed() {
			t.Errorf("its roles %v", got)
		}
		sc.Slowly("DELETE", bob, nil, nil)
		sc.Guild.Remove(sc.Bot.App.User)
		if got := sc.Guild.Roles(); len(got) != 2 {
			t.Errorf("%d roles without the bot", len(got))
		}
	})
}
