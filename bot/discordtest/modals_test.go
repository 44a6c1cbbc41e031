package discordtest

import (
	"encoding/json"
	"errors"
	"testing"
)

// modal returns callback type 9 with components.
func modal(components string) string {
	return `{"type":9,"data":{"custom_id":"/form","title":"Form","components":[` + components + `]}}`
}

const aLabel = `{"type":18,"label":"Name#","component":{"type":4,"custom_id":"/name#","style":1,"min_length":2,"max_length":4,"value":"anna"}}`

func TestModalRules(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(askCommands)
		for _, c := range []messageCase{
			{"custom id", `{"type":9,"data":{"title":"t","components":[` + aLabel + `]}}`, "data.custom_id BASE_TYPE_REQUIRED", modal(aLabel)},
			{"title", `{"type":9,"data":{"custom_id":"c","title":"` + x(46) + `","components":[` + aLabel + `]}}`, "data.title BASE_TYPE_BAD_LENGTH", `{"type":9,"data":{"custom_id":"c","title":"` + x(45) + `","components":[` + aLabel + `]}}`},
			{"components", `{"type":9,"data":{"custom_id":"c","title":"t","components":` + times(6, aLabel) + `}}`, "data.components BASE_TYPE_BAD_LENGTH", `{"type":9,"data":{"custom_id":"c","title":"t","components":` + times(5, aLabel) + `}}`},
			{"no data", `{"type":9}`, "data BASE_TYPE_REQUIRED", modal(aLabel)},
			{"button", modal(row(aButton)), "data.components.0.components.0 UNION_TYPE_CHOICES", modal(row(`{"type":4,"custom_id":"/t","style":2,"label":"l"}`))},
			{"label", modal(`{"type":18,"label":"` + x(46) + `","component":{"type":4,"custom_id":"c","style":1}}`), "data.components.0.label BASE_TYPE_BAD_LENGTH", modal(`{"type":18,"label":"` + x(45) + `","component":{"type":4,"custom_id":"c","style":1}}`)},
			{"style", modal(`{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":3}}`), "data.components.0.component.style BASE_TYPE_CHOICES", modal(`{"type":10,"content":"x"}`)},
			{"placeholder", modal(`{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":1,"placeholder":"` + x(101) + `"}}`), "data.components.0.component.placeholder BASE_TYPE_MAX_LENGTH", modal(`{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":1,"placeholder":"` + x(100) + `"}}`)},
		} {
			sc.bot.answer = func(it received) any {
				status, body := sc.bot.callback(it, c.bad)
				if err := hasError(body, c.path); status != 400 || err != nil {
					t.Errorf("%s: %d %v", c.rule, status, err)
				}
				return c.good
			}
			if a, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil); err != nil || a.Modal == nil {
				t.Errorf("%s: %+v %v", c.rule, a, err)
			}
		}
	})
}

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
			if got.Type == interactionModal {
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
			{map[string][]string{}, ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {"b"}}, ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {""}}, ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {"bobby"}}, ErrBadValue},
			{map[string][]string{"/who": bob, "/name#": {"bo", "by"}}, ErrBadValue},
			{map[string][]string{"/who": bob, "/side": {"z"}}, ErrBadValue},
			{map[string][]string{"/who": bob, "/age": {"z"}}, ErrNotThere},
		} {
			a, err := alice.Submit(sc.ctx, form, c.values)
			if !errors.Is(err, c.want) {
				t.Errorf("%v: %v, want %v", c.values, err, c.want)
			}
			if err == nil && (a.Message.ID != made.Message.ID || a.Message.Content != "submitted") {
				t.Errorf("answer %+v", a.Message)
			}
		}
		var got struct{ Data modalData }
		if err := json.Unmarshal(it.raw, &got); err != nil {
			t.Fatal(err)
		}
		if d := got.Data; d.CustomID != "/form" || *d.Components[0].Component.Value != "bo" || d.Components[1].Component.Values[0] != "o" || d.Resolved.Users[sc.bob.ID].Username != "bob" {
			t.Errorf("the bot got %s", it.raw)
		}
		if _, err := sc.bob.In(sc.channel).Submit(sc.ctx, form, nil); !errors.Is(err, ErrNotThere) {
			t.Errorf("bob submits alice's form: %v", err)
		}
	})
}
