package validate

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// maxMenuOptions is the most options that a menu may have, and the most that can be chosen.
const maxMenuOptions = 25

func (l *layout) menu(c *object.Component, f form.Field) {
	f.Get("custom_id").Required()
	c.CustomID = l.customID(f.Get("custom_id"))
	c.Placeholder = f.Get("placeholder").Words(0, 150)
	c.Disabled = f.Get("disabled").Boolean()
	f.Get("required").Boolean() // has an effect in modals only
	readRange(c, f, maxMenuOptions, 1)
	if c.Type == object.TypeStringSelect {
		c.Options = l.menuOptions(f.Get("options"), c.Type)
		checkMost(c, f)
		checkPreset(c, f, *c.MaxValues)
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

// menuOptions reads the options of a string select.
func (l *layout) menuOptions(f form.Field, kind int) []object.SelectOption {
	f.Required()
	var out []object.SelectOption
	used := map[string]bool{}
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
			Default:     o.Get("default").Boolean(),
		}
		if kind == object.TypeStringSelect {
			option.Emoji = l.emoji(o.Get("emoji"))
		}
		if used[option.Value] {
			o.Get("value").Fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		used[option.Value] = true
		out = append(out, option)
	}
	return out
}

// defaultKinds are the types of the default values in each type of menu.
var defaultKinds = map[int][]string{
	object.TypeUserSelect: {"user"}, object.TypeRoleSelect: {"role"}, object.TypeMentionable: {"user", "role"}, object.TypeChannel: {"channel"},
}

// readDefaults reads the default values of a user, role or channel menu. Their number must be in the menu's range.
func readDefaults(c *object.Component, f form.Field) {
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

// channelTypes reads the channel types that a menu or an option offers.
func channelTypes(f form.Field) []int {
	var out []int
	CheckDistinct(f)
	for _, x := range f.List(0, 20) {
		out = append(out, int(x.Integer(0, 16)))
	}
	return out
}
