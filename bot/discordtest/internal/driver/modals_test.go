package driver_test

import (
	"encoding/json"
	"errors"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/testbot"
)

func TestSubmit(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		it := sc.WithAnswer(testbot.Pad)
		alice := sc.Alice.In(sc.Channel)
		made, err := alice.Use(sc.Ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		sc.Bot.Answer = func(got testbot.Received) any {
			*it = got
			if got.Type == interaction.TypeModal {
				return `{"type":7,"data":{"content":"submitted"}}`
			}
			return testbot.Modal(testbot.ALabel + `,{"type":18,"label":"Side","component":{"type":3,"custom_id":"/side","required":false,"options":[{"label":"X","value":"x"},{"label":"O","value":"o"}]}},
				{"type":18,"label":"Who","component":{"type":5,"custom_id":"/who"}}`)
		}
		form, err := alice.Press(sc.Ctx, made.Message.ID, "/a")
		if err != nil {
			t.Fatal(err)
		}
		bob := []string{sc.Bob.ID}
		for _, c := range []struct {
			values map[string][]string
			want   error
		}{
			{map[string][]string{"/who": bob}, nil},
			{map[string][]string{"/who": bob, "/name#": {"bo"}, "/side": {"o"}}, nil},
			{map[string][]string{}, discordtest.ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {"b"}}, discordtest.ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {""}}, discordtest.ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {"bobby"}}, discordtest.ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {"bo", "by"}}, discordtest.ErrBadValue},
			{map[string][]string{"/who": bob, "/side": {"z"}}, discordtest.ErrBadValue},
			{map[string][]string{"/who": bob, "/age": {"z"}}, discordtest.ErrNotThere},
		} {
			a, err := alice.Submit(sc.Ctx, form, c.values)
			if !errors.Is(err, c.want) {
				t.Errorf("%v: %v, want %v", c.values, err, c.want)
			}
			if err == nil && (a.Message.ID != made.Message.ID || a.Message.Content != "submitted") {
				t.Errorf("answer %+v", a.Message)
			}
		}
		var got struct{ Data driver.ModalData }
		if err := json.Unmarshal(it.Raw, &got); err != nil {
			t.Fatal(err)
		}
		if d := got.Data; d.CustomID != "/form" || *d.Components[0].Component.Value != any("bo") || d.Components[1].Component.Values[0] != "o" || d.Resolved.Users[sc.Bob.ID].Username != "bob" {
			t.Errorf("the bot got %s", it.Raw)
		}
		if _, err := sc.Bob.In(sc.Channel).Submit(sc.Ctx, form, nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("bob submits alice's form: %v", err)
		}
	})
}
