package discordtest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
)

// toMap returns a command as the body that would make it.
func toMap(c Command) map[string]any {
	raw, err := json.Marshal(c)
	if err != nil {
		panic("discordtest: a command that is not JSON: " + err.Error())
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	m := map[string]any{}
	if err := d.Decode(&m); err != nil {
		panic("discordtest: a command that is not an object: " + err.Error())
	}
	return m
}

// orNumber returns the field's value, or a number when it is absent.
func (f field) orNumber(n int) any {
	if f.null() {
		return json.Number(strconv.Itoa(n))
	}
	return f.value
}

// readOptions reads the options of a slash command.
func (c *Command) readOptions(f field) {
	options := f.get("options")
	if c.Type != commandChatInput {
		if !options.blank() {
			options.fail("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_CANNOT_SET", "Context menu commands cannot have options")
		}
		return
	}
	c.Options = readOptionList(options, 0)
}

// Option types by where they may stand: at the command, in a group, in a subcommand.
var optionTypes = [][]int{
	{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
	{OptionSubCommand},
	{3, 4, 5, 6, 7, 8, 9, 10, 11},
}

const (
	atCommand = iota
	inGroup
	inSubcommand
)

func readOptionList(f field, where int) []CommandOption {
	var out []CommandOption
	fields := f.list(0, maxOptions)
	for _, x := range fields {
		out = append(out, readOption(x, where))
	}
	optional := false
	for i, o := range out {
		if slices.ContainsFunc(out[:i], func(p CommandOption) bool { return p.Name == o.Name && o.Name != "" }) {
			fields[i].fail("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists in these options")
		}
		if isSubcommand(o) != isSubcommand(out[0]) {
			f.fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		if o.Required && optional {
			fields[i].fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	return out
}

func readOption(f field, where int) CommandOption {
	o := CommandOption{}
	if !f.object() {
		f.required()
		return o
	}
	for _, name := range []string{"type", "name", "description"} {
		f.get(name).required()
	}
	o.Type = f.get("type").oneOf(optionTypes[where]...)
	o.Name = f.get("name").name(namePattern)
	o.Description = f.get("description").text(1, maxDescription)
	o.NameLocalizations = dropDefaults(localizations(f.get("name_localizations"), maxName, namePattern), o.Name)
	o.DescriptionLocalizations = dropDefaults(localizations(f.get("description_localizations"), maxDescription, nil), o.Description)
	required := f.get("required").boolean()
	switch o.Type {
	case OptionSubCommand:
		o.Options = readOptionList(f.get("options"), inSubcommand)
	case OptionSubCommandGroup:
		o.Options = readOptionList(f.get("options"), inGroup)
	default:
		o.Required = required
		o.readValues(f)
	}
	return o
}

// readValues reads which values the option takes.
func (o *CommandOption) readValues(f field) {
	o.Autocomplete = f.get("autocomplete").boolean()
	hasChoices := slices.Contains([]int{OptionString, OptionInteger, OptionNumber}, o.Type)
	if o.Autocomplete && !hasChoices {
		f.get("autocomplete").fail("APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", "Autocomplete is not supported by this option type")
	}
	if choices := f.get("choices"); !choices.blank() {
		o.readChoices(choices, hasChoices)
	}
	o.readBounds(f)
	o.ChannelTypes = channelTypes(f.get("channel_types"))
	if o.Type == OptionAttachment {
		o.FileTypes = fileTypes(f.get("file_types"))
	}
}

func (o *CommandOption) readChoices(f field, possible bool) {
	if !possible || o.Autocomplete {
		f.fail("APPLICATION_COMMAND_OPTION_CHOICES_INVALID", "Choices cannot be set on this option")
		return
	}
	for _, x := range f.list(0, maxChoices) {
		c := readChoice(x, o.Type, field.text)
		if slices.ContainsFunc(o.Choices, func(d Choice) bool { return d.Name == c.Name }) {
			x.get("name").fail("APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE", "Choice names must be unique")
		}
		o.Choices = append(o.Choices, c)
	}
}

// readBounds reads lengths of strings and ranges of numbers.
func (o *CommandOption) readBounds(f field) {
	switch o.Type {
	case OptionString:
		o.MinLength = boundedInt(f.get("min_length"), 0, 6000)
		o.MaxLength = boundedInt(f.get("max_length"), 1, 6000)
		if o.MinLength != nil && o.MaxLength != nil && *o.MinLength > *o.MaxLength {
			f.get("min_length").fail("APPLICATION_COMMAND_OPTION_MIN_LENGTH_INVALID", "min_length must not be greater than max_length")
		}
	case OptionInteger, OptionNumber:
		o.MinValue = o.bound(f.get("min_value"))
		o.MaxValue = o.bound(f.get("max_value"))
		if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
			f.get("min_value").fail("APPLICATION_COMMAND_OPTION_MIN_VALUE_INVALID", "min_value must not be greater than max_value")
		}
	}
}

// boundedInt reads an optional whole number.
func boundedInt(f field, lo, hi int64) *int {
	if f.null() {
		return nil
	}
	n := int(f.integer(lo, hi))
	return &n
}

// bound reads one end of a range.
func (o *CommandOption) bound(f field) *float64 {
	if f.null() {
		return nil
	}
	x := f.number()
	if o.Type == OptionInteger {
		x = float64(f.integer(-maxSafeInteger, maxSafeInteger))
	}
	return &x
}
