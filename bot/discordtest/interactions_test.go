package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/interaction"
)

const askCommands = `[{"name":"ask","description":"x"},
	{"name":"look","description":"x","options":[{"type":3,"name":"what","description":"x","autocomplete":true}]},
	{"name":"Poke","type":2}]`

const aPad = `{"type":4,"data":{"content":"pad","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}]}}`

// withAnswer lets the bot answer commands with a pad and record what else it gets.
func (sc *scene) withAnswer(answer string) *received {
	sc.t.Helper()
	sc.bot.register(askCommands)
	var last received
	sc.bot.answer = func(it received) any { last = it; return answer }
	return &last
}

// hook is the webhook's path of an interaction.
func (b *fakeBot) hook(it *received) string {
	return "/webhooks/" + b.app.ID + "/" + it.Token
}

func TestCallbackTypes(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.withAnswer(aPad)
		alice := sc.alice.In(sc.channel)
		made, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		bodies := map[int]string{
			1: `{"type":1}`, 4: `{"type":4,"data":{"content":"x"}}`, 5: `{"type":5}`, 6: `{"type":6}`,
			7: `{"type":7,"data":{"content":"y"}}`, 8: `{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`,
			9:  `{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":{"type":4,"custom_id":"i","style":1}}]}}`,
			12: `{"type":12}`,
		}
		acts := []struct {
			name    string
			act     func() error
			allowed []int
		}{
			{"command", func() error { _, err := alice.Use(sc.ctx, "ask", nil); return err }, []int{4, 5, 9}},
			{"user command", func() error { _, err := alice.UseOn(sc.ctx, "Poke", sc.bob); return err }, []int{4, 5, 9}},
			{"press", func() error { _, err := alice.Press(sc.ctx, made.Message.ID, "/a"); return err }, []int{4, 5, 6, 7, 9}},
			{"completion", func() error { _, err := alice.Complete(sc.ctx, "look", "what", "a", nil); return err }, []int{8}},
		}
		for kind, body := range bodies {
			sc.bot.answer = func(received) any { return body }
			for _, a := range acts {
				err := a.act()
				allowed := slices.Contains(a.allowed, kind)
				if allowed && err != nil || !allowed && !errors.Is(err, discordtest.ErrFailed) {
					t.Errorf("%s answered by type %d: %v", a.name, kind, err)
				}
			}
		}
	})
}

func TestOneInitialResponse(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(aPad)
		if _, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			status, body := sc.bot.callback(*it, aPad)
			if status != 400 || !strings.Contains(body, `"code":40060`) {
				t.Errorf("a second response: %d %s", status, body)
			}
			time.Sleep(time.Minute) // of the bubble
		}
	})
}

func TestRefusedAnswerCanBeRepeated(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(askCommands)
		sc.bot.answer = func(it received) any {
			if status, body := sc.bot.callback(it, `{"type":4,"data":{"content":"`+x(2001)+`"}}`); status != 400 || hasError(body, "data.content BASE_TYPE_MAX_LENGTH") != nil {
				t.Errorf("long: %d %s", status, body)
			}
			return aPad
		}
		if _, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil); err != nil {
			t.Error(err)
		}
		sc.bot.answer = func(it received) any { return `{"type":4,"data":{"content":""}}` }
		_, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil)
		if !errors.Is(err, discordtest.ErrFailed) || !strings.Contains(err.Error(), "50006") {
			t.Errorf("an empty answer: %v", err)
		}
	})
}

func TestWithResponse(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(askCommands)
		var status int
		var body string
		answerWith := func(callback string) func(received) any {
			return func(it received) any {
				path := fmt.Sprintf("/interactions/%s/%s/callback?with_response=True", it.ID, it.Token)
				status, body = sc.bot.do("POST", path, callback)
				return nil
			}
		}
		sc.bot.answer = answerWith(aPad)
		a, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		var got interaction.CallbackObject
		if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 {
			t.Fatalf("%d %s", status, body)
		}
		if got.Interaction.MessageID != a.Message.ID || got.Resource.Type != 4 || got.Resource.Message.Content != "pad" || *got.Interaction.Loading {
			t.Errorf("response %s", body)
		}
		sc.bot.answer = answerWith(`{"type":5,"data":{"flags":64}}`)
		if _, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !strings.Contains(body, `"response_message_loading":true,"response_message_ephemeral":true`) || strings.Contains(body, `"message":`) {
			t.Errorf("deferred response %s", body)
		}
	})
}

