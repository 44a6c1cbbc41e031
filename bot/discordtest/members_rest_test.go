package discordtest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestMembersAreListed(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.app.AllowIntents(discordtest.IntentGuildMembers)
		path := "/guilds/" + sc.guild.ID + "/members"
		for query, want := range map[string]string{
			"": "alice ", "?limit=1000": "alice bob noughts ", "?limit=2&after=" + sc.alice.ID: "bob noughts ", "?after=" + sc.bot.app.User.ID: "",
			"/search?query=B": "bob ", "/search?query=no&limit=5": "noughts ", "/search?query=x": "",
		} {
			var members []world.MemberObject
			sc.bot.must("GET", path+query, nil, &members)
			got := ""
			for _, m := range members {
				got += m.User.Username + " "
			}
			if got != want {
				t.Errorf("%q: %q, want %q", query, got, want)
			}
		}
		sc.refused([]refusedRequest{
			{"too many", "GET", path + "?limit=1001", "", 400, "limit NUMBER_TYPE_MAX"},
			{"no id", "GET", path + "?after=x", "", 400, "after NUMBER_TYPE_COERCE"},
			{"nothing sought", "GET", path + "/search", "", 400, "query BASE_TYPE_REQUIRED"},
			{"nobody", "GET", path + "/1", "", 404, "10013"},
			{"no member", "GET", path + "/" + sc.server.NewUser("carol").ID, "", 404, "10007"},
		})
	})
}

func TestRolesAreGiven(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		role := sc.guild.NewRole("players", 0)
		member := "/guilds/" + sc.guild.ID + "/members/" + sc.alice.ID
		path := member + "/roles/" + role.ID
		sc.refused([]refusedRequest{{"without permission", "PUT", path, "", 403, "50013"}})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageRoles)
		higher := sc.guild.NewRole("higher", 0)
		var got world.MemberObject
		has := func(want ...discordtest.Snowflake) {
			t.Helper()
			sc.bot.must("GET", member, nil, &got)
			if fmt.Sprint(got.Roles) != fmt.Sprint(want) {
				t.Errorf("roles %v, want %v", got.Roles, want)
			}
		}
		sc.slowly("PUT", path, nil, nil)
		has(role.ID)
		sc.slowly("PUT", path, nil, nil)
		has(role.ID)
		sc.slowly("DELETE", path, nil, nil)
		has()
		sc.slowly("PATCH", member, `{"roles":["`+role.ID+`"]}`, nil)
		has(role.ID)
		sc.refused([]refusedRequest{
			{"a higher one", "PUT", member + "/roles/" + higher.ID, "", 403, "50013"},
			{"a higher one among others", "PATCH", member, `{"roles":["` + higher.ID + `"]}`, 403, "50013"},
			{"unknown", "PUT", member + "/roles/1", "", 404, "10011"},
			{"unknown among others", "PATCH", member, `{"roles":["1"]}`, 404, "10011"},
			{"everyone's", "PUT", member + "/roles/" + sc.guild.ID, "", 404, "10011"},
			{"no member", "PUT", "/guilds/" + sc.guild.ID + "/members/1/roles/" + role.ID, "", 404, "10013"},
		})
	})
}

// TestABotHearsOfItself: without the privileged intent, of itself only.
func TestABotHearsOfItself(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		ear, hears := sc.listener(object.IntentGuilds)
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageRoles|discordtest.PermissionManageNicknames)
		guild := "/guilds/" + sc.guild.ID + "/members/"
		sc.slowly("PATCH", guild+sc.alice.ID, `{"nick":"Queen"}`, nil)
		sc.slowly("PATCH", guild+ear.User.ID, `{"nick":"Ear"}`, nil)
		hears("GUILD_MEMBER_UPDATE", `"nick":"Ear"`, `"guild_id":"`+sc.guild.ID, `"user":{"id":"`+ear.User.ID)
	})
}

