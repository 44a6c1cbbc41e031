package discordtest_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/testbot"
)

// A fatality is a testing.T for a Player that must fail. It records the log and the failure message
// instead of failing the test, and ends the goroutine as testing.T does.
type fatality struct {
	*testing.T
	text string
	log  string
}

func (f *fatality) Logf(format string, args ...any) { f.log += fmt.Sprintf(format, args...) }

func (f *fatality) Fatalf(format string, args ...any) {
	f.text = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// fails runs `story`, a series of a Player's actions, as user `u` and returns the recorded failure. The story is
// expected to fail.
func fails(sc *testbot.Scene, u *discordtest.User, story func(p *discordtest.Player)) *fatality {
	f := &fatality{T: sc.T}
	done := make(chan struct{})
	go func() {
		defer close(done)
		story(discordtest.Play(f, u.In(sc.Channel)))
	}()
	<-done
	return f
}

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
func tells(sc *testbot.Scene) {
	sc.T.Helper()
	sc.Bot.Register(testbot.AskCommands)
	sc.Bot.Answer = func(it testbot.Received) any {
		switch {
		case it.Type == interaction.TypeAutocomplete:
			return `{"type":8,"data":{"choices":[{"name":"One","value":"1"}]}}`
		case it.Type == interaction.TypeCommand && it.Data.Name == "Poke":
			return `{"type":4,"data":{"flags":64,"content":"Poked\nBy\nyou"}}`
		case it.Type == interaction.TypeCommand && it.Data.Name == "look":
			sc.Bot.Working.Go(func() {
				time.Sleep(time.Second) // one second of the bubble's clock
				sc.Bot.Do("PATCH", sc.Bot.Hook(&it)+"/messages/@original", `{"content":"looked"}`)
			})
			return `{"type":5}`
		case it.Type == interaction.TypeCommand:
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
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		tells(sc)
		alice, bob := discordtest.Play(t, sc.Alice.In(sc.Channel)), discordtest.Play(t, sc.Bob.In(sc.Channel))
		begun := alice.Uses("/ask")
		if discordtest.Text(begun) != "begun" || len(discordtest.Buttons(begun)) != 4 || len(discordtest.Menus(begun)) != 1 {
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

func TestStoriesFail(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		tells(sc)
		begun := discordtest.Play(t, sc.Alice.In(sc.Channel)).Uses("/ask")
		discordtest.Play(t, sc.Alice.In(sc.Channel)).UsesOn("Poke", sc.Bob)
		for _, c := range []struct {
			want  string
			story func(p *discordtest.Player)
		}{
			{`/nothing: discordtest: nothing there to use`, func(p *discordtest.Player) { p.Uses("/nothing") }},
			{`sees no enabled button "Gone"`, func(p *discordtest.Player) { p.Presses("Gone") }},
			{`sees no enabled button "…/no"`, func(p *discordtest.Player) { p.PressesID("/no") }},
			{`sees no enabled button "Gone" on message`, func(p *discordtest.Player) { p.PressesOn(begun.ID, "Gone") }},
			{`could press "Accept"`, func(p *discordtest.Player) { p.CannotPress("Accept") }},
			{`sees no enabled menu with ["Row 3"]`, func(p *discordtest.Player) { p.Chooses("Row 3") }},
			{`does not see "Poked"`, func(p *discordtest.Player) { p.Sees("Poked") }},
			{`does not see "begun" privately`, func(p *discordtest.Player) { p.SeesPrivately("begun") }},
			{`sees "begun" in message`, func(p *discordtest.Player) { p.DoesNotSee("begun") }},
			{`waited in vain for "more"`, func(p *discordtest.Player) { p.Awaits("more") }},
			{`does not see message 12`, func(p *discordtest.Player) { p.Message("12") }},
			{`gets no choices`, func(p *discordtest.Player) { p.Completes("/look", "where", "x") }},
		} {
			f := fails(sc, sc.Bob, c.story)
			if !strings.Contains(f.text, c.want) || !strings.HasPrefix(f.text, "bob ") {
				t.Errorf("failed with %q, want %q", f.text, c.want)
			}
			if !strings.Contains(f.log, "begun") || !strings.Contains(f.log, "[Gone] disabled /m/1/no") || !strings.Contains(f.log, "menu Row (Row 1, Row 2)") {
				t.Errorf("log of %q: %s", c.want, f.log)
			}
		}
	})
}
