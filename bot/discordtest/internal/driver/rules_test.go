package driver_test

import (
	"errors"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// The client's error for a refused value names the rule that the value breaks.
func TestBrokenRulesAreSaid(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.Register(`[{"name":"ask","description":"x"},{"name":"form","description":"x"},
			{"name":"say","description":"x","options":[{"type":3,"name":"text","description":"x","min_length":3,"max_length":5},{"type":4,"name":"n","description":"x","max_value":4}]}]`)
		sc.Bot.Answer = func(it testbot.Received) any {
			if it.Data.Name == "form" {
				return `{"type":9,"data":{"title":"t","custom_id":"f","components":[{"type":18,"label":"Your name","component":{"type":4,"custom_id":"n","style":1,"min_length":5,"max_length":9}}]}}`
			}
			return `{"type":4,"data":{"content":"x","components":[{"type":1,"components":[{"type":3,"custom_id":"m","max_values":2,
				"options":[{"label":"a","value":"a"},{"label":"b","value":"b"},{"label":"c","value":"c"}]}]}]}}`
		}
		alice := sc.Alice.In(sc.Channel)
		asked, err := alice.Use(sc.Ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		form, err := alice.Use(sc.Ctx, "form", nil)
		if err != nil {
			t.Fatal(err)
		}
		for want, do := range map[string]func() error{
			"the menu takes 1 to 2 choices, not 3": func() error {
				_, err := alice.Choose(sc.Ctx, asked.Message.ID, "m", "a", "b", "c")
				return err
			},
			`the field "Your name" takes 5 to 9 characters, not 2`: func() error {
				_, err := alice.Submit(sc.Ctx, form, map[string][]string{"n": {"me"}})
				return err
			},
			"it takes 3 to 5 characters, not 2": func() error {
				_, err := alice.Use(sc.Ctx, "say", map[string]any{"text": "ab"})
				return err
			},
			"it takes numbers up to 4, not 5": func() error {
				_, err := alice.Use(sc.Ctx, "say", map[string]any{"n": 5})
				return err
			},
		} {
			if err := do(); !errors.Is(err, discordtest.ErrBadValue) || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	})
}
