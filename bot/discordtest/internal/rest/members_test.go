package rest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestMembersAreListed(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.App.AllowIntents(discordtest.IntentGuildMembers)
		path := "/guilds/" + sc.Guild.ID + "/members"
		for query, want := range map[string]string{
			"": "alice ", "?limit=1000": "alice bob noughts ", "?limit=2&after=" + sc.Alice.ID: "bob noughts ", "?after=" + sc.Bot.App.User.ID: "",
			"/search?query=B": "bob ", "/search?query=no&limit=5": "noughts ", "/search?query=x": "",
		} {
			var members []world.MemberObject
			sc.Bot.Must("GET", path+query, nil, &members)
			got := ""
			for _, m := range members {
				got += m.User.Username + " "
			}
			if got != want {
				t.Errorf("%q: %q, want %q", query, got, want)
			}
		}
		sc.Refused([]testbot.RefusedRequest{
			{"too many", "GET", path + "?limit=1001", "", 400, "limit NUMBER_TYPE_MAX"},
			{"no id", "GET", path + "?after=x", "", 400, "after NUMBER_TYPE_COERCE"},
			{"nothing sought", "GET", path + "/search", "", 400, "query BASE_TYPE_REQUIRED"},
			{"nobody", "GET", path + "/1", "", 404, "10013"},
			{"no member", "GET", path + "/" + sc.Server.NewUser("carol").ID, "", 404, "10007"},
		})
	})
}

func TestRolesAreGiven(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		role := sc.Guild.NewRole("players", 0)
		member := "/guilds/" + sc.Guild.ID + "/members/" + sc.Alice.ID
		path := member + "/roles/" + role.ID
		sc.Refused([]testbot.RefusedRequest{{"without permission", "PUT", path, "", 403, "50013"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageRoles)
		higher := sc.Guild.NewRole("higher", 0)
		var got world.MemberObject
		has := func(want ...discordtest.Snowflake) {
			t.Helper()
			sc.Bot.Must("GET", member, nil, &got)
			if fmt.Sprint(got.Roles) != fmt.Sprint(want) {
				t.Errorf("roles %v, want %v", got.Roles, want)
			}
		}
		sc.Slowly("PUT", path, nil, nil)
		has(role.ID)
		sc.Slowly("PUT", path, nil, nil)
		has(role.ID)
		sc.Slowly("DELETE", path, nil, nil)
		has()
		sc.Slowly("PATCH", member, `{"roles":["`+role.ID+`"]}`, nil)
		has(role.ID)
		sc.Refused([]testbot.RefusedRequest{
			{"a higher one", "PUT", member + "/roles/" + higher.ID, "", 403, "50013"},
			{"a higher one among others", "PATCH", member, `{"roles":["` + higher.ID + `"]}`, 403, "50013"},
			{"unknown", "PUT", member + "/roles/1", "", 404, "10011"},
			{"unknown among others", "PATCH", member, `{"roles":["1"]}`, 404, "10011"},
			{"everyone's", "PUT", member + "/roles/" + sc.Guild.ID, "", 404, "10011"},
			{"no member", "PUT", "/guilds/" + sc.Guild.ID + "/members/1/roles/" + role.ID, "", 404, "10013"},
		})
	})
}

// TestABotHearsOfItself checks that without the privileged intent a bot gets GUILD_MEMBER_UPDATE only about itself.
func TestABotHearsOfItself(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		ear, hears := sc.Listener(object.IntentGuilds)
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageRoles|discordtest.PermissionManageNicknames)
		guild := "/guilds/" + sc.Guild.ID + "/members/"
		sc.Slowly("PATCH", guild+sc.Alice.ID, `{"nick":"Queen"}`, nil)
		sc.Slowly("PATCH", guild+ear.User.ID, `{"nick":"Ear"}`, nil)
		hears("GUILD_MEMBER_UPDATE", `"nick":"Ear"`, `"guild_id":"`+sc.Guild.ID, `"user":{"id":"`+ear.User.ID)
	})
}

