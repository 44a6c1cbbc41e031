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
// components, the OpenAPI document 40; the documentation is followed.
func readModal(f field) *Modal {
	if !f.required() || !f.object() {
		return nil
	}
	f.get("custom_id").required()
	f.get("title").required()
	f.get("components").required()
	m := &Modal{CustomID: f.get("custom_id").text(1, 100), Title: f.get("title").text(1, 45)}
	l := newLayout(true, nil)
	for _, c := range f.get("components").list(1, 5) {
		if c.get("type").digits() != "1" {
			m.Components = append(m.Components, l.component(c, inModal))
			continue
		}
		row := Component{Type: TypeActionRow, ID: l.id(c.get("id"))}
		c.get("components").required()
		row.Components = l.each(c.get("components").list(1, 1), []int{TypeTextInput})
		m.Components = append(m.Components, row)
	}
	return m
}

// inLabel are the components that a label of a modal can name.
var inLabel = []int{TypeStringSelect, TypeTextInput, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannel}

func (l *layout) label(c *Component, f field) {
	f.get("label").required()
	c.Label = f.get("label").text(1, 45)
	c.Description = f.get("description").text(0, 100)
	if f.get("component").required() {
		c.Components = []Component{l.component(f.get("component"), inLabel)}
	}
}

func (l *layout) textInput(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	f.get("style").required()
	c.Style = f.get("style").oneOf(1, 2)
	c.Label = f.get("label").text(0, 45)
	c.Placeholder = f.get("placeholder").text(0, 100)
	c.Content = f.get("value").text(0, 4000)
	f.get("min_length").integer(0, 4000)
	f.get("max_length").integer(1, 4000)
	f.get("required").boolean()
}