func TestDeferredMessage(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(`{"type":5,"data":{"flags":32832}}`) // ephemeral and Components V2
		alice := sc.alice.In(sc.channel)
		a, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.Message.Flags != discordtest.FlagLoading|discordtest.FlagEphemeral {
			t.Errorf("flags %d: only ephemeral may count", a.Message.Flags)
		}
		var filled discordtest.Message
		sc.bot.must("POST", sc.bot.hook(it), v2(aText), &filled) // public, it says, but that was decided
		if filled.ID != a.Message.ID || filled.Loading() || !filled.Ephemeral() || filled.Flags&discordtest.FlagComponentsV2 == 0 {
			t.Errorf("filled %+v", filled)
		}
		var next discordtest.Message
		sc.bot.must("POST", sc.bot.hook(it), `{"content":"next"}`, &next)
		if next.ID == a.Message.ID || next.Ephemeral() || next.Reference.MessageID != a.Message.ID || next.Type != 19 {
			t.Errorf("follow-up %+v", next)
		}
		if seen := sc.bob.In(sc.channel).Messages(); len(seen) != 1 || seen[0].ID != next.ID {
			t.Errorf("bob sees %+v", seen)
		}
	})
}

func TestDeferredUpdate(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(aPad)
		alice := sc.alice.In(sc.channel)
		made, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		sc.withAnswer(`{"type":6}`)
		sc.bot.answer = func(press received) any { *it = press; return `{"type":6}` }
		a, err := sc.bob.In(sc.channel).Press(sc.ctx, made.Message.ID, "/a")
		if err != nil || a.Message != nil {
			t.Fatalf("%+v %v", a, err)
		}
		sc.bot.must("PATCH", sc.bot.hook(it)+"/messages/@original", `{"content":"later"}`, nil)
		if seen := alice.Messages(); len(seen) != 1 || seen[0].Content != "later" || seen[0].EditedTimestamp == nil || len(seen[0].Components) != 1 {
			t.Errorf("alice sees %+v", seen)
		}
	})
}

func TestEphemeral(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(`{"type":4,"data":{"flags":64,"content":"secret","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}]}}`)
		alice, bob := sc.alice.In(sc.channel), sc.bob.In(sc.channel)
		a, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(alice.Messages()) != 1 || len(bob.Messages()) != 0 {
			t.Errorf("alice sees %d, bob %d", len(alice.Messages()), len(bob.Messages()))
		}
		if _, err := bob.Press(sc.ctx, a.Message.ID, "/a"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("bob presses: %v", err)
		}
		path := "/channels/" + sc.channel.ID + "/messages/" + a.Message.ID
		if status, _ := sc.bot.do("PATCH", path, `{"content":"y"}`); status != 404 {
			t.Errorf("edited by the bot token: %d", status)
		}
		var edited discordtest.Message
		sc.bot.must("PATCH", sc.bot.hook(it)+"/messages/"+a.Message.ID, `{"content":"y","flags":0}`, &edited)
		if !edited.Ephemeral() || edited.Content != "y" {
			t.Errorf("edited %+v", edited)
		}
		sc.bot.must("GET", sc.bot.hook(it)+"/messages/@original", nil, nil)
		sc.bot.must("DELETE", sc.bot.hook(it)+"/messages/@original", nil, nil)
		if status, body := sc.bot.do("GET", sc.bot.hook(it)+"/messages/@original", nil); status != 404 || !strings.Contains(body, "10008") {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestWebhookLife(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer("")
		sc.bot.answer = func(got received) any {
			*it = got
			if status, body := sc.bot.do("POST", sc.bot.hook(it), `{"content":"early"}`); status != 404 || !strings.Contains(body, "10015") {
				t.Errorf("before the response: %d %s", status, body)
			}
			return aPad
		}
		if _, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(15*time.Minute - time.Second) // of the bubble
		sc.bot.must("PATCH", sc.bot.hook(it)+"/messages/@original", `{"content":"in time"}`, nil)
		time.Sleep(time.Second)
		if status, body := sc.bot.do("PATCH", sc.bot.hook(it)+"/messages/@original", `{"content":"late"}`); status != 401 || !strings.Contains(body, "50027") {
			t.Errorf("after fifteen minutes: %d %s", status, body)
		}
		if _, err := sc.alice.In(sc.channel).Use(sc.ctx, "ask", nil); err != nil {
			t.Fatal(err)
		}
		if n := sc.server.Desk().Len(); n != 1 {
			t.Errorf("%d interactions kept", n)
		}
	})
}

