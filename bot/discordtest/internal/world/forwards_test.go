package world_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestForwards(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		to := sc.Guild.NewChannel("elsewhere")
		var original, made, got discordtest.Message
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", testbot.V2(`{"type":10,"content":"the text"}`), &original)
		reference := func(m discordtest.Message) string {
			return `{"message_reference":{"type":1,"message_id":"` + m.ID + `","channel_id":"` + m.ChannelID + `"}}`
		}
		sc.Bot.Must("POST", "/channels/"+to.ID+"/messages", reference(original), &made)
		sc.Bot.Must("PATCH", "/channels/"+sc.Channel.ID+"/messages/"+original.ID, testbot.V2(`{"type":10,"content":"another"}`), nil)
		sc.Bot.Must("GET", "/channels/"+to.ID+"/messages/"+made.ID, nil, &got)
		if len(got.Snapshots) != 1 || got.Snapshots[0].Message.Components[0].Content != "the text" || got.Flags != discordtest.FlagSnapshot {
			t.Errorf("snapshots %+v, flags %d", got.Snapshots, got.Flags)
		}
		if r := got.Reference; r == nil || r.Type != 1 || r.MessageID != original.ID || r.ChannelID != sc.Channel.ID || r.GuildID != sc.Guild.ID {
			t.Errorf("reference %+v", r)
		}
		said, err := sc.Alice.In(sc.Channel).Say("private")
		if err != nil {
			t.Fatal(err)
		}
		away := sc.Server.NewGuild("Away").NewChannel("far")
		for _, c := range []struct{ name, body, want string }{
			{"no channel", `{"message_reference":{"type":1,"message_id":"1"}}`, "message_reference.channel_id BASE_TYPE_REQUIRED"},
			{"no message", `{"message_reference":{"type":1,"channel_id":"1"}}`, "message_reference.message_id BASE_TYPE_REQUIRED"},
			{"unknown type", `{"message_reference":{"type":2,"message_id":"1"}}`, "message_reference.type BASE_TYPE_CHOICES"},
			{"unknown message", reference(discordtest.Message{ID: "1", ChannelID: to.ID}), "10008"},
			{"unknown channel", reference(discordtest.Message{ID: "1", ChannelID: "1"}), "10003"},
			{"channel out of sight", reference(discordtest.Message{ID: "1", ChannelID: away.ID}), "50001"},
			{"a forward", reference(made), "50068"},
			{"what it cannot read", reference(said), "160014"},
		} {
			time.Sleep(time.Second) // fake time, so that the route's rate limit resets
			if status, body := sc.Bot.Do("POST", "/channels/"+to.ID+"/messages", c.body); status < 400 || testbot.HasError(body, c.want) != nil {
				t.Errorf("%s: %d %s, want %s", c.name, status, body, c.want)
			}
		}
	})
}

func TestMessagesAround(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.App.AllowIntents(discordtest.IntentMessageContent)
		alice := sc.Alice.In(sc.Channel)
		ids := []discordtest.Snowflake{}
		for i := range 9 {
			m, err := alice.Say(fmt.Sprint(i))
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, m.ID)
		}
		for query, want := range map[string]string{
			"around=" + ids[4] + "&limit=5": "65432", "around=" + ids[4] + "&limit=4": "5432", "around=" + ids[4] + "&limit=1": "4",
			"around=" + ids[0] + "&limit=4": "10", "around=" + ids[8] + "&limit=4": "876", "around=1&limit=4": "10", "around=" + ids[4]: "876543210",
		} {
			var page []discordtest.Message
			sc.Bot.Must("GET", "/channels/"+sc.Channel.ID+"/messages?"+query, nil, &page)
			got := ""
			for _, m := range page {
				got += m.Content
			}
			if got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		if status, body := sc.Bot.Do("GET", "/channels/"+sc.Channel.ID+"/messages?around=x", nil); testbot.HasError(body, "around NUMBER_TYPE_COERCE") != nil {
			t.Errorf("%d %s", status, body)
		}
	})
}

func TestStickersAreRefused(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		status, body := sc.Bot.Do("POST", "/channels/"+sc.Channel.ID+"/messages", `{"content":"x","sticker_ids":["1"]}`)
		if status != 400 || testbot.HasError(body, "50081") != nil {
			t.Errorf("%d %s", status, body)
		}
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", `{"content":"x","sticker_ids":[]}`, nil)
	})
}

func TestGuildWithCounts(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for query, want := range map[string]bool{"": false, "?with_counts=false": false, "?with_counts=true": true} {
			if _, body := sc.Bot.Do("GET", "/guilds/"+sc.Guild.ID+query, nil); strings.Contains(body, `"approximate_member_count":3`) != want {
				t.Errorf("%q: %s", query, body)
			}
		}
	})
}
