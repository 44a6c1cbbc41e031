package world_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// webp is a picture of one pixel, in base64.
const webp = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

// drawn returns an encoded picture, 3 pixels wide and 2 high.
func drawn(t *testing.T, encode func(io.Writer, image.Image) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A picture's size is read from its header. Bots get the size in the list of files, in embeds and in components.
func TestPicturesHaveASize(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		small, err := base64.StdEncoding.DecodeString(webp)
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			content []byte
			want    string
		}{
			"a.png":  {drawn(t, png.Encode), `"width":3,"height":2`},
			"a.jpg":  {drawn(t, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) }), `"width":3,"height":2`},
			"a.gif":  {drawn(t, func(w io.Writer, m image.Image) error { return gif.Encode(w, m, nil) }), `"width":3,"height":2`},
			"a.webp": {small, `"width":1,"height":1`},
			"a.txt":  {[]byte("text"), ""},
			"b.png":  {drawn(t, png.Encode)[:12], ""}, // broken
		} {
			for _, payload := range []string{`{}`, `{"embeds":[{"image":{"url":"attachment://` + name + `"}}]}`, testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://` + name + `"}}]}`)} {
				time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
				status, body := sc.Upload(payload, name, c.content)
				sized := strings.Contains(body, `"width":`) && strings.Contains(body, `"height":`)
				if status != http.StatusOK || sized != (c.want != "") {
					t.Errorf("%s in %s: %d %s", name, payload, status, body)
				}
				if payload == `{}` && !strings.Contains(body, c.want) {
					t.Errorf("%s: no %s in %s", name, c.want, body)
				}
			}
		}
		said, err := sc.Alice.In(sc.Channel).SayWith("", discordtest.File{Name: "a.png", Content: drawn(t, png.Encode)})
		if err != nil || said.Files()[0].Width != 3 || said.Files()[0].Height != 2 {
			t.Errorf("a member's: %+v, %v", said.Files(), err)
		}
	})
}

// A file gets a name in the form that Discord allows. In embeds and components, an attachment://
// URL finds the file by its sent name and by its new name.
func TestNamesOfFiles(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for _, name := range []string{"hello (world).png", "hello_world.png"} {
			for _, payload := range []string{
				`{"embeds":[{"thumbnail":{"url":"attachment://` + name + `"}}]}`,
				testbot.V2(`{"type":13,"file":{"url":"attachment://` + name + `"}}`),
				`{"attachments":[{"id":"0","filename":"` + name + `"}],"embeds":[{"image":{"url":"attachment://hello (world).png"}}]}`,
			} {
				time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
				status, body := sc.Upload(payload, "hello (world).png", []byte("x"))
				if status != http.StatusOK || !strings.Contains(body, "/hello_world.png?ex=") || strings.Contains(body, "attachment://") {
					t.Errorf("%s: %d %s", payload, status, body)
				}
			}
		}
		_, body := sc.Upload(`{}`, "hello (world).png", []byte("x"))
		var m struct{ Attachments []object.Attachment }
		if err := json.Unmarshal([]byte(body), &m); err != nil || len(m.Attachments) != 1 {
			t.Fatalf("%s: %v", body, err)
		}
		if a := m.Attachments[0]; a.Filename != "hello_world.png" || a.Title == nil || *a.Title != "hello (world)" {
			t.Errorf("%s", body)
		}
		if status, content := fetch(sc, m.Attachments[0].URL); status != http.StatusOK || content != "x" {
			t.Errorf("%d %q", status, content)
		}
		_, body = sc.Upload(`{"attachments":[{"id":"0","title":"Of today"}]}`, "board.png", []byte("x"))
		if !strings.Contains(body, `"filename":"board.png","title":"Of today"`) {
			t.Errorf("with a title: %s", body)
		}
		if status, body := sc.Upload(testbot.V2(`{"type":13,"file":{"url":"attachment://"}}`), "board.png", []byte("x")); status != http.StatusBadRequest {
			t.Errorf("no name: %d %s", status, body)
		}
	})
}
