package discordtest

// A Modal is a form that a bot shows in answer to an interaction.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// inModal are the components of a modal; rows are deprecated there.
var inModal = []int{TypeActionRow, TypeTextDisplay, TypeLabel}

// readModal reads the data of callback type 9. The documentation allows 1 to 5
// components, the OpenAPI document 40; the documentation is followed. Callers
// hold s.mu.
func readModal(f field, emojis []emojiObject) *Modal {
	if !f.required() || !f.object() {
		return nil
	}
	f.get("custom_id").required()
	f.get("title").required()
	f.get("components").required()
	m := &Modal{CustomID: f.get("custom_id").text(1, 100), Title: f.get("title").words(1, 45)}
	l := newLayout(true, emojis, nil)
	for _, c := range f.get("components").list(1, 5) {
		if c.get("type").digits() != "1" {
			m.Components = append(m.Components, l.component(c, inModal))
			continue
		}
		row := Component{Type: TypeActionRow, ID: l.id(c.get("id"))}
		c.get("components").required()
		inputs := c.get("components").list(1, 1)
		row.Components = l.each(inputs, []int{TypeTextInput})
		for _, input := range inputs {
			input.get("label").required()
		}
		m.Components = append(m.Components, row)
	}
	l.number(m.Components)
	return m
}

// inLabel are the components that a label of a modal can name.
var inLabel = []int{
	TypeStringSelect, TypeTextInput, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannel,
	TypeFileUpload, TypeRadioGroup, TypeCheckboxGroup, TypeCheckbox,
}

func (l *layout) label(c *Component, f field) {
	f.get("label").required()
	c.Label = f.get("label").words(1, 45)
	if d := f.get("description"); !d.null() {
		c.Description = d.words(1, 100)
	}
	if inner := f.get("component"); inner.required() {
		c.Component = l.input(inner)
	}
}

// inputs returns the inputs of a modal in the order in which they are shown.
func (m *Modal) inputs() []Component {
	var out []Component
	for _, c := range m.Components {
		if c.Component != nil {
			out = append(out, *c.Component)
		}
		if c.Type == TypeActionRow {
			out = append(out, c.Components...)
		}
	}
	return out
}
