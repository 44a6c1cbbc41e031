package discordtest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestAttachmentsOfEdits(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		status, body := sc.Multipart(`{"attachments":[{"id":"0","description":"A board","filename":"board.png"}]}`, "a.png", 8)
		if status != 200 || !strings.Contains(body, `"description":"A board"`) || !strings.Contains(body, `"filename":"board.png"`) {
			t.Fatalf("with a description: %d %s", status, body)
		}
		m := sc.Alice.In(sc.Channel).Messages()[0]
		kept := m.Files()[0]
		if kind, data, ok := sc.Server.Attachment(kept.ID); !ok || len(data) != 8 || kind == "" {
			t.Errorf("its content: %q, %q, %v", kind, data, ok)
		}
		path := "/channels/" + sc.Channel.ID + "/messages/" + m.ID
		for _, c := range []struct {
			name, body string
			files      int
			want       string // the expected error
		}{
			{"not mentioned", `{"content":"x"}`, 1, ""},
			{"kept", `{"attachments":[{"id":"` + kept.ID + `"}]}`, 1, ""},
			{"shown", `{"content":null,"flags":32768,"components":[{"type":13,"file":{"url":"attachment://board.png"}}]}`, 1, ""},
			{"unknown", `{"attachments":[{"id":"12"}]}`, 1, "attachments.0.id ATTACHMENT_NOT_FOUND"},
			{"no id", `{"attachments":[{}]}`, 1, "attachments.0.id BASE_TYPE_REQUIRED"},
			{"dropped", `{"attachments":[],"components":[` + AText + `]}`, 0, ""},
		} {
			time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
			status, body := sc.Bot.Do("PATCH", path, c.body)
			if c.want == "" && status != 200 || c.want != "" && (status != 400 || HasError(body, c.want) != nil) {
				t.Errorf("%s: %d %s", c.name, status, body)
			}
			if m, _ := sc.Alice.In(sc.Channel).Message(m.ID); len(m.Attachments) != c.files {
				t.Errorf("%s: %d files, want %d", c.name, len(m.Attachments), c.files)
			}
		}
	})
}

// TestShownFilesAreNotListed checks a file that a component shows: the message's list of attachments leaves it out.
func TestShownFilesAreNotListed(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		type wire struct {
			ID          discordtest.Snowflake
			Attachments []object.Attachment
		}
		var m wire
		status, body := sc.Multipart(`{"content":"x"}`, "a.png", 8)
		if err := json.Unmarshal([]byte(body), &m); err != nil || status != 200 || len(m.Attachments) != 1 {
			t.Fatalf("%d %s", status, body)
		}
		path := "/channels/" + sc.Channel.ID + "/messages/" + m.ID
		sc.Slowly("PATCH", path, `{"content":null,"flags":32768,"components":[{"type":9,"components":[`+AText+`],"accessory":{"type":11,"media":{"url":"attachment://a.png"}}}]}`, &m)
		if len(m.Attachments) != 0 {
			t.Errorf("in a section: %+v", m)
		}
	})
}

func TestMentions(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		at := "<@" + sc.Alice.ID + ">"
		for _, c := range []struct {
			name, body string
			mentions   int
			pings      int
		}{
			{"content", `{"content":"` + at + `"}`, 1, 1},
			{"twice", `{"content":"` + at + ` <@!` + sc.Alice.ID + `>"}`, 1, 1},
			{"text display", V2(`{"type":17,"components":[{"type":10,"content":"` + at + `"}]}`), 1, 1},
			{"nobody allowed", `{"content":"` + at + `","allowed_mentions":{"parse":[]}}`, 0, 0},
			{"her alone", `{"content":"` + at + `<@` + sc.Bob.ID + `>","allowed_mentions":{"users":["` + sc.Alice.ID + `"]}}`, 1, 1},
			{"him alone", `{"content":"` + at + `<@` + sc.Bob.ID + `>","allowed_mentions":{"users":["` + sc.Bob.ID + `"]}}`, 1, 0},
			{"code", "{\"content\":\"`" + at + "`\"}", 0, 0},
			{"code block", "{\"content\":\"```\\n" + at + "\\n```\"}", 0, 0},
			{"stranger", `{"content":"<@12>"}`, 0, 0},
			{"silent", `{"content":"` + at + `","flags":4096}`, 1, 0},
			{"everyone", `{"content":"@everyone"}`, 0, 1},
			{"everyone, not allowed", `{"content":"@everyone","allowed_mentions":{"parse":["users"]}}`, 0, 0},
		} {
			channel := sc.Guild.NewChannel(c.name)
			var m discordtest.Message
			sc.Bot.Must("POST", "/channels/"+channel.ID+"/messages", c.body, &m)
			if pings := sc.Alice.In(channel).Pings(); len(m.Mentions) != c.mentions || pings != c.pings {
				t.Errorf("%s: %d mentions, %d pings; want %d and %d", c.name, len(m.Mentions), pings, c.mentions, c.pings)
			}
		}
	})
}

func TestInteractionsMentionUsersOnly(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(`{"type":4,"data":{"content":"@everyone <@` + sc.Bob.ID + `>"}}`)
		a := sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		if a.Message.MentionEveryone || len(a.Message.Mentions) != 1 {
			t.Errorf("message %+v", a.Message)
		}
		if alice, bob := sc.Alice.In(sc.Channel).Pings(), sc.Bob.In(sc.Channel).Pings(); alice != 0 || bob != 1 {
			t.Errorf("alice %d, bob %d pings", alice, bob)
		}
	})
}

func TestEditsDoNotPing(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		var m discordtest.Message
		sc.Bot.Must("POST", path, `{"content":"x"}`, &m)
		sc.Bot.Must("PATCH", path+"/"+m.ID, `{"content":"<@`+sc.Alice.ID+`>"}`, &m)
		if len(m.Mentions) != 1 || sc.Alice.In(sc.Channel).Pings() != 0 {
			t.Errorf("%d mentions, %d pings", len(m.Mentions), sc.Alice.In(sc.Channel).Pings())
		}
	})
}

// TestMessageLimit checks that a channel keeps only its newest messages.
func TestMessageLimit(t *testing.T) {
	t.Parallel()
	alice := newWorld(t, true).Member("alice")
	first := alice.Says("first")
	for range 10_000 {
		alice.Says("later")
	}
	if n := len(alice.Client().Messages()); n != 10_000 {
		t.Errorf("%d messages", n)
	}
	if err := alice.Client().Delete(first.ID); !errors.Is(err, discordtest.ErrNotVisible) {
		t.Errorf("deleting what is forgotten: %v", err)
	}
}
