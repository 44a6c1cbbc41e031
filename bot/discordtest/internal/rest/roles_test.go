package rest_test

import (
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// seenRole has the fields of a role that the tests check.
type seenRole struct {
	ID          discordtest.Snowflake `json:"id"`
	Name        string                `json:"name"`
	Permissions string                `json:"permissions"`
	Position    int                   `json:"position"`
	Color       int                   `json:"color"`
	Hoist       bool                  `json:"hoist"`
	Mentionable bool                  `json:"mentionable"`
}

func TestRolesOfBots(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuilds)
		path := "/guilds/" + sc.Guild.ID + "/roles"
		sc.Refused([]testbot.RefusedRequest{{"without permission", "POST", path, `{}`, 403, "50013"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageRoles|discordtest.PermissionManageMessages)
		higher := sc.Guild.NewRole("higher", 0)
		var plain, made, got, everyone seenRole
		sc.Slowly("POST", path, `{}`, &plain)
		hears("GUILD_ROLE_CREATE", `"guild_id":"`+sc.Guild.ID, `"name":"new role"`)
		sc.Slowly("POST", path, `{"name":"players","permissions":"8192","color":255,"hoist":true,"mentionable":true}`, &made)
		hears("GUILD_ROLE_CREATE")
		if want := (seenRole{made.ID, "players", "8192", 1, 255, true, true}); made != want {
			t.Errorf("made %+v, want %+v", made, want)
		}
		sc.Bot.Must("GET", path+"/"+sc.Guild.ID, nil, &everyone)
		if plain.Permissions == "" || plain.Permissions != everyone.Permissions {
			t.Errorf("a plain one: %+v", plain)
		}
		sc.Slowly("PATCH", path+"/"+made.ID, `{"name":"watchers","colors":{"primary_color":16711680}}`, &got)
		hears("GUILD_ROLE_UPDATE", `"name":"watchers"`)
		sc.Bot.Must("GET", path+"/"+made.ID, nil, &got)
		if want := (seenRole{made.ID, "watchers", "8192", 1, 0xFF0000, true, true}); got != want {
			t.Errorf("changed %+v, want %+v", got, want)
		}
		var all []seenRole
		sc.Slowly("PATCH", path, `[{"id":"`+made.ID+`","position":2},{"id":"`+plain.ID+`","position":1}]`, &all)
		hears("GUILD_ROLE_UPDATE")
		hears("GUILD_ROLE_UPDATE")
		if len(all) != 5 || all[0].Name != "@everyone" || all[1].ID != plain.ID || all[2].ID != made.ID || all[4].ID != higher.ID {
			t.Errorf("moved %+v", all)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"more than it may itself", "POST", path, `{"permissions":"32"}`, 403, "50013"},
			{"more for a role", "PATCH", path + "/" + made.ID, `{"permissions":"8224"}`, 403, "50013"},
			{"a higher one", "PATCH", path + "/" + higher.ID, `{"name":"x"}`, 403, "50013"},
			{"deletion of a higher one", "DELETE", path + "/" + higher.ID, ``, 403, "50013"},
			{"moving above itself", "PATCH", path, `[{"id":"` + made.ID + `","position":3}]`, 403, "50013"},
			{"moving a higher one", "PATCH", path, `[{"id":"` + higher.ID + `","position":1}]`, 403, "50013"},
			{"moving an unknown one", "PATCH", path, `[{"id":"1","position":1}]`, 404, "10011"},
			{"unknown", "GET", path + "/1", ``, 404, "10011"},
			{"everyone", "DELETE", path + "/" + sc.Guild.ID, ``, 400, "50028"},
			{"name", "POST", path, `{"name":"` + testbot.X(101) + `"}`, 400, "name BASE_TYPE_BAD_LENGTH"},
			{"colour", "POST", path, `{"color":16777216}`, 400, "color NUMBER_TYPE_MAX"},
			{"permissions", "POST", path, `{"permissions":"all"}`, 400, "permissions NUMBER_TYPE_COERCE"},
		})
	})
}

func TestDeletedRolesAreTaken(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuilds)
		role := sc.Guild.NewRole("players", discordtest.PermissionManageThreads)
		sc.Guild.Give(sc.Alice, role)
		sc.Channel.Overwrite(role, discordtest.PermissionManageMessages, 0)
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageRoles)
		sc.Bot.Must("DELETE", "/guilds/"+sc.Guild.ID+"/roles/"+role.ID, nil, nil)
		hears("GUILD_ROLE_DELETE", `{"guild_id":"`+sc.Guild.ID+`","role_id":"`+role.ID+`"}`)
		if p := sc.Channel.Permissions(sc.Alice); p.Has(discordtest.PermissionManageThreads) || p.Has(discordtest.PermissionManageMessages) {
			t.Errorf("alice still may %v", p)
		}
		if _, body := sc.Bot.Do("GET", "/guilds/"+sc.Guild.ID, nil); strings.Contains(body, role.ID) {
			t.Errorf("the guild: %s", body)
		}
		sc.Guild.SetOwner(sc.Bot.App.User)
		for range object.MaxRoles {
			sc.Guild.NewRole("one more", 0)
		}
		sc.Refused([]testbot.RefusedRequest{{"one more than there may be", "POST", "/guilds/" + sc.Guild.ID + "/roles", `{}`, 400, "30005"}})
	})
}
