package rest_test

import (
	"fmt"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// seenChannel has the fields of a text channel that the tests check.
type seenChannel struct {
	ID         discordtest.Snowflake   `json:"id"`
	Name       string                  `json:"name"`
	Topic      string                  `json:"topic"`
	NSFW       bool                    `json:"nsfw"`
	SlowMode   int                     `json:"rate_limit_per_user"`
	Position   int                     `json:"position"`
	Overwrites []world.OverwriteObject `json:"permission_overwrites"`
}

func TestChannelsOfBots(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuilds)
		path := "/guilds/" + sc.Guild.ID + "/channels"
		sc.Refused([]testbot.RefusedRequest{
			{"without permission", "POST", path, `{"name":"x"}`, 403, "50013"},
			{"order without permission", "PATCH", path, `[]`, 403, "50013"},
			{"deletion without permission", "DELETE", "/channels/" + sc.Channel.ID, ``, 403, "50013"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageChannels|discordtest.PermissionManageRoles)
		var made, got seenChannel
		sc.Slowly("POST", path, `{"name":"Round  Table","type":0,"topic":"Games","nsfw":true,"rate_limit_per_user":5,
			"permission_overwrites":[{"id":"`+sc.Alice.ID+`","type":1,"deny":"2048"}]}`, &made)
		hears("CHANNEL_CREATE", `"name":"round-table"`, `"topic":"Games"`, `"guild_id":"`+sc.Guild.ID)
		want := seenChannel{made.ID, "round-table", "Games", true, 5, 1, []world.OverwriteObject{{ID: sc.Alice.ID, Type: 1, Allow: "0", Deny: "2048"}}}
		if fmt.Sprint(made) != fmt.Sprint(want) {
			t.Errorf("made %+v, want %+v", made, want)
		}
		channels := sc.Guild.Channels()
		if len(channels) != 2 || channels[1].Permissions(sc.Alice).Has(discordtest.PermissionSendMessages) {
			t.Errorf("%d channels", len(channels))
		}
		sc.Slowly("PATCH", "/channels/"+made.ID, `{"name":"table","topic":null,"permission_overwrites":[]}`, &got)
		hears("CHANNEL_UPDATE", `"name":"table"`)
		if want := (seenChannel{made.ID, "table", "", true, 5, 1, []world.OverwriteObject{}}); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("changed %+v, want %+v", got, want)
		}
		sc.Slowly("PATCH", path, `[{"id":"`+made.ID+`","position":0},{"id":"`+sc.Channel.ID+`","position":1}]`, nil)
		hears("CHANNEL_UPDATE")
		hears("CHANNEL_UPDATE")
		if channels := sc.Guild.Channels(); channels[0].ID != made.ID {
			t.Errorf("first of all is %s", channels[0].Name())
		}
		dm := sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User)
		sc.Refused([]testbot.RefusedRequest{
			{"no name", "POST", path, `{}`, 400, "name BASE_TYPE_REQUIRED"},
			{"name", "POST", path, `{"name":"` + testbot.X(101) + `"}`, 400, "name BASE_TYPE_BAD_LENGTH"},
			{"topic", "POST", path, `{"name":"x","topic":"` + testbot.X(1025) + `"}`, 400, "topic BASE_TYPE_MAX_LENGTH"},
			{"unknown type", "POST", path, `{"name":"x","type":99}`, 400, "type BASE_TYPE_CHOICES"},
			{"a voice channel", "POST", path, `{"name":"x","type":2}`, 400, "0"},
			{"category", "POST", path, `{"name":"x","parent_id":"1"}`, 400, "parent_id CHANNEL_PARENT_INVALID"},
			{"slow mode", "PATCH", "/channels/" + made.ID, `{"rate_limit_per_user":21601}`, 400, "rate_limit_per_user NUMBER_TYPE_MAX"},
			{"what it may not itself", "POST", path, `{"name":"x","permission_overwrites":[{"id":"` + sc.Guild.ID + `","allow":"8"}]}`, 403, "50013"},
			{"for nobody", "POST", path, `{"name":"x","permission_overwrites":[{"id":"1","type":1}]}`, 404, "10009"},
			{"direct messages", "PATCH", "/channels/" + dm.ID, `{"name":"x"}`, 400, "50024"},
			{"order of what is none", "PATCH", path, `[{"id":"1","position":0}]`, 404, "10003"},
		})
	})
}