func TestEdits(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/channels/" + sc.channel.ID + "/messages"
		var legacy, modern, got discordtest.Message
		sc.bot.must("POST", path, `{"content":"x"}`, &legacy)
		sc.bot.must("POST", path, v2(aText), &modern)
		status, body := sc.bot.do("PATCH", path+"/"+legacy.ID, v2(aText))
		if err := hasError(body, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"); status != 400 || err != nil {
			t.Errorf("V2 beside content: %d %v", status, err)
		}
		sc.bot.must("PATCH", path+"/"+legacy.ID, `{"flags":32768,"content":null,"components":[`+aText+`]}`, &got)
		if got.Content != "" || got.Flags != discordtest.FlagComponentsV2 || got.EditedTimestamp == nil {
			t.Errorf("made V2: %+v", got)
		}
		if status, body := sc.bot.do("PATCH", path+"/"+modern.ID, `{"flags":0,"content":"x"}`); status != 400 {
			t.Errorf("V2 taken back: %d %s", status, body)
		}
		sc.bot.must("PATCH", path+"/"+modern.ID, `{"flags":0}`, &got)
		if got.Flags != discordtest.FlagComponentsV2 || len(got.Components) != 1 {
			t.Errorf("V2 kept: %+v", got)
		}
		if status, body := sc.bot.do("PATCH", path+"/"+modern.ID, `{"components":[]}`); status != 400 || !strings.Contains(body, "50006") {
			t.Errorf("emptied: %d %s", status, body)
		}
	})
}

func TestMessagesOfOthers(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.app.AllowIntents(discordtest.IntentMessageContent)
		path := "/channels/" + sc.channel.ID + "/messages"
		other := newFakeBot(t, sc.server, "other")
		sc.guild.Install(other.app)
		var m discordtest.Message
		other.must("POST", path, `{"content":"mine"}`, &m)
		if status, body := sc.bot.do("PATCH", path+"/"+m.ID, `{"content":"x"}`); status != 403 || !strings.Contains(body, "50005") {
			t.Errorf("edit: %d %s", status, body)
		}
		if status, body := sc.bot.do("DELETE", path+"/"+m.ID, nil); status != 403 || !strings.Contains(body, "50013") {
			t.Errorf("delete: %d %s", status, body)
		}
		var listed []discordtest.Message
		for i := range 3 {
			other.must("POST", path, fmt.Sprintf(`{"content":"%d"}`, i), nil)
		}
		sc.bot.must("GET", path+"?limit=2", nil, &listed)
		if len(listed) != 2 || listed[0].Content != "2" || listed[1].Content != "1" {
			t.Errorf("newest two: %+v", listed)
		}
		sc.bot.must("GET", path+"?limit=1&after="+m.ID, nil, &listed)
		if len(listed) != 1 || listed[0].Content != "0" {
			t.Errorf("next: %+v", listed)
		}
		sc.bot.must("GET", path+"?before="+listed[0].ID, nil, &listed)
		if len(listed) != 1 || listed[0].Content != "mine" {
			t.Errorf("before: %+v", listed)
		}
		other.must("DELETE", path+"/"+m.ID, nil, nil)
		if status, _ := other.do("GET", path+"/"+m.ID, nil); status != 404 {
			t.Errorf("deleted: %d", status)
		}
	})
}

func TestTokenReachesOnlyItsOwn(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		it := sc.withAnswer(aPad)
		alice := sc.alice.In(sc.channel)
		first, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		second, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		path := sc.bot.hook(it) + "/messages/"
		if status, body := sc.bot.do("PATCH", path+first.Message.ID, `{"content":"x"}`); status != 404 || hasError(body, "10008") != nil {
			t.Errorf("the message of another interaction: %d %s", status, body)
		}
		sc.bot.must("PATCH", path+second.Message.ID, `{"content":"x"}`, nil)
		other := sc.server.NewApplication("other")
		wrong := "/webhooks/" + other.ID + "/" + it.Token
		if status, body := sc.bot.do("POST", wrong, `{"content":"x"}`); status != 401 || hasError(body, "50027") != nil {
			t.Errorf("the token under another application: %d %s", status, body)
		}
	})
}

func TestDismissedMessageCannotBeUpdated(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.withAnswer(aPad)
		alice := sc.alice.In(sc.channel)
		made, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		sc.bot.answer = func(it received) any {
			if err := sc.bob.In(sc.channel).Delete(made.Message.ID); err != nil {
				t.Error(err)
			}
			status, body := sc.bot.callback(it, `{"type":7,"data":{"content":"x"}}`)
			if status != 404 || hasError(body, "10008") != nil {
				t.Errorf("updated: %d %s", status, body)
			}
			return `{"type":6}`
		}
		if _, err := alice.Press(sc.ctx, made.Message.ID, "/a"); err != nil {
			t.Error(err)
		}
	})
}

func TestNobodyDeletesABotsMessageInADirectMessage(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.withAnswer(aPad)
		alice := sc.alice.In(sc.server.DirectMessage(sc.alice, sc.bot.app.User))
		a, err := alice.Use(sc.ctx, "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := alice.Delete(a.Message.ID); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("deleted: %v", err)
		}
	})
}
