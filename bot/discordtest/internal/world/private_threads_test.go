package world_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// Only members of a private thread and users who can manage threads see the thread, its messages
// and its events, and find it in lists.
func TestWhoSeesPrivateThreads(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		other := b.Server.NewApplication("other")
		b.Guild.Install(other)
		all := testbot.Bits(object.IntentGuilds, object.IntentGuildMessages)
		member, stranger := b.Connect(b.App, all, ""), b.Connect(other, all, "")
		member.Hears("GUILD_CREATE", nil)
		stranger.Hears("GUILD_CREATE", nil)
		bob := b.Server.NewUser("bob")
		b.Guild.Add(bob)

		var thread struct{ ID discordtest.Snowflake }
		b.Ask(b.App, "POST", "/channels/"+b.Channel.ID+"/threads", `{"name":"for us"}`, &thread)
		member.Hears("THREAD_CREATE", nil, `"type":12`, `"newly_created":true`, `"invitable":true`, `"parent_id":"`+b.Channel.ID)
		path := "/channels/" + thread.ID
		place := b.Channel.Threads()[0]
		if status, answer := b.Ask(other, "GET", path, "", nil); status != 403 || testbot.HasError(answer, "50001") != nil {
			t.Errorf("a stranger: %d %s", status, answer)
		}
		if got := place.Permissions(bob); got != 0 {
			t.Errorf("bob may do %s", got)
		}
		var active seenThreads
		b.Ask(other, "GET", "/guilds/"+b.Guild.ID+"/threads/active", "", &active)
		if len(active.Threads) != 0 {
			t.Errorf("a stranger is told of %+v", active)
		}
		if _, err := bob.In(place).Say("x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("bob: %v", err)
		}

		// A mention adds the user to the thread, in a new message and in an edit.
		var m discordtest.Message
		b.Ask(b.App, "POST", path+"/messages", `{"content":"<@`+bob.ID+`>"}`, &m)
		member.Hears("MESSAGE_CREATE", nil)
		if _, err := bob.In(place).Say("here"); err != nil || bob.In(place).Pings() != 1 {
			t.Errorf("bob was mentioned: %v, %d pings", err, bob.In(place).Pings())
		}
		member.Hears("MESSAGE_CREATE", nil)
		b.Ask(b.App, "PATCH", path+"/messages/"+m.ID, `{"content":"<@`+other.User.ID+`>"}`, nil)
		member.Hears("MESSAGE_UPDATE", nil)
		created := struct {
			New    bool `json:"newly_created"`
			Member struct {
				UserID discordtest.Snowflake `json:"user_id"`
			}
		}{}
		stranger.Hears("THREAD_CREATE", &created, `"type":12`)
		stranger.Hears("THREAD_MEMBERS_UPDATE", nil, `"member_count":3`)
		if created.New || created.Member.UserID != other.User.ID {
			t.Errorf("the added bot was told %+v", created)
		}
		stranger.Hears("MESSAGE_UPDATE", nil)
		b.Ask(b.App, "DELETE", path+"/thread-members/"+other.User.ID, "", nil) // the thread's owner may remove members
		stranger.Hears("THREAD_MEMBERS_UPDATE", nil, `"removed_member_ids":["`+other.User.ID)
		if _, err := bob.In(place).Say("alone"); err != nil {
			t.Error(err)
		}
		member.Hears("MESSAGE_CREATE", nil)
		stranger.Silent()

		b.Guild.Grant(other.User, discordtest.PermissionManageThreads)
		if _, err := bob.In(place).Say("watched"); err != nil {
			t.Error(err)
		}
		stranger.Hears("GUILD_MEMBER_UPDATE", nil)
		stranger.Hears("MESSAGE_CREATE", nil)
		b.Guild.Remove(bob)
		b.Guild.Add(bob)
		if seen := bob.In(place).Messages(); len(seen) != 0 {
			t.Errorf("bob has left the guild and come back, and sees %d messages", len(seen))
		}
	})
}

