package rest_test

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

func TestBulkDelete(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		alice := sc.Alice.In(sc.Channel)
		say := func() discordtest.Snowflake {
			t.Helper()
			m, err := alice.Say("x")
			if err != nil {
				t.Fatal(err)
			}
			return m.ID
		}
		body := func(ids ...discordtest.Snowflake) string { return `{"messages":["` + strings.Join(ids, `","`) + `"]}` }
		path := "/channels/" + sc.Channel.ID + "/messages/bulk-delete"
		old := say()
		time.Sleep(rest.BulkAge + time.Second)
		a, b, c := say(), say(), say()
		_, hears := sc.Listener(object.IntentGuildMessages)
		sc.Refused([]testbot.RefusedRequest{
			{"without permission", "POST", path, body(a, b), 403, "50013"},
			{"no list", "POST", path, `{}`, 400, "messages BASE_TYPE_REQUIRED"},
			{"too many", "POST", path, body(strings.Split(strings.Repeat("1,", 100)+"1", ",")...), 400, "messages BASE_TYPE_MAX_LENGTH"},
			{"one twice", "POST", path, body(a, b, a), 400, "messages.2 SET_TYPE_CONTAINS_DUPLICATES"},
			{"no ids", "POST", path, body("x", "y"), 400, "messages.0 NUMBER_TYPE_COERCE"},
			{"in direct messages", "POST", "/channels/" + sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User).ID + "/messages/bulk-delete", body(a, b), 403, "50003"},
			{"publishing", "POST", "/channels/" + sc.Channel.ID + "/messages/" + a + "/crosspost", "", 400, "50024"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageMessages)
		sc.Refused([]testbot.RefusedRequest{
			{"one", "POST", path, body(a), 400, "50016"}, {"an old one", "POST", path, body(a, old), 400, "50034"},
		})
		sc.Slowly("POST", path, body(a, b, "1"), nil)
		hears("MESSAGE_DELETE_BULK", `{"ids":["`+a+`","`+b+`"],"channel_id":"`+sc.Channel.ID+`","guild_id":"`+sc.Guild.ID+`"}`)
		if left := alice.Messages(); len(left) != 2 || left[0].ID != old || left[1].ID != c {
			t.Errorf("left: %+v", left)
		}
	})
}
