package world_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestThreadMembers(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.App.AllowIntents(discordtest.IntentGuildMembers)
		c := second(sc)
		thread := sc.Channel.NewThread("a game", sc.Alice)
		c.hears("THREAD_CREATE", `"member_count":1`)
		members := "/channels/" + thread.ID + "/thread-members"
		listed := func(want ...discordtest.Snowflake) {
			t.Helper()
			var list []world.ThreadMemberObject
			sc.Bot.Must("GET", members, nil, &list)
			same := len(list) == len(want)
			for i := range min(len(list), len(want)) {
				same = same && list[i].UserID == want[i] && list[i].ID == thread.ID
			}
			if !same {
				t.Errorf("members %+v, want %v", list, want)
			}
		}
		me := sc.Bot.App.User.ID
		listed(sc.Alice.ID)
		c.bot.Must("PUT", members+"/@me", nil, nil)
		c.hears("THREAD_CREATE", `"member":{"id":"`+thread.ID+`","user_id":"`+c.bot.App.User.ID)
		c.hears("THREAD_MEMBERS_UPDATE", `"member_count":2`, `"added_members":[{"id":"`+thread.ID+`","user_id":"`+c.bot.App.User.ID, `"guild_id":"`+sc.Guild.ID)
		sc.Slowly("DELETE", members+"/@me", nil, nil)
		sc.Bot.Must("POST", "/channels/"+thread.ID+"/messages", `{"content":"x"}`, nil) // posting joins the thread
		listed(sc.Alice.ID, me, c.bot.App.User.ID)
		sc.Slowly("PUT", members+"/"+sc.Bob.ID, nil, nil)
		listed(sc.Alice.ID, sc.Bob.ID, me, c.bot.App.User.ID)
		sc.Refused([]testbot.RefusedRequest{
			{"without permission", "DELETE", members + "/" + sc.Bob.ID, "", 403, "50013"},
			{"nobody", "PUT", members + "/1", "", 404, "10013"},
			{"somebody elsewhere", "PUT", members + "/" + sc.Server.NewUser("carol").ID, "", 403, "50001"},
			{"no member", "GET", members + "/" + sc.Server.NewUser("carol").ID, "", 404, "10007"},
			{"in a channel", "GET", "/channels/" + sc.Channel.ID + "/thread-members", "", 400, "50024"},
			{"leaving a channel", "DELETE", "/channels/" + sc.Channel.ID + "/thread-members/@me", "", 400, "50024"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageThreads)
		sc.Slowly("DELETE", members+"/"+c.bot.App.User.ID, nil, nil)
		c.hears("THREAD_MEMBERS_UPDATE", `"removed_member_ids":["`+c.bot.App.User.ID+`"]`, `"member_count":3`)
		var one world.ThreadMemberObject
		sc.Bot.Must("GET", members+"/"+sc.Bob.ID+"?with_member=true", nil, &one)
		if one.UserID != sc.Bob.ID || one.Member == nil || one.Member.User.Username != "bob" {
			t.Errorf("bob: %+v", one)
		}
		var page []world.ThreadMemberObject
		sc.Bot.Must("GET", members+"?with_member=true&limit=1&after="+sc.Alice.ID, nil, &page)
		if len(page) != 1 || page[0].UserID != sc.Bob.ID || page[0].Member == nil {
			t.Errorf("a page: %+v", page)
		}
		thread.SetArchived(true)
		sc.Refused([]testbot.RefusedRequest{{"archived", "PUT", members + "/@me", "", 400, "50083"}, {"archived, others", "DELETE", members + "/" + sc.Bob.ID, "", 400, "50083"}})
	})
}

// An earBot is a second bot that makes requests and receives events.
type earBot struct {
	bot   *testbot.Bot
	hears func(event string, wants ...string) string
}

// second returns a second bot that receives events about guilds.
func second(sc *testbot.Scene) earBot {
	sc.T.Helper()
	app, hears := sc.Listener(object.IntentGuilds)
	return earBot{&testbot.Bot{T: sc.T, Server: sc.Server, App: app, HTTP: sc.Bot.HTTP}, hears}
}

// seenThreads has the fields of a list of threads that the tests check.
type seenThreads struct {
	Threads []seenThread               `json:"threads"`
	Members []world.ThreadMemberObject `json:"members"`
	HasMore bool                       `json:"has_more"`
}

func TestArchivedThreadsAreListed(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/channels/" + sc.Channel.ID + "/threads/archived/public"
		for _, name := range []string{"a", "b", "c", "d"} {
			thread := sc.Channel.NewThread(name, sc.Bot.App.User)
			time.Sleep(time.Second)
			thread.SetArchived(name != "d")
		}
		var list seenThreads
		listed := func(query, want string, more bool) {
			t.Helper()
			sc.Bot.Must("GET", path+query, nil, &list)
			got := ""
			for _, c := range list.Threads {
				got += c.Name
			}
			if got != want || list.HasMore != more || len(list.Members) != len(want) {
				t.Errorf("%q: %s, more: %v, %d members; want %s", query, got, list.HasMore, len(list.Members), want)
			}
		}
		listed("", "cba", false)
		listed("?limit=2", "cb", true)
		listed("?before="+list.Threads[1].Metadata.ArchiveTimestamp.Format(time.RFC3339Nano), "a", false)
		var private seenThreads
		sc.Bot.Must("GET", "/channels/"+sc.Channel.ID+"/users/@me/threads/archived/private", nil, &private)
		thread := sc.Channel.Threads()[3].ID
		sc.Refused([]testbot.RefusedRequest{
			{"private ones", "GET", "/channels/" + sc.Channel.ID + "/threads/archived/private", "", 403, "50013"},
			{"of a thread", "GET", "/channels/" + thread + "/threads/archived/public", "", 400, "50024"},
			{"page", "GET", path + "?limit=1", "", 400, "limit NUMBER_TYPE_MIN"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageThreads)
		sc.Bot.Must("GET", "/channels/"+sc.Channel.ID+"/threads/archived/private", nil, &private)
		if len(private.Threads) != 0 {
			t.Errorf("private: %+v", private)
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionReadMessageHistory)
		sc.Refused([]testbot.RefusedRequest{{"without history", "GET", path, "", 403, "50013"}})
	})
}
