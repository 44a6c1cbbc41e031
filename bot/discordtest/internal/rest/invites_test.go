package rest_test

import (
	"errors"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// seenInvite has the fields of an invite that the tests check.
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
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		ear, hears := sc.Listener(object.IntentGuildInvites)
		sc.Guild.Grant(ear.User, discordtest.PermissionManageChannels)
		hears("GUILD_MEMBER_UPDATE")
		path := "/channels/" + sc.Channel.ID + "/invites"
		var made, again, other, got seenInvite
		sc.Bot.Must("POST", path, `{}`, &made)
		hears("INVITE_CREATE", `"code":"`+made.Code, `"channel_id":"`+sc.Channel.ID, `"max_age":86400`, `"inviter":{`)
		sc.Slowly("POST", path, `{"max_age":86400}`, &again)
		sc.Slowly("POST", path, `{"unique":true,"max_uses":1}`, &other)
		hears("INVITE_CREATE", other.Code)
		if made.ExpiresAt == nil || made.Uses == nil || again.Code != made.Code || other.Code == made.Code || other.MaxUses != 1 {
			t.Errorf("made %+v, %+v, %+v", made, again, other)
		}
		sc.Bot.Must("GET", "/invites/"+made.Code+"?with_counts=true", nil, &got)
		if got.GuildID != sc.Guild.ID || got.Members != 4 {
			t.Errorf("seen %+v", got)
		}
		carol, dave := sc.Server.NewUser("carol"), sc.Server.NewUser("dave")
		if g, err := carol.Join("https://discord.gg/" + other.Code); err != nil || g != sc.Guild {
			t.Errorf("carol joins %v, %v", g, err)
		}
		if _, err := dave.Join(other.Code); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("dave joins by an invite that is used up: %v", err)
		}
		if _, err := dave.Join(""); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("dave joins by nothing: %v", err)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"used up", "GET", "/invites/" + other.Code, "", 404, "10006"}, {"list", "GET", path, "", 403, "50013"},
			{"guild's list", "GET", "/guilds/" + sc.Guild.ID + "/invites", "", 403, "50013"}, {"deletion", "DELETE", "/invites/" + made.Code, "", 403, "50013"},
			{"age", "POST", path, `{"max_age":5184001}`, 400, "max_age NUMBER_TYPE_MAX"}, {"uses", "POST", path, `{"max_uses":101}`, 400, "max_uses NUMBER_TYPE_MAX"},
			{"to a thread", "POST", "/channels/" + sc.Channel.NewThread("x", sc.Alice).ID + "/invites", `{}`, 400, "50024"},
			{"to direct messages", "POST", "/channels/" + sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User).ID + "/invites", `{}`, 403, "50003"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageGuild|discordtest.PermissionManageChannels)
		for _, list := range []string{path, "/guilds/" + sc.Guild.ID + "/invites"} {
			var all []seenInvite
			sc.Bot.Must("GET", list, nil, &all)
			if len(all) != 1 || all[0].Code != made.Code || all[0].Uses == nil || all[0].MaxAge != 86400 {
				t.Errorf("%s: %+v", list, all)
			}
		}
		sc.Slowly("DELETE", "/invites/"+made.Code, nil, nil)
		hears("INVITE_DELETE", `{"channel_id":"`+sc.Channel.ID+`","guild_id":"`+sc.Guild.ID+`","code":"`+made.Code+`"}`)
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionCreateInvite)
		sc.Channel.Overwrite(sc.Bot.App.User, 0, discordtest.PermissionCreateInvite)
		sc.Refused([]testbot.RefusedRequest{{"without permission", "POST", path, `{}`, 403, "50013"}})
	})
}

func TestInvitesAge(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var made seenInvite
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/invites", `{"max_age":60}`, &made)
		time.Sleep(59 * time.Second) // fake time: the test runs in a synctest bubble
		sc.Bot.Must("GET", "/invites/"+made.Code, nil, nil)
		time.Sleep(time.Second)
		sc.Refused([]testbot.RefusedRequest{{"over", "GET", "/invites/" + made.Code, "", 404, "10006"}})
	})
}
