package validate

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// inModal are the components that a modal may contain directly. Action rows are deprecated there.
var inModal = []int{object.TypeActionRow, object.TypeTextDisplay, object.TypeLabel}

// ReadModal reads the data of a callback of type 9. It allows 1 to 5 components, as Discord's
// documentation says; Discord's OpenAPI document allows 40.
func ReadModal(f form.Field, emojis []object.ApplicationEmoji) *object.Modal {
	if !f.Required() || !f.Object() {
		return nil
	}
	f.Get("custom_id").Required()
	f.Get("title").Required()
	f.Get("components").Required()
	m := &object.Modal{CustomID: f.Get("custom_id").Text(1, 100), Title: f.Get("title").Words(1, 45)}
	l := newLayout(true, emojis, nil)
	for _, c := range f.Get("components").List(1, 5) {
		if c.Get("type").Digits() != "1" {
			m.Components = append(m.Components, l.component(c, inModal))
			continue
		}
		row := object.Component{Type: object.TypeActionRow, ID: l.id(c.Get("id"))}
		c.Get("components").Required()
		inputs := c.Get("components").List(1, 1)
		row.Components = l.each(inputs, []int{object.TypeTextInput})
		for _, input := range inputs {
			input.Get("label").Required()
		}
		m.Components = append(m.Components, row)
	}
	l.number(m.Components)
	return m
}

// inLabel are the components that may be in a label of a modal.
var inLabel = []int{
	object.TypeStringSelect, object.TypeTextInput, object.TypeUserSelect, object.TypeRoleSelect, object.TypeMentionable, object.TypeChannel,
}

func (l *layout) label(c *object.Component, f form.Field) {
	f.Get("label").Required()
	c.Label = f.Get("label").Words(1, 45)
	if d := f.Get("description"); !d.Null() {
		c.Description = d.Words(1, 100)
	}
	if inner := f.Get("component"); inner.Required() {
		c.Component = l.input(inner)
	}
}