// Every member of an invitable private thread may add others. If the thread is not invitable, only
// its owner and users who can manage threads may.
func TestWhoInvitesToPrivateThreads(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		carol := sc.Server.NewUser("carol")
		thread := sc.Channel.NewPrivateThread("for us", sc.Alice)
		members := "/channels/" + thread.ID + "/thread-members/"
		thread.Add(sc.Bob, sc.Bot.App.User)
		thread.SetInvitable(false)
		if err := sc.Alice.In(thread).Invite(carol); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("somebody elsewhere: %v", err)
		}
		sc.Guild.Add(carol)
		sc.Refused([]testbot.RefusedRequest{
			{"a member", "PUT", members + carol.ID, "", 403, "50013"},
			{"of another's", "DELETE", members + sc.Bob.ID, "", 403, "50013"},
			{"changed by another", "PATCH", "/channels/" + thread.ID, `{"invitable":true}`, 403, "50013"},
		})
		if err := sc.Bob.In(thread).Invite(carol); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("bob: %v", err)
		}
		bob := discordtest.Play(t, sc.Bob.In(thread))
		bob.Says("<@" + carol.ID + ">")
		if got := len(thread.Members()); got != 3 {
			t.Errorf("%d members after a mention by somebody who may not add", got)
		}
		discordtest.Play(t, sc.Alice.In(thread)).Invites(carol)
		if got := len(thread.Members()); got != 4 {
			t.Errorf("%d members after the owner's invitation", got)
		}
		thread.Remove(carol)
		thread.SetInvitable(true)
		sc.Bot.Must("PUT", members+carol.ID, nil, nil)
		if _, err := sc.Bob.In(sc.Channel).Say("x"); err != nil {
			t.Fatal(err)
		}
		if err := sc.Bob.In(sc.Channel).Invite(carol); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("to a channel: %v", err)
		}
		thread.Remove(sc.Bot.App.User)
		sc.Refused([]testbot.RefusedRequest{{"joining", "PUT", members + "@me", "", 403, "50001"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageThreads)
		sc.Slowly("PUT", members+"@me", nil, nil)
	})
}

// TestInteractionInPrivateThread checks that a bot can answer interactions in a private thread that
// it cannot see. It sees nothing else in the thread, and the answer does not make it a member.
func TestInteractionInPrivateThread(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		it := sc.WithAnswer(testbot.Pad)
		thread := sc.Channel.NewPrivateThread("for us", sc.Alice)
		thread.SetInvitable(false)
		a, err := sc.Alice.In(thread).Use(sc.Ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"type":12`, `"parent_id":"` + sc.Channel.ID + `"`, `"invitable":false`, `"permissions":"`} {
			_, channel, _ := strings.Cut(string(it.Raw), `"channel":`)
			if !strings.Contains(channel, want) {
				t.Errorf("the interaction's channel has no %s: %s", want, it.Raw)
			}
		}
		sc.Bot.Must("POST", sc.Bot.Hook(it), `{"content":"more, <@`+sc.Bob.ID+`>"}`, nil)
		if got := len(thread.Members()); got != 1 {
			t.Errorf("%d members", got)
		}
		if _, err := sc.Alice.In(thread).Press(sc.Ctx, a.Message.ID, "/a"); err != nil {
			t.Error(err)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"its own message", "PATCH", "/channels/" + thread.ID + "/messages/" + a.Message.ID, `{"content":"x"}`, 403, "50001"},
			{"a message", "POST", "/channels/" + thread.ID + "/messages", `{"content":"x"}`, 403, "50001"},
		})
		if _, err := sc.Bob.In(thread).Use(sc.Ctx, "ask", nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("bob, who is not there, uses a command: %v", err)
		}
	})
}

func TestPrivateThreadsAreListed(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		channel := "/channels/" + sc.Channel.ID
		for _, name := range []string{"a", "b", "c"} {
			thread := sc.Channel.NewPrivateThread(name, sc.Alice)
			if name != "b" {
				thread.Add(sc.Bot.App.User)
			}
			time.Sleep(time.Second)
			thread.SetArchived(true)
		}
		sc.Channel.NewThread("public", sc.Alice).SetArchived(true)
		listed := func(query, want string) {
			t.Helper()
			var list seenThreads
			sc.Bot.Must("GET", channel+query, nil, &list)
			got := ""
			for _, c := range list.Threads {
				got += c.Name
			}
			if got != want || list.HasMore {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		listed("/users/@me/threads/archived/private", "ca")
		listed("/users/@me/threads/archived/private?before="+sc.Channel.Threads()[2].ID, "a")
		listed("/threads/archived/public", "public")
		sc.Refused([]testbot.RefusedRequest{{"all", "GET", channel + "/threads/archived/private", "", 403, "50013"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageThreads)
		listed("/threads/archived/private", "cba")
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionReadMessageHistory|discordtest.PermissionCreatePrivateThreads)
		sc.Refused([]testbot.RefusedRequest{
			{"without history", "GET", channel + "/users/@me/threads/archived/private", "", 403, "50013"},
			{"making one", "POST", channel + "/threads", `{"name":"x","type":12}`, 403, "50013"},
		})
	})
}
