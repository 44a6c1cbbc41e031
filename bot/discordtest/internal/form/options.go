package form

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// MaxSafeInteger is the largest whole number that an option accepts.
const MaxSafeInteger = 1<<53 - 1

func readCommandOptions(c *object.Command, f Field) {
	options := f.Get("options")
	if c.Type != object.CommandChatInput {
		if !options.Blank() {
			options.Fail("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_CANNOT_SET", "Context menu commands cannot have options")
		}
		return
	}
	c.Options = readOptionList(options, 0)
}

// The option types that are allowed at each level: in a command, in a group, in a subcommand.
var optionTypes = [][]int{
	{1, 2, 3, 4, 5, 6, 7, 8},
	{object.OptionSubCommand},
	{3, 4, 5, 6, 7, 8},
}

const (
	atCommand = iota
	inGroup
	inSubcommand
)

func readOptionList(f Field, where int) []object.CommandOption {
	var out []object.CommandOption
	fields := f.List(0, maxOptions)
	for _, x := range fields {
		out = append(out, readOption(x, where))
	}
	optional := false
	for i, o := range out {
		if slices.ContainsFunc(out[:i], func(p object.CommandOption) bool { return p.Name == o.Name && o.Name != "" }) {
			fields[i].Fail("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists in these options")
		}
		if object.IsSubcommand(o) != object.IsSubcommand(out[0]) {
			f.Fail("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
				"Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		if o.Required && optional {
			fields[i].Fail("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
	}
	return out
}

func readOption(f Field, where int) object.CommandOption {
	o := object.CommandOption{}
	if !f.Object() {
		f.Required()
		return o
	}
	for _, name := range []string{"type", "name", "description"} {
		f.Get(name).Required()
	}
	o.Type = f.Get("type").OneOf(optionTypes[where]...)
	o.Name = readName(f.Get("name"), namePattern)
	o.Description = f.Get("description").Text(1, maxDescription)
	o.NameLocalizations = dropDefaults(localizations(f.Get("name_localizations"), maxName, namePattern), o.Name)
	o.DescriptionLocalizations = dropDefaults(localizations(f.Get("description_localizations"), maxDescription, nil), o.Description)
	required := f.Get("required").Boolean()
	switch o.Type {
	case object.OptionSubCommand:
		o.Options = readOptionList(f.Get("options"), inSubcommand)
	case object.OptionSubCommandGroup:
		o.Options = readOptionList(f.Get("options"), inGroup)
	default:
		o.Required = required
		readOptionValues(&o, f)
	}
	return o
}

func readOptionValues(o *object.CommandOption, f Field) {
	o.Autocomplete = f.Get("autocomplete").Boolean()
	hasChoices := o.Type == object.OptionString || o.Type == object.OptionInteger
	if o.Autocomplete && !hasChoices {
		f.Get("autocomplete").Fail("APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", "Autocomplete is not supported by this option type")
	}
	if choices := f.Get("choices"); !choices.Blank() {
		readOptionChoices(o, choices, hasChoices)
	}
	readBounds(o, f)
	o.ChannelTypes = channelTypes(f.Get("channel_types"))
}

func readOptionChoices(o *object.CommandOption, f Field, possible bool) {
	if !possible || o.Autocomplete {
		f.Fail("APPLICATION_COMMAND_OPTION_CHOICES_INVALID", "Choices cannot be set on this option")
		return
	}
	for _, x := range f.List(0, maxChoices) {
		c := readChoice(x, o.Type, Field.Text)
		if slices.ContainsFunc(o.Choices, func(d object.Choice) bool { return d.Name == c.Name }) {
			x.Get("name").Fail("APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE", "Choice names must be unique")
		}
		o.Choices = append(o.Choices, c)
	}
}

func readBounds(o *object.CommandOption, f Field) {
	switch o.Type {
	case object.OptionString:
		o.MinLength = optionalInt(f.Get("min_length"), 0, 6000)
		o.MaxLength = optionalInt(f.Get("max_length"), 1, 6000)
		if o.MinLength != nil && o.MaxLength != nil && *o.MinLength > *o.MaxLength {
			f.Get("min_length").Fail("APPLICATION_COMMAND_OPTION_MIN_LENGTH_INVALID", "min_length must not be greater than max_length")
		}
	case object.OptionInteger:
		o.MinValue = optionalInt(f.Get("min_value"), -MaxSafeInteger, MaxSafeInteger)
		o.MaxValue = optionalInt(f.Get("max_value"), -MaxSafeInteger, MaxSafeInteger)
		if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
			f.Get("min_value").Fail("APPLICATION_COMMAND_OPTION_MIN_VALUE_INVALID", "min_value must not be greater than max_value")
		}
	}
}

func optionalInt(f Field, lo, hi int64) *int {
	if f.Null() {
		return nil
	}
	return new(int(f.Integer(lo, hi)))
}

// ReadChoices reads the choices of an autocompletion.
func ReadChoices(data Field, kind int) []object.Choice {
	out := []object.Choice{}
	if !data.Required() || !data.Object() || !data.Get("choices").Required() {
		return out
	}
	for _, c := range data.Get("choices").List(0, 25) {
		out = append(out, readChoice(c, kind, Field.Words))
	}
	return out
}

func readChoice(f Field, kind int, name func(f Field, lo, hi int) string) object.Choice {
	if !f.Object() {
		f.Required()
		return object.Choice{}
	}
	f.Get("name").Required()
	f.Get("value").Required()
	c := object.Choice{Name: name(f.Get("name"), 1, 100)}
	c.NameLocalizations = dropDefaults(localizations(f.Get("name_localizations"), 100, nil), c.Name)
	v := f.Get("value")
	if kind == object.OptionInteger {
		c.Value = v.Integer(-MaxSafeInteger, MaxSafeInteger)
		return c
	}
	text := v.Text(0, 100)
	if !v.Null() && text == "" {
		v.Fail("BASE_TYPE_REQUIRED", "This field is required")
	}
	c.Value = text
	return c
}
