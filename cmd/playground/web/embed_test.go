package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

func fileOf(id, name, kind string) json.RawMessage {
	return json.RawMessage(`{"id":"` + id + `","filename":"` + name + `","content_type":"` + kind + `","url":"http://127.0.0.1:8081/attachments/1/` + id + `/` + name + `?ex=1\u0026is=1\u0026hm=0"}`)
}

// TestFilesOfEmbedsAreShownOnce has two embeds that refer to four files by name and to one file by URL. Each of these
// files must be shown once, in its embed. The other two files must be shown once too, below the embeds.
func TestFilesOfEmbedsAreShownOnce(t *testing.T) {
	t.Parallel()
	m := botMessage("5")
	m.Flags = 0
	for i, name := range []string{"image.png", "thumb.png", "author.png", "footer.png", "named.png", "left.png", "left.txt"} {
		kind := "image/png"
		if strings.HasSuffix(name, ".txt") {
			kind = "text/plain; charset=utf-8"
		}
		m.Attachments = append(m.Attachments, fileOf(string(rune('1'+i)), name, kind))
	}
	m.Embeds = []json.RawMessage{
		[]byte(`{"image":{"url":"attachment://image.png"},"thumbnail":{"url":"attachment://thumb.png"},
			"author":{"name":"Arena","url":"https://example.org/a","icon_url":"attachment://author.png"},"footer":{"text":"Foot","icon_url":"attachment://footer.png"}}`),
		[]byte(`{"image":{"url":"http://127.0.0.1:8081/attachments/1/5/named.png?ex=1\u0026is=1\u0026hm=0"},"thumbnail":{"url":"attachment://nothing.png"}}`),
	}
	page := pageText(t, newFake(m))
	for _, src := range []string{"1/image.png", "2/thumb.png", "3/author.png", "4/footer.png", "5/named.png", "6/left.png"} {
		if n := strings.Count(page, `src="/attachments/`+src+`"`); n != 1 {
			t.Errorf("%s is shown %d times", src, n)
		}
	}
	holds(t, page, `<a class="md-link" href="https://example.org/a" target="_blank" rel="noopener noreferrer">Arena</a>`, `href="/attachments/7/left.txt"`)
	lacks(t, page, "attachment://", "nothing.png", `href="/attachments/6`)
}

func TestSpoilersAreHidden(t *testing.T) {
	t.Parallel()
	m := botMessage("5")
	m.Flags = 0
	m.Attachments = []json.RawMessage{fileOf("2", "SPOILER_a.png", "image/png")}
	holds(t, pageText(t, newFake(m)), `<img class="picture hidden-content" src="/attachments/2/SPOILER_a.png"`)
}

// TestFilesOfComponentsAreShownOnce checks that a file in a gallery is not shown a second time below the message.
func TestFilesOfComponentsAreShownOnce(t *testing.T) {
	t.Parallel()
	media := json.RawMessage(`{"url":"http://127.0.0.1:8081/attachments/1/2/a.png?ex=1\u0026is=1\u0026hm=0"}`)
	m := botMessage("5", discordtest.Component{Type: discordtest.TypeMediaGallery, Items: []discordtest.MediaItem{{Media: media}}})
	m.Attachments = []json.RawMessage{fileOf("2", "a.png", "image/png")}
	if n := strings.Count(pageText(t, newFake(m)), "/attachments/2/a.png"); n != 1 {
		t.Errorf("it is shown %d times", n)
	}
}
