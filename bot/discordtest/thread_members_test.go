package discordtest_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestThreadMembers(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.app.AllowIntents(discordtest.IntentGuildMembers)
		c := sc.second()
		thread := sc.channel.NewThread("a game", sc.alice)
		c.hears("THREAD_CREATE", `"member_count":1`)
		members := "/channels/" + thread.ID + "/thread-members"
		listed := func(want ...discordtest.Snowflake) {
			t.Helper()
			var list []world.ThreadMemberObject
			sc.bot.must("GET", members, nil, &list)
			same := len(list) == len(want)
			for i := range min(len(list), len(want)) {
				same = same && list[i].UserID == want[i] && list[i].ID == thread.ID
			}
			if !same {
				t.Errorf("members %+v, want %v", list, want)
			}
		}
		me := sc.bot.app.User.ID
		listed(sc.alice.ID)
		c.bot.must("PUT", members+"/@me", nil, nil)
		c.hears("THREAD_MEMBERS_UPDATE", `"member_count":2`, `"added_members":[{"id":"`+thread.ID+`","user_id":"`+c.bot.app.User.ID, `"guild_id":"`+sc.guild.ID)
		sc.slowly("DELETE", members+"/@me", nil, nil)
		sc.bot.must("POST", "/channels/"+thread.ID+"/messages", `{"content":"x"}`, nil) // which joins
		listed(sc.alice.ID, me, c.bot.app.User.ID)
		sc.slowly("PUT", members+"/"+sc.bob.ID, nil, nil)
		listed(sc.alice.ID, sc.bob.ID, me, c.bot.app.User.ID)
		sc.refused([]refusedRequest{
			{"without permission", "DELETE", members + "/" + sc.bob.ID, "", 403, "50013"},
			{"nobody", "PUT", members + "/1", "", 404, "10013"},
			{"somebody elsewhere", "PUT", members + "/" + sc.server.NewUser("carol").ID, "", 403, "50001"},
			{"no member", "GET", members + "/" + sc.server.NewUser("carol").ID, "", 404, "10007"},
			{"in a channel", "GET", "/channels/" + sc.channel.ID + "/thread-members", "", 400, "50024"},
			{"leaving a channel", "DELETE", "/channels/" + sc.channel.ID + "/thread-members/@me", "", 400, "50024"},
		})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageThreads)
		sc.slowly("DELETE", members+"/"+c.bot.app.User.ID, nil, nil)
		c.hears("THREAD_MEMBERS_UPDATE", `"removed_member_ids":["`+c.bot.app.User.ID+`"]`, `"member_count":3`)
		var one world.ThreadMemberObject
		sc.bot.must("GET", members+"/"+sc.bob.ID+"?with_member=true", nil, &one)
		if one.UserID != sc.bob.ID || one.Member == nil || one.Member.User.Username != "bob" {
			t.Errorf("bob: %+v", one)
		}
		var page []world.ThreadMemberObject
		sc.bot.must("GET", members+"?with_member=true&limit=1&after="+sc.alice.ID, nil, &page)
		if len(page) != 1 || page[0].UserID != sc.bob.ID || page[0].Member == nil {
			t.Errorf("a page: %+v", page)
		}
		thread.SetArchived(true)
		sc.refused([]refusedRequest{{"archived", "PUT", members + "/@me", "", 400, "50083"}, {"archived, others", "DELETE", members + "/" + sc.bob.ID, "", 400, "50083"}})
	})
}

// An earBot is a second bot, which can make requests and hears.
type earBot struct {
	bot   *fakeBot
	hears func(event string, wants ...string) string
}

// second returns a second bot that hears of guilds.
func (sc *scene) second() earBot {
	sc.t.Helper()
	app, hears := sc.listener(object.IntentGuilds)
	return earBot{&fakeBot{t: sc.t, server: sc.server, app: app, http: sc.bot.http}, hears}
}

// seenThreads is what a bot reads of a list of threads.
type seenThreads struct {
	Threads []seenThread               `json:"threads"`
	Members []world.ThreadMemberObject `json:"members"`
	HasMore bool                       `json:"has_more"`
}

func TestArchivedThreadsAreListed(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/channels/" + sc.channel.ID + "/threads/archived/public"
		for _, name := range []string{"a", "b", "c", "d"} {
			thread := sc.channel.NewThread(name, sc.bot.app.User)
			time.Sleep(time.Second)
			thread.SetArchived(name != "d")
		}
		var list seenThreads
		listed := func(query, want string, more bool) {
			t.Helper()
			sc.bot.must("GET", path+query, nil, &list)
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
		sc.bot.must("GET", "/channels/"+sc.channel.ID+"/users/@me/threads/archived/private", nil, &private)
		thread := sc.channel.Threads()[3].ID
		sc.refused([]refusedRequest{
			{"private ones", "GET", "/channels/" + sc.channel.ID + "/threads/archived/private", "", 403, "50013"},
			{"of a thread", "GET", "/channels/" + thread + "/threads/archived/public", "", 400, "50024"},
			{"page", "GET", path + "?limit=1", "", 400, "limit NUMBER_TYPE_MIN"},
		})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageThreads)
		sc.bot.must("GET", "/channels/"+sc.channel.ID+"/threads/archived/private", nil, &private)
		if len(private.Threads) != 0 {
			t.Errorf("private: %+v", private)
		}
		sc.channel.Overwrite(sc.guild.Everyone(), 0, discordtest.PermissionReadMessageHistory)
		sc.refused([]refusedRequest{{"without history", "GET", path, "", 403, "50013"}})
	})
}
