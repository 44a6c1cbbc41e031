package discordtest

import (
	"strings"
	"testing"
	"time"
)

func TestAttachmentsOfEdits(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		status, body := sc.multipart(`{"attachments":[{"id":"0","description":"A board","filename":"board.png"}]}`, "a.png", 8)
		if status != 200 || !strings.Contains(body, `"description":"A board"`) || !strings.Contains(body, `"filename":"board.png"`) {
			t.Fatalf("with a description: %d %s", status, body)
		}
		m := sc.alice.In(sc.channel).Messages()[0]
		kept := m.attachments()[0]
		path := "/channels/" + sc.channel.ID + "/messages/" + m.ID
		for _, c := range []struct {
			name, body string
			files      int
			want       string // an error
		}{
			{"not mentioned", `{"content":"x"}`, 1, ""},
			{"kept", `{"attachments":[{"id":"` + kept.ID + `"}]}`, 1, ""},
			{"shown", `{"content":null,"flags":32768,"components":[{"type":13,"file":{"url":"attachment://board.png"}}]}`, 1, ""},
			{"unknown", `{"attachments":[{"id":"12"}]}`, 1, "attachments.0.id ATTACHMENT_NOT_FOUND"},
			{"no id", `{"attachments":[{}]}`, 1, "attachments.0.id BASE_TYPE_REQUIRED"},
			{"dropped", `{"attachments":[],"components":[` + aText + `]}`, 0, ""},
		} {
			time.Sleep(5 * time.Second) // of the bubble: for the route's rate limit
			status, body := sc.bot.do("PATCH", path, c.body)
			if c.want == "" && status != 200 || c.want != "" && (status != 400 || hasError(body, c.want) != nil) {
				t.Errorf("%s: %d %s", c.name, status, body)
			}
			if m, _ := sc.alice.In(sc.channel).Message(m.ID); len(m.Attachments) != c.files {
				t.Errorf("%s: %d files, want %d", c.name, len(m.Attachments), c.files)
			}
		}
	})
}
