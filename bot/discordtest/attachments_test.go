package discordtest_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// fetch gets a file from Discord's CDN.
func (sc *scene) fetch(url string) (status int, contentType, content string) {
	sc.t.Helper()
	client := sc.server.HTTPClient()
	defer client.CloseIdleConnections()
	response, err := client.Get(url)
	if err != nil {
		sc.t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		sc.t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Content-Type"), string(data)
}

// TestOldFilesAreForgotten sends more than the server keeps.
func TestOldFilesAreForgotten(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var first discordtest.Snowflake
		for i := range 7 { // of ten million bytes each
			time.Sleep(5 * time.Second) // of the bubble: for the route's rate limit
			if status, body := sc.multipart(`{}`, "a.bin", 10_000_000); status != 200 {
				t.Fatalf("file %d: %d %s", i, status, body)
			}
			newest := sc.alice.In(sc.channel).Messages()[i].Files()[0].ID
			if i == 0 {
				first = newest
			}
			if _, data, ok := sc.server.Attachment(newest); !ok || len(data) != 10_000_000 {
				t.Errorf("file %d: %d bytes, %v", i, len(data), ok)
			}
		}
		if _, _, ok := sc.server.Attachment(first); ok {
			t.Error("70 million bytes are kept")
		}
	})
}

func TestAttachmentsOfEdits(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		status, body := sc.multipart(`{"attachments":[{"id":"0","description":"A board","filename":"board.png"}]}`, "a.png", 8)
		if status != 200 || !strings.Contains(body, `"description":"A board"`) || !strings.Contains(body, `"filename":"board.png"`) {
			t.Fatalf("with a description: %d %s", status, body)
		}
		m := sc.alice.In(sc.channel).Messages()[0]
		kept := m.Files()[0]
		kind, data, ok := sc.server.Attachment(kept.ID)
		if status, served, got := sc.fetch(kept.URL); !ok || status != 200 || len(data) != 8 || got != string(data) || served != kind {
			t.Errorf("its content: %q, %q, %v; from the CDN %d, %q, %q", kind, data, ok, status, served, got)
		}
		if status, _, _ := sc.fetch("https://cdn.discordapp.com/attachments/1/a.png"); status != 404 {
			t.Errorf("no such file: %d", status)
		}
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

// TestShownFilesAreNotListed: bots find a file that an embed shows in the embed,
// at its place on the CDN, and in the list when nothing shows it any more.
func TestShownFilesAreNotListed(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		type wire struct {
			ID          discordtest.Snowflake
			Attachments []object.Attachment
			Embeds      []struct {
				Image, Thumbnail struct {
					URL   string
					Proxy string `json:"proxy_url"`
				}
				Footer struct {
					Icon string `json:"icon_url"`
				}
			}
		}
		var m wire
		status, body := sc.multipart(`{"embeds":[{"image":{"url":"attachment://a.png"},"thumbnail":{"url":"attachment://b.png"},"footer":{"text":"f","icon_url":"attachment://a.png"}}]}`, "a.png", 8)
		if err := json.Unmarshal([]byte(body), &m); err != nil || status != 200 {
			t.Fatalf("%d %s", status, body)
		}
		alice := sc.alice.In(sc.channel)
		file := alice.Messages()[0].Files()[0] // members' clients know it
		e := m.Embeds[0]
		if len(m.Attachments) != 0 || e.Image.URL != file.URL || e.Image.Proxy != file.ProxyURL || e.Footer.Icon != file.URL || e.Thumbnail.URL != "attachment://b.png" {
			t.Errorf("sent: %s", body)
		}
		path := "/channels/" + sc.channel.ID + "/messages/" + m.ID
		sc.slowly("PATCH", path, `{"content":"x","embeds":[]}`, &m)
		if len(m.Attachments) != 1 || m.Attachments[0].ID != file.ID {
			t.Errorf("without the embed: %+v", m)
		}
		sc.slowly("PATCH", path, `{"content":null,"flags":32768,"components":[{"type":9,"components":[`+aText+`],"accessory":{"type":11,"media":{"url":"attachment://a.png"}}}]}`, &m)
		if len(m.Attachments) != 0 {
			t.Errorf("in a section: %+v", m)
		}
	})
}
