package form

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// maxMenuOptions is the most options that a menu may have, and the most that can be chosen.
const maxMenuOptions = 25

func (l *layout) menu(c *object.Component, f Field) {
	f.Get("custom_id").Required()
	c.CustomID = l.customID(f.Get("custom_id"))
	c.Placeholder = f.Get("placeholder").Words(0, 150)
	c.Disabled = f.Get("disabled").Boolean()
	c.MinValues = new(f.Get("min_values").IntegerOr(1, 0, maxMenuOptions))
	c.MaxValues = new(f.Get("max_values").IntegerOr(1, 1, maxMenuOptions))
	if *c.MinValues > *c.MaxValues {
		f.Get("min_values").Fail("SELECT_COMPONENT_MIN_VALUES_INVALID", "min_values must be less than or equal to max_values")
	}
	if c.Type == object.TypeStringSelect {
		c.Options = l.menuOptions(f.Get("options"))
		preset := 0
		for _, o := range c.Options {
			if o.Default {
				preset++
			}
		}
		if n := len(c.Options); n > 0 && *c.MaxValues > n {
			f.Get("max_values").Fail("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values must be less than or equal to the number of options (%d)", n)
		}
		if preset > *c.MaxValues {
			f.Fail("COMPONENT_VALIDATION_FAILED", "Component validation failed")
		}
		forbid(f, "SELECT_COMPONENT", "this kind of menu", "default_values", "channel_types")
		return
	}
	forbid(f, "SELECT_COMPONENT", "this kind of menu", "options")
	if c.Type == object.TypeChannel {
		c.ChannelTypes = channelTypes(f.Get("channel_types"))
	} else {
		forbid(f, "SELECT_COMPONENT", "this kind of menu", "channel_types")
	}
	readDefaults(c, f.Get("default_values"))
}

func (l *layout) menuOptions(f Field) []object.SelectOption {
	f.Required()
	var out []object.SelectOption
	for _, o := range f.List(1, maxMenuOptions) {
		if !o.Object() {
			o.Required()
			continue
		}
		o.Get("label").Required()
		o.Get("value").Required()
		option := object.SelectOption{
			Label: o.Get("label").Words(1, 100), Value: o.Get("value").Text(1, 100),
			Description: o.Get("description").Words(0, 100),
			Default:     o.Get("default").Boolean(), Emoji: l.emoji(o.Get("emoji")),
		}
		if slices.ContainsFunc(out, func(p object.SelectOption) bool { return p.Value == option.Value }) {
			o.Get("value").Fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		out = append(out, option)
	}
	return out
}

var defaultKinds = map[int][]string{
	object.TypeUserSelect: {"user"}, object.TypeRoleSelect: {"role"}, object.TypeChannel: {"channel"},
}

func readDefaults(c *object.Component, f Field) {
	if f.Blank() {
		return
	}
	for _, d := range f.List(*c.MinValues, *c.MaxValues) {
		if !d.Object() {
			d.Required()
			continue
		}
		d.Get("id").Required()
		d.Get("type").Required()
		value := object.DefaultValue{ID: d.Get("id").Snowflake(), Type: d.Get("type").Text(1, 100)}
		if kinds := defaultKinds[c.Type]; value.Type != "" && !slices.Contains(kinds, value.Type) {
			d.Get("type").Fail("BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", strings.Join(kinds, "', '"))
		}
		if slices.Contains(c.DefaultValues, value) {
			d.Get("id").Fail("SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", "The specified default value is already used")
		}
		c.DefaultValues = append(c.DefaultValues, value)
	}
}

func channelTypes(f Field) []int {
	var out []int
	CheckDistinct(f)
	for _, x := range f.List(0, 20) {
		out = append(out, int(x.Integer(0, 16)))
	}
	return out
}
