package rest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func TestReactions(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuildMessageReactions)
		alice := sc.Alice.In(sc.Channel)
		m, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		path := "/channels/" + sc.Channel.ID + "/messages/" + m.ID
		heart := path + "/reactions/%E2%9D%A4%EF%B8%8F"
		sc.Bot.Must("PUT", heart+"/@me", nil, nil)
		hears("MESSAGE_REACTION_ADD", `"user_id":"`+sc.Bot.App.User.ID, `"emoji":{"id":null,"name":"❤️"}`, `"message_id":"`+m.ID, `"burst":false`,
			`"message_author_id":"`+sc.Alice.ID, `"member":{"user":{"id":"`+sc.Bot.App.User.ID, `"guild_id":"`+sc.Guild.ID)
		if err := alice.React(m.ID, "❤"); err != nil { // the same emoji without its variation selector
			t.Fatal(err)
		}
		hears("MESSAGE_REACTION_ADD", `"user_id":"`+sc.Alice.ID)
		if err := alice.React(m.ID, "❤️"); err != nil {
			t.Fatal(err)
		}
		var got discordtest.Message
		sc.Bot.Must("GET", path, nil, &got)
		if r := got.Reactions; len(r) != 1 || r[0].Count != 2 || !r[0].Me || r[0].Emoji.Name != "❤️" || r[0].CountDetails.Normal != 2 {
			t.Errorf("reactions %+v", r)
		}
		if seen, _ := sc.Bob.In(sc.Channel).Message(m.ID); len(seen.Reactions) != 1 || seen.Reactions[0].Me {
			t.Errorf("bob sees %+v", seen.Reactions)
		}
		var users []discordtest.UserObject
		sc.Bot.Must("GET", heart, nil, &users)
		if len(users) != 2 || users[0].ID != sc.Alice.ID {
			t.Errorf("users %+v", users)
		}
		sc.Bot.Must("GET", heart+"?limit=1&after="+sc.Alice.ID, nil, &users)
		if len(users) != 1 || users[0].ID != sc.Bot.App.User.ID {
			t.Errorf("users after alice %+v", users)
		}
		sc.Slowly("DELETE", heart+"/@me", nil, nil)
		hears("MESSAGE_REACTION_REMOVE", `"user_id":"`+sc.Bot.App.User.ID, `"emoji"`)
		sc.Slowly("DELETE", heart+"/@me", nil, nil) // already removed, so no event follows
		if err := alice.Unreact(m.ID, "❤️"); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_REACTION_REMOVE", `"user_id":"`+sc.Alice.ID)
		if got, _ := alice.Message(m.ID); len(got.Reactions) != 0 {
			t.Errorf("at last %+v", got.Reactions)
		}
	})
}

func TestReactionsOfOthersAreCleared(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuildMessageReactions)
		alice, bob := sc.Alice.In(sc.Channel), sc.Bob.In(sc.Channel)
		m, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		path := "/channels/" + sc.Channel.ID + "/messages/" + m.ID + "/reactions"
		react := func() {
			t.Helper()
			for _, c := range []*discordtest.Client{alice, bob} {
				for _, e := range []string{"👍", "👎"} {
					if err := c.React(m.ID, e); err != nil {
						t.Fatal(err)
					}
					hears("MESSAGE_REACTION_ADD")
				}
			}
		}
		left := func(want string) {
			t.Helper()
			seen, _ := alice.Message(m.ID)
			got := ""
			for _, r := range seen.Reactions {
				got += fmt.Sprint(r.Emoji.Name, r.Count)
			}
			if got != want {
				t.Errorf("left: %s, want %s", got, want)
			}
		}
		react()
		up := path + "/%F0%9F%91%8D"
		dm := sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User)
		said, err := sc.Alice.In(dm).Say("x")
		if err != nil {
			t.Fatal(err)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"of a user", "DELETE", up + "/" + sc.Bob.ID, "", 403, "50013"}, {"of an emoji", "DELETE", up, "", 403, "50013"},
			{"all", "DELETE", path, "", 403, "50013"}, {"in direct messages", "DELETE", "/channels/" + dm.ID + "/messages/" + said.ID + "/reactions", "", 403, "50003"},
		})
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageMessages)
		sc.Slowly("DELETE", up+"/"+sc.Bob.ID, nil, nil)
		hears("MESSAGE_REACTION_REMOVE", `"user_id":"`+sc.Bob.ID)
		left("👍1👎2")
		sc.Slowly("DELETE", up, nil, nil)
		hears("MESSAGE_REACTION_REMOVE_EMOJI", `"emoji":{"id":null,"name":"👍"}`, `"message_id":"`+m.ID)
		left("👎2")
		sc.Slowly("DELETE", path, nil, nil)
		hears("MESSAGE_REACTION_REMOVE_ALL", `{"channel_id":"`+sc.Channel.ID+`","message_id":"`+m.ID+`","guild_id":"`+sc.Guild.ID+`"}`)
		left("")
	})
}

