package discordtest_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestMembersAreToldOf: with the intent of all, without of oneself only, and of
// what the driver does as of what a bot does.
func TestMembersAreToldOf(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers)
		all := b.connect(b.app, of(discordtest.IntentGuildMembers), "")
		other := b.server.NewApplication("other")
		b.guild.Install(other)
		all.hears("GUILD_MEMBER_ADD", nil, `"username":"other"`, `"guild_id":"`+b.guild.ID, `"bot":true`)
		own := b.connect(other, 0, "")

		role := b.guild.NewRole("players", 0)
		b.guild.Give(b.alice, role)
		all.hears("GUILD_MEMBER_UPDATE", nil, `"username":"alice"`, `"roles":["`+role.ID+`"]`, `"guild_id":"`+b.guild.ID)
		b.guild.Give(b.alice, role) // which she has
		b.guild.Give(b.alice)
		b.guild.Take(b.alice, role)
		all.hears("GUILD_MEMBER_UPDATE", nil, `"roles":[]`)
		b.guild.Take(b.alice, role)
		b.guild.TimeOut(b.alice, time.Hour)
		all.hears("GUILD_MEMBER_UPDATE", nil, `"communication_disabled_until":"2000-01-01T01:00:00Z"`)
		b.guild.SetNick(b.alice, "Queen")
		all.hears("GUILD_MEMBER_UPDATE", nil, `"nick":"Queen"`)
		b.guild.SetNick(b.alice, "Queen")
		b.guild.SetNick(b.alice, "")
		all.hears("GUILD_MEMBER_UPDATE", nil, `"nick":null`)

		own.silent()
		b.guild.Give(other.User, role)
		own.hears("GUILD_MEMBER_UPDATE", nil, `"username":"other"`, role.ID)
		all.hears("GUILD_MEMBER_UPDATE", nil, `"username":"other"`)

		bob := b.server.NewUser("bob")
		b.guild.Give(bob, role) // who is no member
		b.guild.Add(b.alice, bob)
		all.hears("GUILD_MEMBER_ADD", nil, `"username":"bob"`, `"joined_at":"2000-01-01T00:00:00Z"`)
		b.guild.Remove(bob)
		all.hears("GUILD_MEMBER_REMOVE", nil, `{"guild_id":"`+b.guild.ID+`","user":{"id":"`+bob.ID)
		b.guild.Remove(bob)
		var invite struct{ Code string }
		b.ask(b.app, "POST", "/channels/"+b.channel.ID+"/invites", `{}`, &invite)
		for range 2 { // the second time she is there already
			if _, err := bob.Join(invite.Code); err != nil {
				b.t.Fatal(err)
			}
		}
		all.hears("GUILD_MEMBER_ADD", nil, bob.ID)
		b.guild.Grant(b.app.User, discordtest.PermissionKickMembers)
		all.hears("GUILD_MEMBER_UPDATE", nil, b.app.User.ID) // as the bot and as one who hears of all, but once
		b.ask(b.app, "DELETE", "/guilds/"+b.guild.ID+"/members/"+bob.ID, "", nil)
		all.hears("GUILD_MEMBER_REMOVE", nil, bob.ID)
		b.guild.Remove(other.User)
		all.hears("GUILD_MEMBER_REMOVE", nil, other.User.ID)
		all.silent()
		own.silent() // GUILD_DELETE takes an intent
	})
}

// TestABotIsNotToldOfItsOwnJoining: GUILD_CREATE says it.
func TestABotIsNotToldOfItsOwnJoining(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers)
		l := b.connect(b.app, guildsIntent|of(discordtest.IntentGuildMembers), "")
		l.hears("GUILD_CREATE", nil)
		second := b.server.NewGuild("Second")
		second.Install(b.app)
		l.hears("GUILD_CREATE", nil, `"name":"Second"`)
		second.Remove(b.app.User)
		l.hears("GUILD_DELETE", nil, second.ID)
		l.silent()
	})
}

// TestThreadMembersAreToldOf: of others with the intent only, and only those who
// see the thread.
func TestThreadMembersAreToldOf(t *testing.T) {
	inBox(t, func(b *box) {
		b.app.AllowIntents(discordtest.IntentGuildMembers)
		blind := b.server.NewApplication("blind")
		blind.AllowIntents(discordtest.IntentGuildMembers)
		b.guild.Install(blind)
		b.channel.Overwrite(blind.User, 0, discordtest.PermissionViewChannel)
		members := of(discordtest.IntentGuildMembers)
		all, none := b.connect(b.app, members, ""), b.connect(blind, members, "")
		time.Sleep(5 * time.Second)
		plain := b.connect(b.app, guildsIntent, "")
		plain.hears("GUILD_CREATE", nil)
		thread := b.channel.NewThread("thread", b.alice)
		plain.hears("THREAD_CREATE", nil)

		bob := b.server.NewUser("bob")
		b.guild.Add(bob)
		all.hears("GUILD_MEMBER_ADD", nil)
		none.hears("GUILD_MEMBER_ADD", nil)
		for range 2 {
			if _, err := bob.In(thread).Say("x"); err != nil {
				b.t.Fatal(err)
			}
		}
		all.hears("THREAD_MEMBERS_UPDATE", nil, `"member_count":2`, `"added_members":[{"id":"`+thread.ID+`","user_id":"`+bob.ID, `"username":"bob"`)
		b.ask(b.app, "PUT", "/channels/"+thread.ID+"/thread-members/@me", "", nil)
		all.hears("THREAD_MEMBERS_UPDATE", nil, `"user_id":"`+b.app.User.ID)
		plain.hears("THREAD_MEMBERS_UPDATE", nil, `"user_id":"`+b.app.User.ID)
		all.silent()
		plain.silent()
		none.silent()
	})
}
