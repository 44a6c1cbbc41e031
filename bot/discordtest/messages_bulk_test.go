package discordtest_test

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/object"
)

func TestBulkDelete(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		alice := sc.alice.In(sc.channel)
		say := func() discordtest.Snowflake {
			t.Helper()
			m, err := alice.Say("x")
			if err != nil {
				t.Fatal(err)
			}
			return m.ID
		}
		body := func(ids ...discordtest.Snowflake) string { return `{"messages":["` + strings.Join(ids, `","`) + `"]}` }
		path := "/channels/" + sc.channel.ID + "/messages/bulk-delete"
		old := say()
		time.Sleep(rest.BulkAge + time.Second)
		a, b, c := say(), say(), say()
		_, hears := sc.listener(object.IntentGuildMessages)
		sc.refused([]refusedRequest{
			{"without permission", "POST", path, body(a, b), 403, "50013"},
			{"no list", "POST", path, `{}`, 400, "messages BASE_TYPE_REQUIRED"},
			{"too many", "POST", path, body(strings.Split(strings.Repeat("1,", 100)+"1", ",")...), 400, "messages BASE_TYPE_MAX_LENGTH"},
			{"one twice", "POST", path, body(a, b, a), 400, "messages.2 SET_TYPE_CONTAINS_DUPLICATES"},
			{"no ids", "POST", path, body("x", "y"), 400, "messages.0 NUMBER_TYPE_COERCE"},
			{"in direct messages", "POST", "/channels/" + sc.server.DirectMessage(sc.alice, sc.bot.app.User).ID + "/messages/bulk-delete", body(a, b), 403, "50003"},
			{"publishing", "POST", "/channels/" + sc.channel.ID + "/messages/" + a + "/crosspost", "", 400, "50024"},
		})
		sc.guild.Grant(sc.bot.app.User, discordtest.PermissionManageMessages)
		sc.refused([]refusedRequest{
			{"one", "POST", path, body(a), 400, "50016"}, {"an old one", "POST", path, body(a, old), 400, "50034"},
		})
		sc.slowly("POST", path, body(a, b, "1"), nil)
		hears("MESSAGE_DELETE_BULK", `{"ids":["`+a+`","`+b+`"],"channel_id":"`+sc.channel.ID+`","guild_id":"`+sc.guild.ID+`"}`)
		if left := alice.Messages(); len(left) != 2 || left[0].ID != old || left[1].ID != c {
			t.Errorf("left: %+v", left)
		}
	})
}