func TestWhoMayReact(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		alice := sc.Alice.In(sc.Channel)
		m, err := alice.Say("x")
		if err != nil {
			t.Fatal(err)
		}
		path := "/channels/" + sc.Channel.ID + "/messages/" + m.ID + "/reactions/"
		own := sc.Bot.App.AddEmoji(sc.Alice, "cross")
		sc.Slowly("PUT", path+"cross:"+own+"/@me", nil, nil)
		for _, c := range []struct {
			emoji string
			want  error
		}{
			{"cross:" + own, nil}, {"nought:1", discordtest.ErrBadValue}, {"x", discordtest.ErrBadValue}, {"", discordtest.ErrBadValue}, {"👍", nil},
		} {
			if err := alice.React(m.ID, c.emoji); !errors.Is(err, c.want) {
				t.Errorf("%q: %v, want %v", c.emoji, err, c.want)
			}
		}
		if err := alice.React("1", "👍"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("at no message: %v", err)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"no emoji", "PUT", path + "x/@me", "", 400, "10014"}, {"another's emoji", "PUT", path + "a:b:1/@me", "", 400, "10014"},
			{"limit", "GET", path + "%F0%9F%91%8D?limit=101", "", 400, "limit NUMBER_TYPE_MAX"},
			{"no message", "PUT", "/channels/" + sc.Channel.ID + "/messages/1/reactions/%F0%9F%91%8D/@me", "", 404, "10008"},
			{"nobody", "DELETE", path + "%F0%9F%91%8D/x", "", 400, "user_id NUMBER_TYPE_COERCE"},
		})
		for i := range world.MaxReactions - 2 {
			if err := alice.React(m.ID, string(rune(0x1F600+i))); err != nil {
				t.Fatal(err)
			}
		}
		sc.Refused([]testbot.RefusedRequest{{"the 21st", "PUT", path + "%F0%9F%91%8E/@me", "", 400, "30010"}})
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionAddReactions)
		sc.Slowly("PUT", path+"%F0%9F%91%8D/@me", nil, nil) // already added
		if err := sc.Bob.In(sc.Channel).React(m.ID, "🎲"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("a new one without permission: %v", err)
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionReadMessageHistory)
		sc.Refused([]testbot.RefusedRequest{{"without history", "PUT", path + "%F0%9F%91%8D/@me", "", 403, "50013"}})
	})
}

func TestReactionLimit(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var m discordtest.Message
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", `{"content":"x"}`, &m)
		path := "/channels/" + sc.Channel.ID + "/messages/" + m.ID + "/reactions/"
		sc.Bot.Must("PUT", path+"%F0%9F%91%8D/@me", nil, nil)
		if status, body := sc.Bot.Do("PUT", path+"%F0%9F%91%8E/@me", nil); status != 429 || !strings.Contains(body, `"retry_after":0.25`) {
			t.Errorf("at once: %d %s", status, body)
		}
	})
}
