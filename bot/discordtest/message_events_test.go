package discordtest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestBotsHearOfMessages(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		ear := sc.server.NewApplication("listener")
		sc.guild.Install(ear)
		c, _ := login(t, sc.server, ear, object.IntentGuilds|object.IntentGuildMessages|object.IntentDirectMessages)
		c.wantEvent("GUILD_CREATE")
		hears := func(event string, wants ...string) {
			t.Helper()
			got := string(c.wantEvent(event).D)
			for _, want := range wants {
				if !strings.Contains(got, want) {
					t.Errorf("%s: no %s in %s", event, want, got)
				}
			}
		}
		alice := sc.alice.In(sc.channel)
		said, err := alice.Say("secret")
		if err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_CREATE", `"content":""`, `"guild_id":"`+sc.guild.ID, `"member":{`, `"username":"alice"`)
		if _, err := alice.Say("hello <@" + ear.User.ID + ">"); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_CREATE", `"content":"hello`)
		if _, err := sc.alice.In(sc.server.DirectMessage(sc.alice, ear.User)).Say("between us"); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_CREATE", `"content":"between us"`)

		var m discordtest.Message
		path := "/channels/" + sc.channel.ID + "/messages"
		sc.bot.must("POST", path, `{"content":"x","components":[`+row(aButton)+`]}`, &m)
		hears("MESSAGE_CREATE", `"content":""`, `"components":[]`)
		sc.bot.must("PATCH", path+"/"+m.ID, `{"content":"y"}`, nil)
		hears("MESSAGE_UPDATE", `"id":"`+m.ID)
		sc.bot.must("DELETE", path+"/"+m.ID, nil, nil)
		hears("MESSAGE_DELETE", `{"id":"`+m.ID+`","channel_id":"`+sc.channel.ID+`","guild_id":"`+sc.guild.ID+`"}`)
		if err := alice.Delete(said.ID); err != nil {
			t.Fatal(err)
		}
		hears("MESSAGE_DELETE", said.ID)

		sc.withAnswer(`{"type":4,"data":{"content":"private","flags":64}}`)
		if _, err := alice.Use(sc.ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		thread := sc.channel.NewThread("thread", sc.alice)
		hears("THREAD_CREATE", `"newly_created":true`, thread.ID) // and nothing of the private answer
		thread.SetArchived(true)
		hears("THREAD_UPDATE", `"archived":true`)
		if _, err := sc.alice.In(thread).Say("wake up"); err != nil {
			t.Fatal(err)
		}
		hears("THREAD_UPDATE", `"archived":false`)
		hears("MESSAGE_CREATE", thread.ID)
	})
}

func TestOwnMessagesAreHeardInFull(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		other := sc.server.NewApplication("other")
		sc.guild.Install(other)
		c, _ := login(t, sc.server, other, object.IntentGuildMessages)
		b := &fakeBot{t: t, server: sc.server, app: other, http: sc.bot.http}
		b.must("POST", "/channels/"+sc.channel.ID+"/messages", `{"content":"mine"}`, nil)
		var got struct{ Content string }
		if err := json.Unmarshal(c.wantEvent("MESSAGE_CREATE").D, &got); err != nil || got.Content != "mine" {
			t.Errorf("heard %+v %v", got, err)
		}
	})
}

func TestWhereMembersMayWrite(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		bob := sc.bob.In(sc.channel)
		thread := sc.channel.NewThread("thread", sc.alice)
		say := func(c *discordtest.Client, text string) error { _, err := c.Say(text); return err }
		for i, c := range []struct {
			err, want error
		}{
			{say(bob, "x"), nil}, {say(bob, " "), discordtest.ErrBadValue}, {say(bob, x(2001)), discordtest.ErrBadValue}, {say(bob, x(2000)), nil},
		} {
			if !errors.Is(c.err, c.want) {
				t.Errorf("case %d: %v, want %v", i, c.err, c.want)
			}
		}
		thread.SetLocked(true)
		sc.channel.Overwrite(sc.bob, 0, discordtest.PermissionSendMessages)
		if err := say(bob, "x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("without permission: %v", err)
		}
		if err := say(sc.bob.In(thread), "x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("in a locked thread: %v", err)
		}
		stranger := sc.server.NewUser("stranger")
		if err := say(stranger.In(sc.server.GroupMessage(sc.alice, sc.bob)), "x"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("in a group of others: %v", err)
		}
		alice := discordtest.Play(t, sc.alice.In(sc.channel))
		m := alice.Says("hello <@" + sc.bob.ID + ">")
		if bob.Pings() != 1 || m.Author.ID != sc.alice.ID {
			t.Errorf("%d pings, %+v", bob.Pings(), m)
		}
	})
}
