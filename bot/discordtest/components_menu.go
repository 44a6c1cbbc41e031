package discordtest

import (
	"slices"
	"strings"
)

// maxMenuOptions is how many options a menu has, and how many can be chosen.
const maxMenuOptions = 25

func (l *layout) menu(c *Component, f field) {
	f.get("custom_id").required()
	c.CustomID = l.customID(f.get("custom_id"))
	c.Placeholder = f.get("placeholder").words(0, 150)
	c.Disabled = f.get("disabled").boolean()
	f.get("required").boolean() // which means something in modals only
	c.readRange(f, maxMenuOptions, 1)
	if c.Type == TypeStringSelect {
		c.Options = l.menuOptions(f.get("options"), c.Type)
		c.checkMost(f)
		c.checkPreset(f, *c.MaxValues)
		forbid(f, "SELECT_COMPONENT", "this kind of menu", "default_values", "channel_types")
		return
	}
	forbid(f, "SELECT_COMPONENT", "this kind of menu", "options")
	if c.Type == TypeChannel {
		c.ChannelTypes = channelTypes(f.get("channel_types"))
	} else {
		forbid(f, "SELECT_COMPONENT", "this kind of menu", "channel_types")
	}
	c.readDefaults(f.get("default_values"))
}

// optionalInt reads a whole number that has a default.
func optionalInt(f field, lo, hi int64, otherwise int) *int {
	n := otherwise
	if !f.null() {
		n = int(f.integer(lo, hi))
	}
	return &n
}

// menuOptions reads the options of a string select, a radio group or a checkbox
// group.
func (l *layout) menuOptions(f field, kind int) []SelectOption {
	f.required()
	lo, hi := 1, maxMenuOptions
	switch kind {
	case TypeRadioGroup:
		lo, hi = 2, maxGroupOptions
	case TypeCheckboxGroup:
		hi = maxGroupOptions
	}
	var out []SelectOption
	used := map[string]bool{}
	for _, o := range f.list(lo, hi) {
		if !o.object() {
			o.required()
			continue
		}
		o.get("label").required()
		o.get("value").required()
		option := SelectOption{
			Label: o.get("label").words(1, 100), Value: o.get("value").text(1, 100),
			Description: o.get("description").words(0, 100),
			Default:     o.get("default").boolean(),
		}
		if kind == TypeStringSelect {
			option.Emoji = l.emoji(o.get("emoji"))
		}
		if used[option.Value] {
			o.get("value").fail("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		used[option.Value] = true
		out = append(out, option)
	}
	return out
}

// defaultKinds are the kinds of things that menus of a type choose from.
var defaultKinds = map[int][]string{
	TypeUserSelect: {"user"}, TypeRoleSelect: {"role"}, TypeMentionable: {"user", "role"}, TypeChannel: {"channel"},
}

// readDefaults reads what a menu of users, roles or channels has chosen at
// first: as many as can be chosen.
func (c *Component) readDefaults(f field) {
	if f.blank() {
		return
	}
	for _, d := range f.list(*c.MinValues, *c.MaxValues) {
		if !d.object() {
			d.required()
			continue
		}
		d.get("id").required()
		d.get("type").required()
		value := DefaultValue{ID: d.get("id").snowflake(), Type: d.get("type").text(1, 100)}
		if kinds := defaultKinds[c.Type]; value.Type != "" && !slices.Contains(kinds, value.Type) {
			d.get("type").fail("BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", strings.Join(kinds, "', '"))
		}
		if slices.Contains(c.DefaultValues, value) {
			d.get("id").fail("SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", "The specified default value is already used")
		}
		c.DefaultValues = append(c.DefaultValues, value)
	}
}

// channelTypes reads of which types a menu or an option offers channels.
func channelTypes(f field) []int {
	var out []int
	f.distinct()
	for _, x := range f.list(0, 20) {
		out = append(out, int(x.integer(0, 16)))
	}
	return out
}
