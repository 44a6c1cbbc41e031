package discordtest

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The limits of the inputs of a modal.
const (
	maxInput        = 4000 // characters of a text input
	maxUploads      = 10
	maxGroupOptions = 10
	maxFileTypes    = 10
)

// input reads the input that a label names.
func (l *layout) input(f field) *Component {
	c := l.component(f, inLabel)
	switch {
	case c.Type == 0 || c.Type == TypeCheckbox: // no input; one that nobody has to tick
		return &c
	case c.Type == TypeTextInput && c.Label != "":
		// Discord says that it may not be there, and not with which error.
		f.get("label").fail(codeComponentInvalid, "A text input in a label cannot have a label")
	}
	c.Required = required(f.get("required"))
	if c.Disabled {
		f.get("disabled").fail("MODAL_COMPONENT_DISABLED", "Modals do not support disabled components")
	}
	if c.MinValues != nil && *c.MinValues == 0 && *c.Required {
		f.get("min_values").fail("COMPONENT_REQUIRED_ZERO_MIN_VALUES", "Components marked as required cannot have a min_values of 0")
	}
	return &c
}

// required reads whether an input of a modal must be filled in: yes unless it
// says no.
func required(f field) *bool {
	return new(f.null() || f.boolean())
}

// codeComponentInvalid is Discord's error for components whose fields are good
// one by one and make no sense together.
const codeComponentInvalid = "COMPONENT_VALIDATION_FAILED"

// invalid notes that the fields of a component make no sense together.
func (f field) invalid() { f.fail(codeComponentInvalid, "Component validation failed") }

func (l *layout) textInput(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	f.get("style").required()
	c.Style = f.get("style").oneOf(styleShort, styleParagraph)
	if label := f.get("label"); !label.null() {
		c.Label = label.words(1, 45)
	}
	c.Placeholder = f.get("placeholder").words(0, 100)
	c.Value = f.get("value").text(0, maxInput)
	c.MinLength = boundedInt(f.get("min_length"), 0, maxInput)
	c.MaxLength = boundedInt(f.get("max_length"), 1, maxInput)
	c.Required = required(f.get("required"))
	n := utf8.RuneCountInString(c.Value)
	switch {
	case c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength,
		c.MaxLength != nil && n > *c.MaxLength,
		c.Style == styleShort && strings.ContainsAny(c.Value, "\n\r"):
		f.invalid()
	}
}

// Text input styles.
const (
	styleShort     = 1
	styleParagraph = 2
)

func (l *layout) fileUpload(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	c.readRange(f, maxUploads, 1)
	c.FileTypes = fileTypes(f.get("file_types"))
}

// radioGroup reads a radio group: one of its options can be picked.
func (l *layout) radioGroup(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	c.Options = l.menuOptions(f.get("options"), c.Type)
	c.checkPreset(f, 1)
}

func (l *layout) checkboxGroup(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	c.Options = l.menuOptions(f.get("options"), c.Type)
	c.readRange(f, maxGroupOptions, max(1, len(c.Options)))
	c.checkMost(f)
	c.checkPreset(f, *c.MaxValues)
}

func (l *layout) checkbox(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	c.Default = f.get("default").boolean()
}

// readRange reads how many values a component can have: up to most, and unless
// it says otherwise from one to some.
func (c *Component) readRange(f field, most int64, otherwise int) {
	c.MinValues = optionalInt(f.get("min_values"), 0, most, 1)
	c.MaxValues = optionalInt(f.get("max_values"), 1, most, otherwise)
	if *c.MinValues > *c.MaxValues {
		f.get("min_values").fail("SELECT_COMPONENT_MIN_VALUES_INVALID", "min_values must be less than or equal to max_values")
	}
}

// checkMost notes it when more values can be chosen than there are options.
func (c *Component) checkMost(f field) {
	if n := len(c.Options); n > 0 && *c.MaxValues > n {
		f.get("max_values").fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values must be less than or equal to the number of options (%d)", n)
	}
}

// checkPreset notes it when more options are chosen at first than can be.
func (c *Component) checkPreset(f field, most int) {
	if len(c.preset()) > most {
		f.invalid()
	}
}

// fileExtension is what a file type may be that is no group of them.
var fileExtension = regexp.MustCompile(`^\.[^\s./\\]+(\.[^\s./\\]+)*$`)

// fileTypes reads of which types files are taken, nil for all.
func fileTypes(f field) []string {
	var out []string
	for _, x := range f.list(0, maxFileTypes) {
		x.required()
		t := x.text(1, 100)
		if fileGroups[t] == nil && t != "" && !fileExtension.MatchString(t) {
			x.fail("BASE_TYPE_CHOICES", "Value must be one of {'image', 'video', 'audio'} or a file extension with a dot before it.")
		}
		out = append(out, t)
	}
	return out
}
