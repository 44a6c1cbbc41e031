package discordtest

import (
	"fmt"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// newest returns the last message for which `wanted` returns true.
func newest(messages []Message, wanted func(Message) bool) (Message, bool) {
	for _, m := range slices.Backward(messages) {
		if wanted(m) {
			return m, true
		}
	}
	return Message{}, false
}

// newestWith returns the last message that contains a text.
func newestWith(messages []Message, text string) (Message, bool) {
	return newest(messages, func(m Message) bool { return strings.Contains(Text(m), text) })
}

// private returns the messages that only one user sees.
func private(messages []Message) []Message {
	return slices.DeleteFunc(messages, func(m Message) bool { return !m.Ephemeral() })
}

// enabled returns the first enabled component for which `fits` returns true, or nil.
func enabled(components []Component, fits func(Component) bool) *Component {
	for _, c := range components {
		if !c.Disabled && c.CustomID != "" && fits(c) {
			return &c
		}
	}
	return nil
}

// hasLabel reports whether a player can name a button by `label`. A button with an emoji can be named by its label, by
// its emoji, or by the emoji and the label, separated by a space.
func hasLabel(c Component, label string) bool {
	if c.Emoji == nil {
		return c.Label == label
	}
	return label == c.Label && label != "" || label == c.Emoji.Name || label == c.Emoji.Name+" "+c.Label
}

// menuValues returns the values that a menu sends if a user chooses the options in `wanted`, which are given by label
// or value. It returns nil if the menu lacks any of these options. In menus of users, roles and channels, only ids are
// accepted.
func menuValues(menu Component, wanted []string) []string {
	if menu.Type != TypeStringSelect {
		if slices.ContainsFunc(wanted, func(w string) bool { return !form.IsSnowflake(w) }) {
			return nil
		}
		return wanted
	}
	values := []string{}
	for _, w := range wanted {
		i := slices.IndexFunc(menu.Options, func(o SelectOption) bool { return o.Label == w || o.Value == w })
		if i < 0 {
			return nil
		}
		values = append(values, menu.Options[i].Value)
	}
	return values
}

// describe lists messages for the log of a failed test.
func describe(messages []Message) string {
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "— %s, message %s%s\n", m.Author.Username, m.ID, remarks(m))
		if text := Text(m); text != "" {
			fmt.Fprintf(&b, "%s\n", text)
		}
		for _, c := range append(Buttons(m), Menus(m)...) {
			fmt.Fprintf(&b, "  %s\n", describeComponent(c))
		}
	}
	if b.Len() == 0 {
		return "nothing"
	}
	return b.String()
}

// remarks returns notes for describe, such as ", private" for an ephemeral message.
func remarks(m Message) string {
	s := ""
	if m.Ephemeral() {
		s += ", private"
	}
	if m.Loading() {
		s += ", thinking"
	}
	return s
}

// describeComponent describes a button or a menu in one line.
func describeComponent(c Component) string {
	text := "[" + c.Label + "]"
	if c.Emoji != nil {
		text = "[" + strings.TrimSpace(c.Emoji.Name+" "+c.Label) + "]"
	}
	if c.Type != TypeButton {
		labels := make([]string, len(c.Options))
		for i, o := range c.Options {
			labels[i] = o.Label
		}
		text = "menu " + c.Placeholder + " (" + strings.Join(labels, ", ") + ")"
	}
	if c.Disabled {
		text += " disabled"
	}
	return text + " " + c.CustomID
}
