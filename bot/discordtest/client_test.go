package discordtest_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/interaction"
)

const greetCommand = `[{"name":"greet","description":"Say hello","options":[
	{"type":6,"name":"whom","description":"Whom","required":true},
	{"type":4,"name":"times","description":"How often","min_value":1,"max_value":9},
	{"type":3,"name":"tone","description":"How","choices":[{"name":"Loud voice","value":"loud"},{"name":"Soft","value":"soft"}]}]}]`

// pad is a message with a row of two buttons and a menu.
const pad = `{"type":4,"data":{"flags":32768,"components":[
	{"type":10,"content":"Board of <@%s>"},
	{"type":1,"components":[
		{"type":2,"style":1,"custom_id":"/a1","label":"a1"},
		{"type":2,"style":2,"custom_id":"/b1","label":"b1","disabled":true}]},
	{"type":1,"components":[{"type":3,"custom_id":"/menu","options":[{"label":"One","value":"1"},{"label":"Two","value":"2"}]}]}]}}`

func TestUseThenPress(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(greetCommand)
		sc.bot.answer = func(it received) any {
			if it.Type == interaction.TypeCommand {
				return pad
			}
			return `{"type":7,"data":{"flags":32768,"components":[{"type":10,"content":"played ` + it.Data.CustomID + `"}]}}`
		}
		alice := sc.alice.In(sc.channel)
		a, err := alice.Use(sc.ctx, "/greet", map[string]any{"whom": sc.bob, "times": 2, "tone": "soft"})
		if err != nil {
			t.Fatal(err)
		}
		if a.Type != 4 || a.Message == nil || a.Message.Type != 20 || len(a.Message.Components) != 3 {
			t.Fatalf("answer %+v", a)
		}
		b, err := sc.bob.In(sc.channel).Press(sc.ctx, a.Message.ID, "/a1")
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
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(greetCommand)
		var late received
		sc.bot.answer = func(it received) any { late = it; return nil }
		begin := time.Now()
		_, err := sc.alice.In(sc.channel).Type(sc.ctx, "/greet whom:@bob")
		if !errors.Is(err, discordtest.ErrFailed) || time.Since(begin) != 3*time.Second {
			t.Fatalf("%v after %v", err, time.Since(begin))
		}
		synctest.Wait()
		if status, body := sc.bot.callback(late, `{"type":5}`); status != 404 || body != `{"code":10062,"message":"Unknown interaction"}` {
			t.Errorf("late callback: %d %s", status, body)
		}
	})
}
