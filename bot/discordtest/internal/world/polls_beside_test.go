package world_test

import (
	"strings"
	"testing"

	"noughts/bot/discordtest/internal/testbot"
)

// beside is a message with a text, an embed, a component and a poll.
const beside = `{"content":"words","embeds":[{"title":"t"}],"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}],
	"poll":{"question":{"text":"Who begins?"},"answers":[{"poll_media":{"text":"X"}}]}}`

// webhookOf returns the path of the webhook of the newest interaction.
func webhookOf(b *testbot.WebBot) string {
	b.T.Helper()
	var it struct{ Token string }
	b.Newest(&it)
	return "/webhooks/" + b.App.ID + "/" + it.Token
}

// TestPollsBesideOthers checks that a message can have a text, an embed, a component and a poll at once. It creates the
// message as a plain message, as an answer and as a follow-up.
func TestPollsBesideOthers(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		b.Register(`[{"name":"ask","description":"x"}]`)
		for _, c := range []struct {
			name, answer string
			then         func()
		}{
			{"a message", `{"type":4,"data":{"content":"x"}}`, func() { b.Must("POST", "/channels/"+b.Channel.ID+"/messages", beside) }},
			{"an answer", `{"type":4,"data":` + beside + `}`, func() {}},
			{"a follow-up", `{"type":4,"data":{"content":"x"}}`, func() { b.Must("POST", webhookOf(b), beside) }},
			{"a deferred answer", `{"type":5}`, func() { b.Must("PATCH", webhookOf(b)+"/messages/@original", beside) }},
			{"the first follow-up of a deferred one", `{"type":5}`, func() { b.Must("POST", webhookOf(b), beside) }},
		} {
			b.Will(2, c.answer)
			if _, err := b.Alice.Use(t.Context(), "ask", nil); err != nil {
				t.Fatal(err)
			}
			c.then()
			all := b.Alice.Messages()
			if m := all[len(all)-1]; m.Content != "words" || len(m.Embeds) != 1 || len(m.Components) != 1 || m.Poll == nil || m.Poll.Question.Text != "Who begins?" {
				t.Errorf("%s: %+v", c.name, m)
			}
		}
	})
}

// TestPollsAreNotAdded checks that an edit cannot add a poll to an existing message.
func TestPollsAreNotAdded(t *testing.T) {
	testbot.WithWebBot(t, func(t *testing.T, b *testbot.WebBot) {
		b.Register(`[{"name":"ask","description":"x"}]`)
		b.Will(2, `{"type":4,"data":{"content":"x"}}`)
		a, err := b.Alice.Use(t.Context(), "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Must("PATCH", webhookOf(b)+"/messages/@original", `{"content":"y","poll":null}`)
		status, answer := b.Call("PATCH", webhookOf(b)+"/messages/@original", beside)
		if status != 400 || !strings.Contains(answer, `"errors":{"poll":{"_errors":[{"code":"MESSAGE_POLL_CANNOT_BE_ADDED"`) {
			t.Errorf("%d %s", status, answer)
		}
		if m, _ := b.Alice.Message(a.Message.ID); m.Content != "y" || m.Poll != nil {
			t.Errorf("after the refusal: %+v", m)
		}
	})
}
