package object

import (
	"slices"
	"strings"
)

// Text returns the text that a message shows: its content and its text displays, one
// per line. Labels of buttons and menus are not included: see Buttons and Menus.
func Text(m Message) string {
	var parts []string
	if m.Content != "" {
		parts = append(parts, m.Content)
	}
	if shown := strings.TrimSuffix(DisplayedText(m.Components), "\n"); shown != "" {
		parts = append(parts, shown)
	}
	return strings.Join(parts, "\n")
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
