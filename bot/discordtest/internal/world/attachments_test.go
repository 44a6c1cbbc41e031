package world_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// TestOldFilesAreForgotten checks that the server drops the oldest files when all files together exceed its limit in
// bytes.
func TestOldFilesAreForgotten(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var first discordtest.Snowflake
		for i := range 7 { // each file has ten million bytes
			time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
			if status, body := sc.Multipart(`{}`, "a.bin", 10_000_000); status != 200 {
				t.Fatalf("file %d: %d %s", i, status, body)
			}
			newest := sc.Alice.In(sc.Channel).Messages()[i].Files()[0].ID
			if i == 0 {
				first = newest
			}
			if _, data, ok := sc.Server.Attachment(newest); !ok || len(data) != 10_000_000 {
				t.Errorf("file %d: %d bytes, %v", i, len(data), ok)
			}
		}
		if _, _, ok := sc.Server.Attachment(first); ok {
			t.Error("70 million bytes are kept")
		}
	})
}

func TestAttachmentsOfEdits(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		status, body := sc.Multipart(`{"attachments":[{"id":"0","description":"A board","filename":"board.png"}]}`, "a.png", 8)
		if status != 200 || !strings.Contains(body, `"description":"A board"`) || !strings.Contains(body, `"filename":"board.png"`) {
			t.Fatalf("with a description: %d %s", status, body)
		}
		m := sc.Alice.In(sc.Channel).Messages()[0]
		kept := m.Files()[0]
		kind, data, ok := sc.Server.Attachment(kept.ID)
		if status, served, got := sc.Fetch(kept.URL); !ok || status != 200 || len(data) != 8 || got != string(data) || served != kind {
			t.Errorf("its content: %q, %q, %v; from the CDN %d, %q, %q", kind, data, ok, status, served, got)
		}
		if status, _, _ := sc.Fetch("https://cdn.discordapp.com/attachments/1/a.png"); status != 404 {
			t.Errorf("no such file: %d", status)
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
			{"dropped", `{"attachments":[],"components":[` + testbot.AText + `]}`, 0, ""},
		} {
			time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
			status, body := sc.Bot.Do("PATCH", path, c.body)
			if c.want == "" && status != 200 || c.want != "" && (status != 400 || testbot.HasError(body, c.want) != nil) {
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
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
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
		sc.Slowly("PATCH", path, `{"content":null,"flags":32768,"components":[{"type":9,"components":[`+testbot.AText+`],"accessory":{"type":11,"media":{"url":"attachment://a.png"}}}]}`, &m)
		if len(m.Attachments) != 0 {
			t.Errorf("in a section: %+v", m)
		}
	})
}
