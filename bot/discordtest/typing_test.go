package discordtest_test

import (
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestTyping(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		_, hears := sc.listener(object.IntentGuildMessageTyping)
		names := func(want string) {
			t.Helper()
			got := ""
			for _, u := range sc.channel.Typing() {
				got += u.Name() + " "
			}
			if got != want {
				t.Errorf("%q are typing, want %q", got, want)
			}
		}
		path := "/channels/" + sc.channel.ID
		sc.bot.must("POST", path+"/typing", nil, nil)
		hears("TYPING_START", `"user_id":"`+sc.bot.app.User.ID, `"channel_id":"`+sc.channel.ID, `"timestamp":`, `"member":{"user":`)
		time.Sleep(5 * time.Second)
		if err := sc.alice.In(sc.channel).StartTyping(); err != nil {
			t.Fatal(err)
		}
		hears("TYPING_START", `"user_id":"`+sc.alice.ID)
		names("noughts alice ")
		time.Sleep(5 * time.Second)
		names("alice ")
		if _, err := sc.alice.In(sc.channel).Say("x"); err != nil {
			t.Fatal(err)
		}
		names("")
		sc.channel.Overwrite(sc.guild.Everyone(), 0, discordtest.PermissionSendMessages)
		if err := sc.alice.In(sc.channel).StartTyping(); err == nil {
			t.Error("somebody types who may not write")
		}
		strangers := sc.server.DirectMessage(sc.bot.app.User, sc.server.NewUser("stranger"))
		sc.refused([]refusedRequest{
			{"without permission", "POST", path + "/typing", "", 403, "50013"},
			{"to a stranger", "POST", "/channels/" + strangers.ID + "/typing", "", 403, "50007"},
		})
	})
}
