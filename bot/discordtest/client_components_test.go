package discordtest_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

func TestSubmit(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Channel)
		made := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		sc.Bot.Answer = func(got Received) any {
			*it = got
			if got.Type == 5 {
				return `{"type":7,"data":{"content":"submitted"}}`
			}
			return Modal(ARow + `,` + Row(`{"type":4,"custom_id":"/side","style":1,"label":"Side","required":false}`))
		}
		form := sc.OK(alice.Press(sc.Ctx, made.Message.ID, "/a"))
		for _, c := range []struct {
			values map[string]string
			want   error
		}{
			{nil, nil},
			{map[string]string{"/name#": "bo", "/side": "o"}, nil},
			{map[string]string{"/name#": "b"}, discordtest.ErrBadValue},
			{map[string]string{"/name#": ""}, discordtest.ErrBadValue},
			{map[string]string{"/name#": "bobby"}, discordtest.ErrBadValue},
			{map[string]string{"/age": "z"}, discordtest.ErrNotThere},
		} {
			a, err := alice.Submit(sc.Ctx, form, c.values)
			if !errors.Is(err, c.want) {
				t.Errorf("%v: %v, want %v", c.values, err, c.want)
			}
			if err == nil && (a.Message.ID != made.Message.ID || a.Message.Content != "submitted") {
				t.Errorf("answer %+v", a.Message)
			}
		}
		want := `"data":{"custom_id":"/form","components":[{"type":1,"id":1,"components":[{"type":4,"id":2,"custom_id":"/name#","value":"bo"}]}`
		if !strings.Contains(string(it.Raw), want) {
			t.Errorf("the bot got %s", it.Raw)
		}
		if _, err := sc.Bob.In(sc.Channel).Submit(sc.Ctx, form, nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("bob submits alice's form: %v", err)
		}
	})
}

func TestUnansweredInteractionFailsAfterThreeSeconds(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Bot.Register(GreetCommand)
		var late Received
		sc.Bot.Answer = func(it Received) any { late = it; return nil }
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
