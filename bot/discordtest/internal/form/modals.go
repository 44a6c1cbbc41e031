package form

import (
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/object"
)

// MaxInput is the most characters in a text input.
const MaxInput = 4000

const styleShort, styleParagraph = 1, 2 // of text inputs

// ReadModal reads the data of a callback of type 9: 1 to 5 rows with a text input each.
func ReadModal(f Field, emojis []object.ApplicationEmoji) *object.Modal {
	if !f.Required() || !f.Object() {
		return nil
	}
	for _, name := range []string{"custom_id", "title", "components"} {
		f.Get(name).Required()
	}
	m := &object.Modal{CustomID: f.Get("custom_id").Text(1, 100), Title: f.Get("title").Words(1, 45)}
	l := newLayout(true, emojis, nil)
	l.inRow, l.perRow = []int{object.TypeTextInput}, 1
	m.Components = l.each(f.Get("components").List(1, 5), []int{object.TypeActionRow})
	l.number(m.Components)
	return m
}

func (l *layout) textInput(c *object.Component, f Field) {
	for _, name := range []string{"custom_id", "style", "label"} {
		f.Get(name).Required()
	}
	c.CustomID = l.customID(f.Get("custom_id"))
	c.Style = f.Get("style").OneOf(styleShort, styleParagraph)
	c.Label = f.Get("label").Words(1, 45)
	c.Placeholder = f.Get("placeholder").Words(0, 100)
	c.Value = f.Get("value").Text(0, MaxInput)
	c.MinLength = optionalInt(f.Get("min_length"), 0, MaxInput)
	c.MaxLength = optionalInt(f.Get("max_length"), 1, MaxInput)
	c.Required = new(f.Get("required").BooleanOr(true))
	switch {
	case c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength,
		c.MaxLength != nil && utf8.RuneCountInString(c.Value) > *c.MaxLength,
		c.Style == styleShort && strings.ContainsAny(c.Value, "\n\r"):
		f.Fail("COMPONENT_VALIDATION_FAILED", "Component validation failed")
	}
}
