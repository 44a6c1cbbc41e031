package discordtest

// The limits of the inputs of a modal.
const (
	maxInput        = 4000 // characters of a text input
	maxUploads      = 10
	maxGroupOptions = 10
)

func (l *layout) textInput(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	f.get("style").required()
	c.Style = f.get("style").oneOf(1, 2)
	c.Label = f.get("label").words(0, 45)
	c.Placeholder = f.get("placeholder").words(0, 100)
	c.Value = f.get("value").text(0, maxInput)
	c.MinLength = boundedInt(f.get("min_length"), 0, maxInput)
	c.MaxLength = boundedInt(f.get("max_length"), 1, maxInput)
	c.Required = required(f.get("required"))
}

// required reads whether an input of a modal must be filled in: yes unless it
// says no.
func required(f field) *bool {
	return new(f.null() || f.boolean())
}
