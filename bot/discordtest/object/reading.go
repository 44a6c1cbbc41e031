package object

import (
	"encoding/json"
	"slices"
	"strings"
)

// Text returns the text that a message shows: its content, its embeds and its text displays, one
// per line. Labels of buttons and menus are not included: see Buttons and Menus.
func Text(m Message) string {
	var parts []string
	if m.Content != "" {
		parts = append(parts, m.Content)
	}
	for _, raw := range m.Embeds {
		parts = append(parts, embedParts(raw)...)
	}
	if shown := strings.TrimSuffix(DisplayedText(m.Components), "\n"); shown != "" {
		parts = append(parts, shown)
	}
	return strings.Join(parts, "\n")
}

// embedParts returns the texts of an embed.
func embedParts(raw json.RawMessage) []string {
	var e struct {
		Title, Description string
		Fields             []struct{ Name, Value string }
		Footer             struct{ Text string }
	}
	if json.Unmarshal(raw, &e) != nil {
		return nil // cannot happen: the server accepts only objects as embeds
	}
	parts := []string{e.Title, e.Description}
	for _, f := range e.Fields {
		parts = append(parts, f.Name, f.Value)
	}
	var shown []string
	for _, p := range append(parts, e.Footer.Text) {
		if p != "" {
			shown = append(shown, p)
		}
	}
	return shown
}

// Buttons returns a message's buttons in order, disabled ones included.
func Buttons(m Message) []Component {
	return ofTypes(m.Components, TypeButton)
}

// Menus returns a message's menus in order, disabled ones included.
func Menus(m Message) []Component {
	return ofTypes(m.Components, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannel)
}

// ofTypes returns the components of the given types at any depth.
func ofTypes(components []Component, types ...int) []Component {
	return appendOfTypes(nil, components, types)
}

func appendOfTypes(out, components []Component, types []int) []Component {
	for i := range components {
		c := &components[i] // a pointer, because components are large
		if slices.Contains(types, c.Type) {
			out = append(out, *c)
		}
		if c.Accessory != nil {
			out = appendOfTypes(out, []Component{*c.Accessory}, types)
		}
		out = appendOfTypes(out, c.Components, types)
	}
	return out
}
