package validate

import (
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// Limits of the inputs in modals.
const (
	MaxInput = 4000 // characters in a text input
)

// Text input styles.
const (
	styleShort     = 1
	styleParagraph = 2
)

// codeComponentInvalid is Discord's error for a component whose fields are valid, but contradict each other.
const codeComponentInvalid = "COMPONENT_VALIDATION_FAILED"

// input reads the input inside a label.
func (l *layout) input(f form.Field) *object.Component {
	c := l.component(f, inLabel)
	switch {
	case c.Type == 0: // the component is invalid
		return &c
	case c.Type == object.TypeTextInput && c.Label != "":
		// Discord's documentation forbids this, but does not name the error.
		f.Get("label").Fail(codeComponentInvalid, "A text input in a label cannot have a label")
	}
	c.Required = required(f.Get("required"))
	if c.Disabled {
		f.Get("disabled").Fail("MODAL_COMPONENT_DISABLED", "Modals do not support disabled components")
	}
	if c.MinValues != nil && *c.MinValues == 0 && *c.Required {
		f.Get("min_values").Fail("COMPONENT_REQUIRED_ZERO_MIN_VALUES", "Components marked as required cannot have a min_values of 0")
	}
	return &c
}

// required reads whether an input must be filled in. The default is true.
func required(f form.Field) *bool {
	return new(f.Null() || f.Boolean())
}

// failInvalid adds an error: the fields of a component contradict each other.
func failInvalid(f form.Field) { f.Fail(codeComponentInvalid, "Component validation failed") }

func (l *layout) textInput(c *object.Component, f form.Field) {
	f.Get("custom_id").Required()
	c.CustomID = l.customID(f.Get("custom_id"))
	f.Get("style").Required()
	c.Style = f.Get("style").OneOf(styleShort, styleParagraph)
	if label := f.Get("label"); !label.Null() {
		c.Label = label.Words(1, 45)
	}
	c.Placeholder = f.Get("placeholder").Words(0, 100)
	c.Value = f.Get("value").Text(0, MaxInput)
	c.MinLength = optionalInt(f.Get("min_length"), 0, MaxInput)
	c.MaxLength = optionalInt(f.Get("max_length"), 1, MaxInput)
	c.Required = required(f.Get("required"))
	n := utf8.RuneCountInString(c.Value)
	switch {
	case c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength,
		c.MaxLength != nil && n > *c.MaxLength,
		c.Style == styleShort && strings.ContainsAny(c.Value, "\n\r"):
		failInvalid(f)
	}
}

// readRange reads the minimum and maximum number of values. Neither may exceed `most`. The default
// maximum is `otherwise`.
func readRange(c *object.Component, f form.Field, most int64, otherwise int) {
	c.MinValues = new(f.Get("min_values").IntegerOr(1, 0, most))
	c.MaxValues = new(f.Get("max_values").IntegerOr(otherwise, 1, most))
	if *c.MinValues > *c.MaxValues {
		f.Get("min_values").Fail("SELECT_COMPONENT_MIN_VALUES_INVALID", "min_values must be less than or equal to max_values")
	}
}

// checkMost adds an error if a component allows more values than it has options.
func checkMost(c *object.Component, f form.Field) {
	if n := len(c.Options); n > 0 && *c.MaxValues > n {
		f.Get("max_values").Fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values must be less than or equal to the number of options (%d)", n)
	}
}

// checkPreset adds an error if a component has more than `most` default values.
func checkPreset(c *object.Component, f form.Field, most int) {
	if len(c.Preset()) > most {
		failInvalid(f)
	}
}
