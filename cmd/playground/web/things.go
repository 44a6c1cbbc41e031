package web

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A thing is a person, a role or a channel that an option or a menu can name.
type thing struct {
	id     discordtest.Snowflake
	shown  string // with its sign
	value  any    // as a client takes it
	person *personView
}

// takes are the kinds of things that options and menus of a type name.
type takes struct{ people, roles, channels bool }

var optionTakes = map[int]takes{
	discordtest.OptionUser:        {people: true},
	discordtest.OptionRole:        {roles: true},
	discordtest.OptionMentionable: {people: true, roles: true},
	discordtest.OptionChannel:     {channels: true},
}

var menuTakes = map[int]takes{
	discordtest.TypeUserSelect:  {people: true},
	discordtest.TypeRoleSelect:  {roles: true},
	discordtest.TypeMentionable: {people: true, roles: true},
	discordtest.TypeChannel:     {channels: true},
}

// things returns what there is to name here. channelTypes are Discord's; none
// are all.
func (v *view) things(t takes, channelTypes []int) []thing {
	var all []thing
	if t.people {
		for _, m := range v.here() {
			p := personOf(m)
			all = append(all, thing{m.User.ID, "@" + m.User.Name, m.User, &p})
		}
	}
	guild, inGuild := v.guild()
	if t.roles {
		for _, r := range guild.Roles {
			all = append(all, thing{id: r.ID, shown: "@" + r.Name, value: r})
		}
	}
	for _, c := range v.channels {
		if t.channels && inGuild && c.Guild == guild.ID && c.isOf(channelTypes) {
			all = append(all, thing{id: c.ID, shown: c.sign() + c.Name, value: c.Real})
		}
	}
	return all
}

// channelTypes are Discord's numbers of the kinds that guilds have.
var channelTypes = map[Kind]int{Text: 0, Thread: 11}

func (c Channel) isOf(types []int) bool {
	return len(types) == 0 || slices.Contains(types, channelTypes[c.Kind])
}

var errNoThing = errors.New("there is no such thing here")

// named returns what a text names: by its name, with its sign or without, or
// as a mention.
func (v *view) named(o option, text string) (any, error) {
	found, ok := find(v.things(optionTakes[o.Type], o.ChannelTypes), func(t thing) bool {
		return strings.EqualFold(t.shown, text) || strings.EqualFold(t.shown[1:], text) || strings.Trim(text, "<@&#!>") == t.id
	})
	switch {
	case ok:
		return found.value, nil
	case o.Type == discordtest.OptionUser || o.Type == discordtest.OptionMentionable:
		return nil, fmt.Errorf("%q: %w", text, errNobody)
	}
	return nil, fmt.Errorf("%q: %w", text, errNoThing)
}

// thingSuggestions offers what an option can name.
func (v *view) thingSuggestions(o option) []suggestion {
	things := v.things(optionTakes[o.Type], o.ChannelTypes)
	items := make([]suggestion, len(things))
	for i, t := range things {
		items[i] = suggestion{Label: t.shown, Line: t.shown, Person: t.person}
	}
	return items
}

// withOptions gives a menu that its bot does not fill what can be chosen in it.
func (v *view) withOptions(c discordtest.Component) discordtest.Component {
	kinds, ok := menuTakes[c.Type]
	if !ok {
		return c
	}
	for _, t := range v.things(kinds, c.ChannelTypes) {
		chosen := slices.ContainsFunc(c.DefaultValues, func(d discordtest.DefaultValue) bool { return d.ID == t.id })
		c.Options = append(c.Options, discordtest.SelectOption{Label: t.shown, Value: t.id, Default: chosen})
	}
	return c
}