func TestMembersAreChanged(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var got world.MemberObject
		members := "/guilds/" + sc.guild.ID + "/members/"
		alice := members + sc.alice.ID
		until := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		sc.refused([]refusedRequest{
			{"name", "PATCH", alice, `{"nick":"x"}`, 403, "50013"}, {"timeout", "PATCH", alice, `{"communication_disabled_until":"` + until + `"}`, 403, "50013"},
			{"roles", "PATCH", alice, `{"roles":[]}`, 403, "50013"}, {"kick", "DELETE", alice, ``, 403, "50013"},
			{"voice", "PATCH", alice, `{"mute":true}`, 400, "40032"},
		})
		sc.slowly("PATCH", members+"@me", `{"nick":" Noughts and crosses "}`, &got)
		if got.Nick == nil || *got.Nick != "Noughts and crosses" {
			t.Errorf("its own name: %+v", got)
		}
		sc.slowly("PATCH", members+"@me", `{}`, &got)
		if got.Nick == nil {
			t.Error("a change of nothing has taken the name")
		}
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageNicknames|discordtest.PermissionModerateMembers|discordtest.PermissionKickMembers)
		sc.slowly("PATCH", alice, `{"nick":"Queen","communication_disabled_until":"`+until+`"}`, &got)
		if *got.Nick != "Queen" || got.Timeout == nil || !sc.channel.State().Silences(sc.alice.State()) {
			t.Errorf("changed %+v", got)
		}
		sc.slowly("PATCH", alice, `{"nick":null,"communication_disabled_until":null}`, &got)
		sc.bot.must("GET", alice, nil, &got)
		late := time.Now().Add(29 * 24 * time.Hour).UTC().Format(time.RFC3339)
		boss := sc.server.NewUser("boss")
		sc.guild.Add(boss)
		sc.guild.Grant(boss, 0)
		sc.refused([]refusedRequest{
			{"long timeout", "PATCH", alice, `{"communication_disabled_until":"` + late + `"}`, 400, "communication_disabled_until BASE_TYPE_BAD_LENGTH"},
			{"no time", "PATCH", alice, `{"communication_disabled_until":"later"}`, 400, "communication_disabled_until DATE_TIME_TYPE_PARSE"},
			{"long name", "PATCH", alice, `{"nick":"` + x(33) + `"}`, 400, "nick BASE_TYPE_MAX_LENGTH"},
			{"name of somebody higher", "PATCH", members + boss.ID, `{"nick":"x"}`, 403, "50013"},
			{"kick of somebody higher", "DELETE", members + boss.ID, ``, 403, "50013"},
			{"timeout of somebody higher", "PATCH", members + boss.ID, `{"communication_disabled_until":"` + until + `"}`, 403, "50013"},
		})
		sc.slowly("DELETE", alice, nil, nil)
		if fmt.Sprint(len(sc.guild.Members())) != "3" || len(sc.alice.In(sc.channel).Messages()) != 0 {
			t.Errorf("%d members", len(sc.guild.Members()))
		}
	})
}

func TestOwnGuilds(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		second := sc.server.NewGuild("Second")
		second.Install(sc.bot.app)
		second.SetOwner(sc.bot.app.User)
		sc.server.NewGuild("Elsewhere")
		for query, want := range map[string]string{
			"": "Guild Second ", "?limit=1": "Guild ", "?after=" + sc.guild.ID: "Second ", "?before=" + second.ID: "Guild ", "?limit=1&before=18446744073709551615": "Second ",
		} {
			var list []rest.OwnGuild
			sc.bot.must("GET", "/users/@me/guilds"+query, nil, &list)
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
		if _, body := sc.bot.do("GET", "/users/@me/guilds?with_counts=true", nil); !strings.Contains(body, `"approximate_member_count":3`) {
			t.Errorf("with counts: %s", body)
		}
		sc.refused([]refusedRequest{
			{"leaving one's own", "DELETE", "/users/@me/guilds/" + second.ID, "", 400, "50055"}, {"leaving none", "DELETE", "/users/@me/guilds/1", "", 404, "10004"},
			{"page", "GET", "/users/@me/guilds?limit=201", "", 400, "limit NUMBER_TYPE_MAX"},
		})
		c, _ := login(t, sc.server, sc.bot.app, object.IntentGuilds)
		c.wantEvent("GUILD_CREATE")
		c.wantEvent("GUILD_CREATE")
		sc.bot.must("DELETE", "/users/@me/guilds/"+sc.guild.ID, nil, nil)
		var gone struct{ ID discordtest.Snowflake }
		if err := json.Unmarshal(c.wantEvent("GUILD_DELETE").D, &gone); err != nil || gone.ID != sc.guild.ID {
			t.Errorf("gone: %+v %v", gone, err)
		}
	})
}
