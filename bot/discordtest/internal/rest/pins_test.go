package rest_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestPins(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.App.AllowIntents(discordtest.IntentMessageContent)
		_, hears := sc.Listener(object.IntentGuilds | object.IntentGuildMessages)
		alice := sc.Alice.In(sc.Channel)
		var ids []discordtest.Snowflake
		for _, text := range []string{"a", "b", "c"} {
			m, err := alice.Say(text)
			if err != nil {
				t.Fatal(err)
			}
			hears("MESSAGE_CREATE")
			ids = append(ids, m.ID)
		}
		channel := "/channels/" + sc.Channel.ID
		sc.Refused([]testbot.RefusedRequest{{"without permission", "PUT", channel + "/messages/pins/" + ids[0], "", 403, "50013"}})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionPinMessages)
		sc.Slowly("PUT", channel+"/messages/pins/"+ids[0], nil, nil)
		hears("MESSAGE_UPDATE", `"pinned":true`)
		hears("CHANNEL_PINS_UPDATE", `"channel_id":"`+sc.Channel.ID, `"guild_id":"`+sc.Guild.ID, `"last_pin_timestamp":"`)
		hears("MESSAGE_CREATE", `"type":6`, `"message_id":"`+ids[0])
		sc.Slowly("PUT", channel+"/messages/pins/"+ids[0], nil, nil) // already pinned, so no event follows
		sc.Slowly("PUT", channel+"/pins/"+ids[2], nil, nil)
		hears("MESSAGE_UPDATE")
		hears("CHANNEL_PINS_UPDATE")
		hears("MESSAGE_CREATE")

		var page struct {
			Items []struct {
				At      time.Time `json:"pinned_at"`
				Message discordtest.Message
			}
			HasMore bool `json:"has_more"`
		}
		sc.Bot.Must("GET", channel+"/messages/pins?limit=1", nil, &page)
		if len(page.Items) != 1 || page.Items[0].Message.Content != "c" || !page.HasMore || !page.Items[0].Message.Pinned {
			t.Errorf("the first page: %+v", page)
		}
		sc.Bot.Must("GET", channel+"/messages/pins?before="+page.Items[0].At.Format(time.RFC3339Nano), nil, &page)
		if len(page.Items) != 1 || page.Items[0].Message.Content != "a" || page.HasMore {
			t.Errorf("the second: %+v", page)
		}
		var former []discordtest.Message
		sc.Bot.Must("GET", channel+"/pins", nil, &former)
		if len(former) != 2 || former[0].ID != ids[2] {
			t.Errorf("by the former route: %+v", former)
		}
		sc.Slowly("DELETE", channel+"/messages/pins/"+ids[2], nil, nil)
		hears("MESSAGE_UPDATE", `"pinned":false`)
		hears("CHANNEL_PINS_UPDATE")
		if m, _ := alice.Message(ids[2]); m.Pinned {
			t.Error("it is still pinned")
		}
		told := alice.Messages()[3]
		sc.Refused([]testbot.RefusedRequest{
			{"what tells of a pin", "PUT", channel + "/messages/pins/" + told.ID, "", 403, "50021"},
			{"its edit", "PATCH", channel + "/messages/" + told.ID, `{"content":"x"}`, 403, "50021"},
			{"unknown", "PUT", channel + "/messages/pins/1", "", 404, "10008"},
			{"page", "GET", channel + "/messages/pins?limit=51", "", 400, "limit NUMBER_TYPE_MAX"},
			{"time", "GET", channel + "/messages/pins?before=today", "", 400, "before DATE_TIME_TYPE_PARSE"},
		})
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionReadMessageHistory)
		if _, body := sc.Bot.Do("GET", channel+"/messages/pins", nil); body != `{"items":[],"has_more":false}` {
			t.Errorf("without history: %s", body)
		}
	})
}

func TestTheNumberOfPins(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionPinMessages)
		alice := sc.Alice.In(sc.Channel)
		for i := range world.MaxPins + 1 {
			m, err := alice.Say("x")
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second) // fake time, so that the route's rate limit resets
			status, body := sc.Bot.Do("PUT", "/channels/"+sc.Channel.ID+"/messages/pins/"+m.ID, nil)
			if last := i == world.MaxPins; !last && status != 204 || last && (status != 400 || testbot.HasError(body, "30003") != nil) {
				t.Fatalf("pin %d: %d %s", i, status, body)
			}
		}
	})
}
