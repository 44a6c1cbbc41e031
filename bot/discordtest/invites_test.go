package discordtest_test

import (
	"errors"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// seenInvite is what a bot reads of an invite.
type seenInvite struct {
	Code      string
	ExpiresAt *time.Time `json:"expires_at"`
	MaxUses   int        `json:"max_uses"`
	MaxAge    int        `json:"max_age"`
	Uses      *int
	Members   int                   `json:"approximate_member_count"`
	GuildID   discordtest.Snowflake `json:"guild_id"`
}

func TestInvites(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		ear, hears := sc.listener(object.IntentGuildInvites)
		sc.guild.Grant(ear.User, discordtest.PermissionManageChannels)
		hears("GUILD_MEMBER_UPDATE")
		path := "/channels/" + sc.channel.ID + "/invites"
		var made, again, other, got seenInvite
		sc.bot.must("POST", path, `{}`, &made)
		hears("INVITE_CREATE", `"code":"`+made.Code, `"channel_id":"`+sc.channel.ID, `"max_age":86400`, `"inviter":{`)
		sc.slowly("POST", path, `{"max_age":86400}`, &again)
		sc.slowly("POST", path, `{"unique":true,"max_uses":1}`, &other)
		hears("INVITE_CREATE", other.Code)
		if made.ExpiresAt == nil || made.Uses == nil || again.Code != made.Code || other.Code == made.Code || other.MaxUses != 1 {
			t.Errorf("made %+v, %+v, %+v", made, again, other)
		}
		sc.bot.must("GET", "/invites/"+made.Code+"?with_counts=true", nil, &got)
		if got.GuildID != sc.guild.ID || got.Members != 4 {
			t.Errorf("seen %+v", got)
		}
		carol, dave := sc.server.NewUser("carol"), sc.server.NewUser("dave")
		if g, err := carol.Join("https://discord.gg/" + other.Code); err != nil || g != sc.guild {
			t.Errorf("carol joins %v, %v", g, err)
		}
		if _, err := dave.Join(other.Code); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("dave joins by an invite that is used up: %v", err)
		}
		if _, err := dave.Join(""); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("dave joins by nothing: %v", err)
		}
		sc.refused([]refusedRequest{
			{"used up", "GET", "/invites/" + other.Code, "", 404, "10006"}, {"list", "GET", path, "", 403, "50013"},
			{"guild's list", "GET", "/guilds/" + sc.guild.ID + "/invites", "", 403, "50013"}, {"deletion", "DELETE", "/invites/" + made.Code, "", 403, "50013"},
			{"age", "POST", path, `{"max_age":5184001}`, 400, "max_age NUMBER_TYPE_MAX"}, {"uses", "POST", path, `{"max_uses":101}`, 400, "max_uses NUMBER_TYPE_MAX"},
			{"to a thread", "POST", "/channels/" + sc.channel.NewThread("x", sc.alice).ID + "/invites", `{}`, 400, "50024"},
			{"to direct messages", "POST", "/channels/" + sc.server.DirectMessage(sc.alice, sc.bot.app.User).ID + "/invites", `{}`, 403, "50003"},
		})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageGuild|discordtest.PermissionManageChannels)
		for _, list := range []string{path, "/guilds/" + sc.guild.ID + "/invites"} {
			var all []seenInvite
			sc.bot.must("GET", list, nil, &all)
			if len(all) != 1 || all[0].Code != made.Code || all[0].Uses == nil || all[0].MaxAge != 86400 {
				t.Errorf("%s: %+v", list, all)
			}
		}
		sc.slowly("DELETE", "/invites/"+made.Code, nil, nil)
		hears("INVITE_DELETE", `{"channel_id":"`+sc.channel.ID+`","guild_id":"`+sc.guild.ID+`","code":"`+made.Code+`"}`)
		sc.channel.Overwrite(sc.guild.Everyone(), 0, discordtest.PermissionCreateInvite)
		sc.channel.Overwrite(sc.bot.app.User, 0, discordtest.PermissionCreateInvite)
		sc.refused([]refusedRequest{{"without permission", "POST", path, `{}`, 403, "50013"}})
	})
}

func TestInvitesAge(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var made seenInvite
		sc.bot.must("POST", "/channels/"+sc.channel.ID+"/invites", `{"max_age":60}`, &made)
		time.Sleep(59 * time.Second) // of the bubble
		sc.bot.must("GET", "/invites/"+made.Code, nil, nil)
		time.Sleep(time.Second)
		sc.refused([]refusedRequest{{"over", "GET", "/invites/" + made.Code, "", 404, "10006"}})
	})
}
