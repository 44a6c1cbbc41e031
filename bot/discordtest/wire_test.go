package discordtest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// keysOf returns the keys of a message's first component on the wire, sorted.
func keysOf(t *testing.T, c Component) string {
	t.Helper()
	raw, err := json.Marshal(Message{Components: []Component{c}})
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Components []map[string]any }
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for key := range m.Components[0] {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

func TestEmptyFieldsOfComponentsAreSent(t *testing.T) {
	t.Parallel()
	thumbnail := Component{Type: TypeThumbnail, Media: mediaJSON("https://example.com/a.png")}
	for _, c := range []struct {
		component Component
		want      string
	}{
		{Component{Type: TypeActionRow}, "id type"},
		{Component{Type: TypeTextDisplay, Content: "x"}, "content id type"},
		{Component{Type: TypeContainer}, "accent_color components id spoiler type"},
		{thumbnail, "description id media spoiler type"},
		{Component{Type: TypeSection, Accessory: &thumbnail}, "accessory id type"},
		{Component{Type: TypeMediaGallery, Items: []MediaItem{{}}}, "id items type"},
		{Component{Type: TypeFile, File: mediaJSON("attachment://a")}, "file id name size spoiler type"},
	} {
		if got := keysOf(t, c.component); got != c.want {
			t.Errorf("type %d is sent with %q, want %q", c.component.Type, got, c.want)
		}
	}
}

func TestSentMessagesCanBeReadBack(t *testing.T) {
	t.Parallel()
	red := 0xFF0000
	sent := Message{ID: "1", Content: "x", Components: []Component{{
		Type: TypeContainer, ID: 3, AccentColor: &red, Spoiler: true,
		Components: []Component{{Type: TypeMediaGallery, Items: []MediaItem{{Description: "a board", Spoiler: true}}}},
	}}}
	raw, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	var got Message
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	c := got.Components[0]
	if got.ID != "1" || got.Content != "x" || c.ID != 3 || *c.AccentColor != red || !c.Spoiler ||
		c.Components[0].Items[0].Description != "a board" || !c.Components[0].Items[0].Spoiler {
		t.Errorf("%s read back as %+v", raw, got)
	}
}

func BenchmarkSendBoard(b *testing.B) {
	board := Message{Components: []Component{{Type: TypeContainer}}}
	for range 6 {
		r := Component{Type: TypeActionRow}
		for range 5 {
			r.Components = append(r.Components, Component{Type: TypeButton, Style: 2, CustomID: "/m/abcdefghijkl/12/a1b2", Label: "x"})
		}
		board.Components[0].Components = append(board.Components[0].Components, r)
	}
	for b.Loop() {
		if _, err := json.Marshal(board); err != nil {
			b.Fatal(err)
		}
	}
}
