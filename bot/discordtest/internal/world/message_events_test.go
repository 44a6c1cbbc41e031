package world_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

func TestBotsHearOfMessages(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		ear := sc.Server.NewApplication("listener")
		sc.Guild.Install(ear)
		c, _ := testbot.Login(t, sc.Server, ear.Token, object.IntentGuilds|object.IntentGuildMessages|object.IntentDirectMessages)
		c.WantEvent("GUILD_CREATE")
		hears := func(event string, wants ...string) {
			t.Helper()
			got := string(c.WantEvent(event).D)
			for _, want := range wants {
				if !strings.Contains(got, want) {
					t.Errorf("%s: no %s in %s", event, want, got)
				}
			}
		}
		alice := sc.Alice.In(sc.Channel)
		said, err := alice.Say("secret")
		if err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_CREATE", `"content":""`, `"guild_id":"`+sc.Guild.ID, `"member":{`, `"username":"alice"`)
		if _, err := alice.Say("hello <@" + ear.User.ID + ">"); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_CREATE", `"content":"hello`)
		if _, err := sc.Alice.In(sc.Server.DirectMessage(sc.Alice, ear.User)).Say("between us"); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_CREATE", `"content":"between us"`)

		var m discordtest.Message
		path := "/channels/" + sc.Channel.ID + "/messages"
		sc.Bot.Must("POST", path, `{"content":"x","components":[`+testbot.Row(testbot.AButton)+`]}`, &m)
		hears("MESSAGE_CREATE", `"content":""`, `"components":[]`)
		sc.Bot.Must("PATCH", path+"/"+m.ID, `{"content":"y"}`, nil)
		hears("MESSAGE_UPDATE", `"id":"`+m.ID)
		sc.Bot.Must("DELETE", path+"/"+m.ID, nil, nil)
		hears("MESSAGE_DELETE", `{"id":"`+m.ID+`","channel_id":"`+sc.Channel.ID+`","guild_id":"`+sc.Guild.ID+`"}`)
		if err := alice.Delete(said.ID); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_DELETE", said.ID)

		sc.WithAnswer(`{"type":4,"data":{"content":"private","flags":64}}`)
		if _, err := alice.Use(sc.Ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		thread := sc.Channel.NewThread("thread", sc.Alice)
		hears("THREAD_CREATE", `"newly_created":true`, thread.ID) // the ephemeral answer before has dispatched no event
		thread.SetArchived(true)
		hears("THREAD_UPDATE", `"archived":true`)
		if _, err := sc.Alice.In(thread).Say("wake up"); err != nil {
			t.Fatal(err)
		}
		hears("THREAD_UPDATE", `"archived":false`)
		hears("MESSAGE_CREATE", thread.ID)
	})
}

func TestOwnMessagesAreHeardInFull(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		other := sc.Server.NewApplication("other")
		sc.Guild.Install(other)
		c, _ := testbot.Login(t, sc.Server, other.Token, object.IntentGuildMessages)
		b := &testbot.Bot{T: t, Server: sc.Server, App: other, HTTP: sc.Bot.HTTP}
		b.Must("POST", "/channels/"+sc.Channel.ID+"/messages", `{"content":"mine"}`, nil)
		var got struct{ Content string }
		if err := json.Unmarshal(c.WantEvent("MESSAGE_CREATE").D, &got); err != nil || got.Content != "mine" {
			t.Errorf("heard %+v %v", got, err)
		}
	})
}

func TestWhereMembersMayWrite(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		bob := sc.Bob.In(sc.Channel)
		thread := sc.Channel.NewThread("thread", sc.Alice)
		say := func(c *discordtest.Client, text string) error { _, err := c.Say(text); return err }
		for i, c := range []struct {
			err, want error
		}{
			{say(bob, "x"), nil}, {say(bob, " "), discordtest.ErrBadValue}, {say(bob, testbot.X(2001)), discordtest.ErrBadValue}, {say(bob, testbot.X(2000)), nil},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("case %d: %v, want %v", i, c.err, c.want)
			}
		}
		thread.SetLocked(true)
		sc.Channel.Overwrite(sc.Bob, 0, discordtest.PermissionSendMessages)
		if err := say(bob, "x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("without permission: %v", err)
		}
		if err := say(sc.Bob.In(thread), "x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("in a locked thread: %v", err)
		}
		stranger := sc.Server.NewUser("stranger")
		if err := say(stranger.In(sc.Server.GroupMessage(sc.Alice, sc.Bob)), "x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("in a group of others: %v", err)
		}
		alice := discordtest.Play(t, sc.Alice.In(sc.Channel))
		m := alice.Says("hello <@" + sc.Bob.ID + ">")
		if bob.Pings() != 1 || m.Author.ID != sc.Alice.ID {
			t.Errorf("%d pings, %+v", bob.Pings(), m)
		}
	})
}