func TestMembersAreChanged(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var got world.MemberObject
		members := "/guilds/" + sc.Guild.ID + "/members/"
		alice := members + sc.Alice.ID
		until := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		sc.Refused([]testbot.RefusedRequest{
			{"name", "PATCH", alice, `{"nick":"x"}`, 403, "50013"}, {"timeout", "PATCH", alice, `{"communication_disabled_until":"` + until + `"}`, 403, "50013"},
			{"roles", "PATCH", alice, `{"roles":[]}`, 403, "50013"}, {"kick", "DELETE", alice, ``, 403, "50013"},
			{"voice", "PATCH", alice, `{"mute":true}`, 400, "40032"},
		})
		sc.Slowly("PATCH", members+"@me", `{"nick":" Noughts and crosses "}`, &got)
		if got.Nick == nil || *got.Nick != "Noughts and crosses" {
			t.Errorf("its own name: %+v", got)
		}
		sc.Slowly("PATCH", members+"@me", `{}`, &got)
		if got.Nick == nil {
			t.Error("a change of nothing has taken the name")
		}
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageNicknames|discordtest.PermissionModerateMembers|discordtest.PermissionKickMembers)
		sc.Slowly("PATCH", alice, `{"nick":"Queen","communication_disabled_until":"`+until+`"}`, &got)
		if *got.Nick != "Queen" || got.Timeout == nil || sc.Channel.Permissions(sc.Alice).Has(discordtest.PermissionSendMessages) {
			t.Errorf("changed %+v", got)
		}
		sc.Slowly("PATCH", alice, `{"nick":null,"communication_disabled_until":null}`, &got)
		sc.Bot.Must("GET", alice, nil, &got)
		late := time.Now().Add(29 * 24 * time.Hour).UTC().Format(time.RFC3339)
		boss := sc.Server.NewUser("boss")
		sc.Guild.Add(boss)
		sc.Guild.Grant(boss, 0)
		sc.Refused([]testbot.RefusedRequest{
			{"long timeout", "PATCH", alice, `{"communication_disabled_until":"` + late + `"}`, 400, "communication_disabled_until BASE_TYPE_BAD_LENGTH"},
			{"no time", "PATCH", alice, `{"communication_disabled_until":"later"}`, 400, "communication_disabled_until DATE_TIME_TYPE_PARSE"},
			{"long name", "PATCH", alice, `{"nick":"` + testbot.X(33) + `"}`, 400, "nick BASE_TYPE_MAX_LENGTH"},
			{"name of somebody higher", "PATCH", members + boss.ID, `{"nick":"x"}`, 403, "50013"},
			{"kick of somebody higher", "DELETE", members + boss.ID, ``, 403, "50013"},
			{"timeout of somebody higher", "PATCH", members + boss.ID, `{"communication_disabled_until":"` + until + `"}`, 403, "50013"},
		})
		sc.Slowly("DELETE", alice, nil, nil)
		if fmt.Sprint(len(sc.Guild.Members())) != "3" || len(sc.Alice.In(sc.Channel).Messages()) != 0 {
			t.Errorf("%d members", len(sc.Guild.Members()))
		}
	})
}

func TestOwnGuilds(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		second := sc.Server.NewGuild("Second")
		second.Install(sc.Bot.App)
		second.SetOwner(sc.Bot.App.User)
		sc.Server.NewGuild("Elsewhere")
		for query, want := range map[string]string{
			"": "Guild Second ", "?limit=1": "Guild ", "?after=" + sc.Guild.ID: "Second ", "?before=" + second.ID: "Guild ", "?limit=1&before=18446744073709551615": "Second ",
		} {
			var list []rest.OwnGuild
			sc.Bot.Must("GET", "/users/@me/guilds"+query, nil, &list)
			got := ""
			for _, g := range list {
				got += g.Name + " "
				if g.Owner != (g.ID == second.ID) || g.Members != nil {
					t.Errorf("%+v", g)
				}
			}
			if got != want {
				t.Errorf("%q: %q, want %q", query, got, want)
			}
		}
		if _, body := sc.Bot.Do("GET", "/users/@me/guilds?with_counts=true", nil); !strings.Contains(body, `"approximate_member_count":3`) {
			t.Errorf("with counts: %s", body)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"leaving one's own", "DELETE", "/users/@me/guilds/" + second.ID, "", 400, "50055"}, {"leaving none", "DELETE", "/users/@me/guilds/1", "", 404, "10004"},
			{"page", "GET", "/users/@me/guilds?limit=201", "", 400, "limit NUMBER_TYPE_MAX"},
		})
		c, _ := testbot.Login(t, sc.Server, sc.Bot.App.Token, object.IntentGuilds)
		c.WantEvent("GUILD_CREATE")
		c.WantEvent("GUILD_CREATE")
		sc.Bot.Must("DELETE", "/users/@me/guilds/"+sc.Guild.ID, nil, nil)
		var gone struct{ ID discordtest.Snowflake }
		if err := json.Unmarshal(c.WantEvent("GUILD_DELETE").D, &gone); err != nil || gone.ID != sc.Guild.ID {
			t.Errorf("gone: %+v %v", gone, err)
		}
	})
}
