package discordtest_test

import (
	"encoding/json"
	"errors"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/interaction"
)

func TestSubmit(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(aPad)
		alice := sc.alice.In(sc.channel)
		made, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		sc.bot.answer = func(got received) any {
			*it = got
			if got.Type == interaction.TypeModal {
				return `{"type":7,"data":{"content":"submitted"}}`
			}
			return modal(aLabel + `,{"type":18,"label":"Side","component":{"type":3,"custom_id":"/side","required":false,"options":[{"label":"X","value":"x"},{"label":"O","value":"o"}]}},
				{"type":18,"label":"Who","component":{"type":5,"custom_id":"/who"}}`)
		}
		form, err := alice.Press(sc.ctx, made.Message.ID, "/a")
		if err != nil {
			t.Fatal(err)
		}
		bob := []string{sc.bob.ID}
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
			a, err := alice.Submit(sc.ctx, form, c.values)
			if !errors.Is(err, c.want) {
				t.Errorf("%v: %v, want %v", c.values, err, c.want)
			}
			if err == nil && (a.Message.ID != made.Message.ID || a.Message.Content != "submitted") {
				t.Errorf("answer %+v", a.Message)
			}
		}
		var got struct{ Data driver.ModalData }
		if err := json.Unmarshal(it.raw, &got); err != nil {
			t.Fatal(err)
		}
		if d := got.Data; d.CustomID != "/form" || *d.Components[0].Component.Value != any("bo") || d.Components[1].Component.Values[0] != "o" || d.Resolved.Users[sc.bob.ID].Username != "bob" {
			t.Errorf("the bot got %s", it.raw)
		}
		if _, err := sc.bob.In(sc.channel).Submit(sc.ctx, form, nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("bob submits alice's form: %v", err)
		}
	})
}
