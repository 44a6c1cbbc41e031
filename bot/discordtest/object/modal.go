package object

// A Modal is a form that a bot shows in answer to an interaction.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// Inputs returns the inputs of the modal in order: those in labels and those in action rows.
func (m *Modal) Inputs() []Component {
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
