package driver_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/testbot"
)

// pad is an answer with a text, a row of two buttons, and a menu. Its %s is the id of the user that the text mentions.
const pad = `{"type":4,"data":{"flags":32768,"components":[
	{"type":10,"content":"Board of <@%s>"},
	{"type":1,"components":[
		{"type":2,"style":1,"custom_id":"/a1","label":"a1"},
		{"type":2,"style":2,"custom_id":"/b1","label":"b1","disabled":true}]},
	{"type":1,"components":[{"type":3,"custom_id":"/menu","options":[{"label":"One","value":"1"},{"label":"Two","value":"2"}]}]}]}}`

func TestUseThenPress(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.Register(testbot.GreetCommand)
		sc.Bot.Answer = func(it testbot.Received) any {
			if it.Type == interaction.TypeCommand {
				return pad
			}
			return `{"type":7,"data":{"flags":32768,"components":[{"type":10,"content":"played ` + it.Data.CustomID + `"}]}}`
		}
		alice := sc.Alice.In(sc.Channel)
		a, err := alice.Use(sc.Ctx, "/greet", map[string]any{"whom": sc.Bob, "times": 2, "tone": "soft"})
		if err != nil {
			t.Fatal(err)
		}
		if a.Type != 4 || a.Message == nil || a.Message.Type != 20 || len(a.Message.Components) != 3 {
			t.Fatalf("answer %+v", a)
		}
		b, err := sc.Bob.In(sc.Channel).Press(sc.Ctx, a.Message.ID, "/a1")
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Message.Components[0].Content; got != "played /a1" {
			t.Errorf("after the press: %q", got)
		}
		if seen := alice.Messages(); len(seen) != 1 || seen[0].Components[0].Content != "played /a1" {
			t.Errorf("alice sees %+v", seen)
		}
	})
}

func TestUnansweredInteractionFailsAfterThreeSeconds(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.Register(testbot.GreetCommand)
		var late testbot.Received
		sc.Bot.Answer = func(it testbot.Received) any { late = it; return nil }
		begin := time.Now()
		_, err := sc.Alice.In(sc.Channel).Type(sc.Ctx, "/greet whom:@bob")
		if !errors.Is(err, discordtest.ErrFailed) || time.Since(begin) != 3*time.Second {
			t.Fatalf("%v after %v", err, time.Since(begin))
		}
		synctest.Wait()
		if status, body := sc.Bot.Callback(late, `{"type":5}`); status != 404 || body != `{"code":10062,"message":"Unknown interaction"}` {
			t.Errorf("late callback: %d %s", status, body)
		}
	})
}
