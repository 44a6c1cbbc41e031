package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

const storyPad = `{"flags":%d,"components":[
	{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"%s"}],"accessory":{"type":2,"style":2,"custom_id":"/m/1/help","label":"Help"}}]},
	{"type":1,"components":[
		{"type":2,"style":1,"custom_id":"/m/1/accept","label":"Accept"},
		{"type":2,"style":1,"custom_id":"/m/1/x","emoji":{"name":"❌"}},
		{"type":2,"style":1,"custom_id":"/m/1/no","label":"Gone","disabled":true}]},
	{"type":1,"components":[{"type":3,"custom_id":"/m/1/row","placeholder":"Row","options":[{"label":"Row 1","value":"1"},{"label":"Row 2","value":"2"}]}]}]}`

// tells makes the scene's bot answer every command, press and choice. A command is answered with the message storyPad,
// a press or choice with a storyPad whose text is the custom id and the chosen values. Some commands and buttons, such
// as Poke and Help, have answers of their own.
func tells(sc *Scene) {
	sc.T.Helper()
	sc.Bot.Register(AskCommands)
	sc.Bot.Answer = func(it Received) any {
		switch {
		case it.Type == 4:
			return `{"type":8,"data":{"choices":[{"name":"One","value":"1"}]}}`
		case it.Type == 2 && it.Data.Name == "Poke":
			return `{"type":4,"data":{"flags":64,"content":"Poked\nBy\nyou"}}`
		case it.Type == 2 && it.Data.Name == "look":
			sc.Bot.Working.Go(func() {
				time.Sleep(time.Second) // one second of the bubble's clock
				sc.Bot.Do("PATCH", sc.Bot.Hook(&it)+"/messages/@original", `{"content":"looked"}`)
			})
			return `{"type":5}`
		case it.Type == 2:
			return `{"type":4,"data":` + fmt.Sprintf(storyPad, discordtest.FlagComponentsV2, "begun") + `}`
		case it.Data.CustomID == "/m/1/help":
			sc.Bot.Working.Go(func() {
				time.Sleep(time.Second)
				sc.Bot.Do("POST", sc.Bot.Hook(&it), `{"flags":64,"content":"helped"}`)
			})
			return `{"type":6}`
		case it.Data.CustomID == "/m/1/x":
			sc.Bot.Working.Go(func() {
				time.Sleep(time.Second)
				sc.Bot.Do("PATCH", sc.Bot.Hook(&it)+"/messages/@original", fmt.Sprintf(storyPad, discordtest.FlagComponentsV2, "later"))
			})
			return `{"type":6}`
		}
		text := it.Data.CustomID + strings.Join(it.Data.Values, ",")
		return `{"type":7,"data":` + fmt.Sprintf(storyPad, discordtest.FlagComponentsV2, text) + `}`
	}
}

func TestStory(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		tells(sc)
		alice, bob := discordtest.Play(t, sc.Alice.In(sc.Channel)), discordtest.Play(t, sc.Bob.In(sc.Channel))
		begun := alice.Uses("/ask")
		if begun.Type != 20 || discordtest.Text(begun) != "begun" || len(discordtest.Buttons(begun)) != 4 || len(discordtest.Menus(begun)) != 1 {
			t.Errorf("text %q, %d buttons, %d menus", discordtest.Text(begun), len(discordtest.Buttons(begun)), len(discordtest.Menus(begun)))
		}
		for _, c := range []struct {
			got  discordtest.Message
			want string
		}{
			{bob.Presses("Accept"), "/m/1/accept"}, {bob.Presses("❌"), "later"}, {alice.PressesID("/accept"), "/m/1/accept"},
			{alice.PressesOn(begun.ID, "❌"), "later"}, {alice.Chooses("Row 2"), "/m/1/row2"},
		} {
			if discordtest.Text(c.got) != c.want || c.got.ID != begun.ID {
				t.Errorf("text %q, want %q", discordtest.Text(c.got), c.want)
			}
		}
		if helped := alice.Presses("Help"); discordtest.Text(helped) != "helped" || !helped.Ephemeral() {
			t.Errorf("a message after a deferred update: %+v", helped)
		}
		bob.CannotPress("Gone")
		bob.Sees("/m/1/row2")
		bob.DoesNotSee("begun")
		if looked := bob.Uses("/look what:x"); discordtest.Text(looked) != "looked" || looked.Loading() {
			t.Errorf("deferred: %+v", looked)
		}
		if got := alice.Completes("/look", "what", "o"); len(got) != 1 || got[0] != "One" {
			t.Errorf("choices %q", got)
		}
		if poked := alice.UsesOn("Poke", sc.Bob); discordtest.Text(poked) != "Poked\nBy\nyou" {
			t.Errorf("embed: %q", discordtest.Text(poked))
		}
		alice.SeesPrivately("Poked")
		bob.DoesNotSee("Poked")
		alice.Presses("Accept") // on the older message: the newest has no button Accept
		sc.Bot.Working.Go(func() {
			sc.Bot.Do("POST", "/channels/"+sc.Channel.ID+"/messages", `{"content":"the news"}`)
		})
		bob.Awaits("news")
	})
}
