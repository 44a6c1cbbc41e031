package rest_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

func TestTyping(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuildMessageTyping)
		names := func(want string) {
			t.Helper()
			got := ""
			for _, u := range sc.Channel.Typing() {
				got += u.Name() + " "
			}
			if got != want {
				t.Errorf("%q are typing, want %q", got, want)
			}
		}
		path := "/channels/" + sc.Channel.ID
		sc.Bot.Must("POST", path+"/typing", nil, nil)
		hears("TYPING_START", `"user_id":"`+sc.Bot.App.User.ID, `"channel_id":"`+sc.Channel.ID, `"timestamp":`, `"member":{"user":`)
		time.Sleep(5 * time.Second)
		if err := sc.Alice.In(sc.Channel).StartTyping(); err != nil {
			t.Fatal(err)
		}
		hears("TYPING_START", `"user_id":"`+sc.Alice.ID)
		names("noughts alice ")
		time.Sleep(5 * time.Second)
		names("alice ")
		if _, err := sc.Alice.In(sc.Channel).Say("x"); err != nil {
			t.Fatal(err)
		}
		names("")
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionSendMessages)
		if err := sc.Alice.In(sc.Channel).StartTyping(); err == nil {
			t.Error("somebody types who may not write")
		}
		strangers := sc.Server.DirectMessage(sc.Bot.App.User, sc.Server.NewUser("stranger"))
		sc.Refused([]testbot.RefusedRequest{
			{"without permission", "POST", path + "/typing", "", 403, "50013"},
			{"to a stranger", "POST", "/channels/" + strangers.ID + "/typing", "", 403, "50007"},
		})
	})
}
