package world_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestMembersAreToldOf checks the events about members. A bot with the privileged intent gets them for all members, a
// bot without that intent only for itself. Changes by the test and by a bot's requests have the same events.
func TestMembersAreToldOf(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		all := b.Connect(b.App, testbot.Bits(discordtest.IntentGuildMembers), "")
		other := b.Server.NewApplication("other")
		b.Guild.Install(other)
		all.Hears("GUILD_MEMBER_ADD", nil, `"username":"other"`, `"guild_id":"`+b.Guild.ID, `"bot":true`)
		own := b.Connect(other, 0, "")

		role := b.Guild.NewRole("players", 0)
		b.Guild.Give(b.Alice, role)
		all.Hears("GUILD_MEMBER_UPDATE", nil, `"username":"alice"`, `"roles":["`+role.ID+`"]`, `"guild_id":"`+b.Guild.ID)
		b.Guild.Give(b.Alice, role) // alice already has the role, so no event follows
		b.Guild.Give(b.Alice)
		b.Guild.Take(b.Alice, role)
		all.Hears("GUILD_MEMBER_UPDATE", nil, `"roles":[]`)
		b.Guild.Take(b.Alice, role)
		b.Guild.TimeOut(b.Alice, time.Hour)
		all.Hears("GUILD_MEMBER_UPDATE", nil, `"communication_disabled_until":"2000-01-01T01:00:00+00:00"`)
		b.Guild.SetNick(b.Alice, "Queen")
		all.Hears("GUILD_MEMBER_UPDATE", nil, `"nick":"Queen"`)
		b.Guild.SetNick(b.Alice, "Queen")
		b.Guild.SetNick(b.Alice, "")
		all.Hears("GUILD_MEMBER_UPDATE", nil, `"nick":null`)

		own.Silent()
		b.Guild.Give(other.User, role)
		own.Hears("GUILD_MEMBER_UPDATE", nil, `"username":"other"`, role.ID)
		all.Hears("GUILD_MEMBER_UPDATE", nil, `"username":"other"`)

		bob := b.Server.NewUser("bob")
		b.Guild.Give(bob, role) // bob is not a member, so no event follows
		b.Guild.Add(b.Alice, bob)
		all.Hears("GUILD_MEMBER_ADD", nil, `"username":"bob"`, `"joined_at":"2000-01-01T00:00:00+00:00"`)
		b.Guild.Remove(bob)
		all.Hears("GUILD_MEMBER_REMOVE", nil, `{"guild_id":"`+b.Guild.ID+`","user":{"id":"`+bob.ID)
		b.Guild.Remove(bob)
		var invite struct{ Code string }
		b.Ask(b.App, "POST", "/channels/"+b.Channel.ID+"/invites", `{}`, &invite)
		for range 2 { // the second time bob is already a member, so only one event follows
			if _, err := bob.Join(invite.Code); err != nil {
				b.T.Fatal(err)
			}
		}
		all.Hears("GUILD_MEMBER_ADD", nil, bob.ID)
		b.Guild.Grant(b.App.User, discordtest.PermissionKickMembers)
		all.Hears("GUILD_MEMBER_UPDATE", nil, b.App.User.ID) // one event, although the bot has two reasons to get it: it is the changed member, and it has the intent
		b.Ask(b.App, "DELETE", "/guilds/"+b.Guild.ID+"/members/"+bob.ID, "", nil)
		all.Hears("GUILD_MEMBER_REMOVE", nil, bob.ID)
		b.Guild.Remove(other.User)
		all.Hears("GUILD_MEMBER_REMOVE", nil, other.User.ID)
		all.Silent()
		own.Silent() // GUILD_DELETE requires an intent that this session lacks
	})
}

// TestABotIsNotToldOfItsOwnJoining checks that a bot which joins a guild gets GUILD_CREATE, and no
// GUILD_MEMBER_ADD about itself.
func TestABotIsNotToldOfItsOwnJoining(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		l := b.Connect(b.App, testbot.GuildsIntent|testbot.Bits(discordtest.IntentGuildMembers), "")
		l.Hears("GUILD_CREATE", nil)
		second := b.Server.NewGuild("Second")
		second.Install(b.App)
		l.Hears("GUILD_CREATE", nil, `"name":"Second"`)
		second.Remove(b.App.User)
		l.Hears("GUILD_DELETE", nil, second.ID)
		l.Silent()
	})
}

// TestThreadMembersAreToldOf checks that only bots that have the privileged intent and can see the
// thread get events about other members of a thread.
func TestThreadMembersAreToldOf(t *testing.T) {
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		blind := b.Server.NewApplication("blind")
		blind.AllowIntents(discordtest.IntentGuildMembers)
		b.Guild.Install(blind)
		b.Channel.Overwrite(blind.User, 0, discordtest.PermissionViewChannel)
		members := testbot.Bits(discordtest.IntentGuildMembers)
		all, none := b.Connect(b.App, members, ""), b.Connect(blind, members, "")
		time.Sleep(5 * time.Second)
		plain := b.Connect(b.App, testbot.GuildsIntent, "")
		plain.Hears("GUILD_CREATE", nil)
		thread := b.Channel.NewThread("thread", b.Alice)
		plain.Hears("THREAD_CREATE", nil)

		bob := b.Server.NewUser("bob")
		b.Guild.Add(bob)
		all.Hears("GUILD_MEMBER_ADD", nil)
		none.Hears("GUILD_MEMBER_ADD", nil)
		for range 2 {
			if _, err := bob.In(thread).Say("x"); err != nil {
				b.T.Fatal(err)
			}
		}
		all.Hears("THREAD_MEMBERS_UPDATE", nil, `"member_count":2`, `"added_members":[{"id":"`+thread.ID+`","user_id":"`+bob.ID, `"username":"bob"`)
		b.Ask(b.App, "PUT", "/channels/"+thread.ID+"/thread-members/@me", "", nil)
		all.Hears("THREAD_MEMBERS_UPDATE", nil, `"user_id":"`+b.App.User.ID)
		plain.Hears("THREAD_CREATE", nil, `"member":{"id":"`+thread.ID+`","user_id":"`+b.App.User.ID)
		plain.Hears("THREAD_MEMBERS_UPDATE", nil, `"user_id":"`+b.App.User.ID)
		all.Silent()
		plain.Silent()
		none.Silent()
	})
}
