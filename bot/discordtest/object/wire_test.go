package object_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// keysOf encodes a message that contains the component, and returns the keys of the component's JSON, sorted.
func keysOf(t *testing.T, c discordtest.Component) string {
	t.Helper()
	raw, err := json.Marshal(discordtest.Message{Components: []discordtest.Component{c}})
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
	thumbnail := discordtest.Component{Type: discordtest.TypeThumbnail, Media: object.MediaJSON("https://example.com/a.png", nil)}
	for _, c := range []struct {
		component discordtest.Component
		want      string
	}{
		{discordtest.Component{Type: discordtest.TypeActionRow}, "id type"},
		{discordtest.Component{Type: discordtest.TypeTextDisplay, Content: "x"}, "content id type"},
		{discordtest.Component{Type: discordtest.TypeContainer}, "accent_color components id spoiler type"},
		{thumbnail, "description id media spoiler type"},
		{discordtest.Component{Type: discordtest.TypeSection, Accessory: &thumbnail}, "accessory id type"},
		{discordtest.Component{Type: discordtest.TypeMediaGallery, Items: []discordtest.MediaItem{{}}}, "id items type"},
		{discordtest.Component{Type: discordtest.TypeFile, File: object.MediaJSON("attachment://a", nil)}, "file id name size spoiler type"},
	} {
		if got := keysOf(t, c.component); got != c.want {
			t.Errorf("type %d is sent with %q, want %q", c.component.Type, got, c.want)
		}
	}
}
