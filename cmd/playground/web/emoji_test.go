package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
	"noughts/cmd/playground/browsertest"
)

var tileColour = color.NRGBA{62, 166, 255, 255}

// tile returns a PNG image in a single colour.
func tile() []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	draw.Draw(picture, picture.Rect, image.NewUniform(tileColour), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		panic(err) // a buffer never fails
	}
	return b.Bytes()
}

func TestFiles(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status                 int
		kind, caching, content string
		saved                  string // the suggested file name; "" if the browser shows the file
	}{
		"/emojis/1.webp":        {http.StatusOK, "image/png", "max-age=31536000, immutable", "PNG", ""},
		"/emojis/1.png?size=48": {http.StatusOK, "image/png", "max-age=31536000, immutable", "PNG", ""},
		"/attachments/2/a.png":  {http.StatusOK, "image/png", "max-age=31536000, immutable", "PNG", ""},
		"/attachments/3/a.html": {http.StatusOK, "application/octet-stream", "max-age=31536000, immutable", "alert", "a.html"},
		"/attachments/5/a.svg":  {http.StatusOK, "image/svg+xml", "max-age=31536000, immutable", "<svg", "a.svg"},
		"/attachments/4/a.png":  {http.StatusNotFound, "text/plain; charset=utf-8", "", "404", ""},
		"/emojis/2.webp":        {http.StatusNotFound, "text/plain; charset=utf-8", "", "404", ""},
	}
	for target, want := range tests {
		w := get(t, newFake(), target)
		h := w.Header()
		if saved := h.Get("Content-Disposition"); saved != "" != (want.saved != "") || !strings.Contains(saved, want.saved) {
			t.Errorf("%s: %v", target, h)
		}
		if made := w.Code == http.StatusOK; made != strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s may act in the page's place: %v", target, h)
		}
		if w.Code != want.status || h.Get("Content-Type") != want.kind || !strings.Contains(w.Body.String(), want.content) {
			t.Errorf("%s: %d, %v, %q", target, w.Code, h, w.Body)
		}
		if want.caching != "" && h.Get("Cache-Control") != want.caching {
			t.Errorf("%s: %v", target, h)
		}
	}
}

// ultimateTiles is an Ultimate board of 81 custom emoji.
var ultimateTiles = strings.TrimSpace(strings.Repeat(strings.Repeat("<:a1:1>", 9)+"\n", 9))

// loaded is JavaScript that reports whether all images in messages are loaded.
const loaded = `[...document.querySelectorAll('#messages img')].every(i => i.complete && i.naturalWidth > 0)`

// TestEmojiTouch checks that no pixel of the background shows between the tiles of a board, in a
// wide window and on a phone. Unicode emoji must have the same grid.
func TestEmojiTouch(t *testing.T) {
	t.Parallel()
	r := read(t, botMessage("5", container(1, textDisplay("-# text before"), textDisplay(ultimateTiles), textDisplay(strings.Repeat("🟦🟥⬜\n", 3)))))
	for width, height := range map[int64]int64{1280: 900, 390: 844} {
		r.do(chromedp.EmulateViewport(width, height))
		r.until(fmt.Sprintf("innerWidth === %d && %s", width, loaded))
		r.until(`[...document.querySelectorAll('#m-5 .text')].slice(1).every(text => {
			const boxes = [...text.querySelectorAll('.emoji')].map(e => e.getBoundingClientRect());
			const side = Math.sqrt(boxes.length);
			return boxes.length > 8 && boxes.every((b, i) => b.width === 22 && b.height === 22
				&& b.left === boxes[0].left + 22 * (i % side) && b.top === boxes[0].top + 22 * Math.floor(i / side));
		})`)
		board := screenshot(t, r, `#m-5 .text:nth-child(2) .md-text`)
		for y := range 9 * 22 {
			for x := range 9 * 22 {
				if got := board.NRGBAAt(x, y); got != tileColour {
					t.Fatalf("%d wide: at %d, %d the board is %v, want %v", width, x, y, got, tileColour)
				}
			}
		}
	}
}

// screenshot returns an image of an element.
func screenshot(t *testing.T, r reader, selector string) *image.NRGBA {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(browsertest.Value(t, r.tab, chromedp.Screenshot(selector))))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(picture.Bounds())
	draw.Draw(out, out.Rect, picture, picture.Bounds().Min, draw.Src)
	return out
}

// TestEmojiSizes checks the size of emoji wherever Discord's size depends on the place, such as headings and buttons.
// It covers custom emoji and those of a font.
func TestEmojiSizes(t *testing.T) {
	t.Parallel()
	const kinds = "❌<:a1:1>🦒"
	custom := &discordtest.Emoji{ID: "1", Name: "a1"}
	menu := discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "m", Placeholder: "❌🦒", Options: []discordtest.SelectOption{
		{Label: "❌🦒", Value: "1", Emoji: custom},
	}}
	tests := []struct {
		message discordtest.Message
		size    float64 // in px
		count   int
	}{
		{botMessage("3", textDisplay(kinds)), 22, 3},
		{botMessage("4", textDisplay("# "+kinds)), 33, 3},
		{botMessage("5", textDisplay("-# "+kinds)), 13 * 1.375, 3},
		{botMessage("6", row(discordtest.Component{Type: object.TypeButton, Style: 1, CustomID: "b", Label: "❌🦒", Emoji: custom})), 20, 3},
		{botMessage("7", row(menu)), 22, 5},
	}
	var messages []discordtest.Message
	for _, tt := range tests {
		messages = append(messages, tt.message)
	}
	r := read(t, messages...)
	r.until(loaded + ` && [...document.querySelectorAll('details')].every(d => d.open = true)`)
	for _, tt := range tests {
		want := slices.Repeat([]string{fmt.Sprintf("%g×%[1]g", tt.size)}, tt.count)
		got := browsertest.Value(t, r.tab, chromedp.Evaluate[[]string](fmt.Sprintf(`[...document.querySelectorAll('#m-%s .emoji')].map(e => {
			const box = e.getBoundingClientRect();
			return [box.width, box.height].map(n => Math.round(n * 1000) / 1000).join('×');
		})`, tt.message.ID)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.message, diff)
		}
	}
}

// TestPageStaysAtItsEnd checks that a page at its end stays there when a message with an image arrives. The image's
// height is unknown until it is loaded.
func TestPageStaysAtItsEnd(t *testing.T) {
	t.Parallel()
	text := botMessage("4", textDisplay(strings.Repeat("a line\n", 60)))
	r := read(t, text)
	media := json.RawMessage(`{"url":"http://127.0.0.1:8081/attachments/1/2/a.png?ex=1\u0026is=1\u0026hm=0"}`)
	r.client.set(text, botMessage("5", discordtest.Component{Type: discordtest.TypeMediaGallery, Items: []discordtest.MediaItem{{Media: media}}}))
	r.until(`document.querySelector('#m-5 img')?.naturalWidth > 0 && (s => s.scrollTop > 500 && s.scrollTop + s.clientHeight >= s.scrollHeight - 1)(document.getElementById('scroller'))`)
}