func TestOverwritesOfBots(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuilds)
		path := "/channels/" + sc.Channel.ID + "/permissions/"
		may := func() bool { return sc.Channel.Permissions(sc.Alice).Has(discordtest.PermissionSendMessages) }
		sc.Refused([]testbot.RefusedRequest{{"without permission", "PUT", path + sc.Alice.ID, `{"type":1,"deny":"2048"}`, 403, "50013"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageRoles)
		sc.Slowly("PUT", path+sc.Alice.ID, `{"type":1,"deny":"2048"}`, nil)
		hears("CHANNEL_UPDATE", `"id":"`+sc.Alice.ID+`","type":1,"allow":"0","deny":"2048"`)
		if may() {
			t.Error("alice may still write")
		}
		thread := sc.Channel.NewThread("x", sc.Alice)
		hears("THREAD_CREATE")
		sc.Refused([]testbot.RefusedRequest{
			{"no type", "PUT", path + sc.Bob.ID, `{}`, 400, "type BASE_TYPE_REQUIRED"},
			{"no role", "PUT", path + sc.Bob.ID, `{"type":0}`, 404, "10009"},
			{"none to delete", "DELETE", path + sc.Bob.ID, ``, 404, "10009"},
			{"no id", "DELETE", path + "x", ``, 400, "overwrite_id NUMBER_TYPE_COERCE"},
			{"more than it may", "PUT", path + sc.Bob.ID, `{"type":1,"allow":"32"}`, 403, "50013"},
			{"a thread", "PUT", "/channels/" + thread.ID + "/permissions/" + sc.Bob.ID, `{"type":1}`, 400, "50024"},
			{"direct messages", "PUT", "/channels/" + sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User).ID + "/permissions/" + sc.Bob.ID, `{"type":1}`, 403, "50003"},
		})
		sc.Slowly("DELETE", path+sc.Alice.ID, nil, nil)
		hears("CHANNEL_UPDATE", `"permission_overwrites":[]`)
		if !may() {
			t.Error("alice still may not write")
		}
	})
}

func TestDeletedChannels(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuilds)
		it := sc.WithAnswer(testbot.Pad)
		alice := sc.Alice.In(sc.Channel)
		thread, other := sc.Channel.NewThread("a game", sc.Alice), sc.Channel.NewThread("another", sc.Alice)
		hears("THREAD_CREATE")
		hears("THREAD_CREATE")
		if _, err := alice.Use(sc.Ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		sc.Refused([]testbot.RefusedRequest{{"thread without permission", "DELETE", "/channels/" + thread.ID, ``, 403, "50013"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageThreads|discordtest.PermissionManageChannels)
		var gone struct{ ID discordtest.Snowflake }
		sc.Slowly("DELETE", "/channels/"+thread.ID, nil, &gone)
		hears("THREAD_DELETE", `{"id":"`+thread.ID+`","guild_id":"`+sc.Guild.ID+`","parent_id":"`+sc.Channel.ID+`","type":11}`)
		if gone.ID != thread.ID || len(sc.Channel.Threads()) != 1 {
			t.Errorf("gone: %+v, %d threads", gone, len(sc.Channel.Threads()))
		}
		sc.Slowly("DELETE", "/channels/"+sc.Channel.ID, nil, nil)
		hears("CHANNEL_DELETE", `"id":"`+sc.Channel.ID)
		if len(sc.Guild.Channels()) != 0 || len(alice.Messages()) != 0 || len(alice.Commands()) != 0 {
			t.Error("something of the channel is still there")
		}
		if _, err := alice.Say("x"); err == nil {
			t.Error("somebody writes where nothing is")
		}
		sc.Refused([]testbot.RefusedRequest{
			{"the thread", "GET", "/channels/" + thread.ID, ``, 404, "10003"}, {"its thread", "GET", "/channels/" + other.ID, ``, 404, "10003"},
			{"the channel", "GET", "/channels/" + sc.Channel.ID, ``, 404, "10003"},
			{"a follow-up", "POST", sc.Bot.Hook(it), `{"content":"x"}`, 404, "10003"},
		})
		sc.Slowly("DELETE", "/channels/"+sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User).ID, nil, &gone)
		sc.Slowly("POST", "/channels/"+gone.ID+"/messages", `{"content":"x"}`, nil)
	})
}
