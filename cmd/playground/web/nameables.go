package web

import (
	"slices"
	"strings"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/commandline"
)

// A nameable is a person, role or channel that a member can name in an option, a menu or a message.
type nameable struct {
	id     discordtest.Snowflake
	shown  string // name with its sign, such as "@Alice"
	value  any    // the value that a Client expects
	person *personView
}

// kinds says which kinds of nameables an option or menu accepts.
type kinds struct{ people, roles, channels bool }

var optionKinds = map[int]kinds{
	discordtest.OptionUser:        {people: true},
	discordtest.OptionRole:        {roles: true},
	discordtest.OptionMentionable: {people: true, roles: true},
	discordtest.OptionChannel:     {channels: true},
}

var menuKinds = map[int]kinds{
	discordtest.TypeUserSelect:  {people: true},
	discordtest.TypeRoleSelect:  {roles: true},
	discordtest.TypeMentionable: {people: true, roles: true},
	discordtest.TypeChannel:     {channels: true},
}

// nameables returns the people, roles and channels that can be named in this channel. channelTypes are Discord's
// numbers of the channel types to include. If channelTypes is empty, all types are included.
func (v *view) nameables(k kinds, channelTypes []int) []nameable {
	var all []nameable
	if k.people {
		for _, m := range v.here() {
			p := personOf(m)
			all = append(all, nameable{m.User.ID, "@" + m.User.Name(), m.User, &p})
		}
	}
	guild, inGuild := v.guild()
	if k.roles {
		for _, r := range guild.Roles {
			all = append(all, nameable{id: r.ID, shown: "@" + r.Name(), value: r})
		}
	}
	for _, c := range v.channels {
		if k.channels && inGuild && c.Guild == guild.ID && c.isOf(channelTypes) {
			all = append(all, nameable{id: c.ID, shown: c.sign() + c.Name, value: c.Real})
		}
	}
	return all
}

// channelTypes maps kinds of guild channels to Discord's numbers.
var channelTypes = map[Kind]int{Text: 0, Thread: 11}

func (c Channel) isOf(types []int) bool {
	return len(types) == 0 || slices.Contains(types, channelTypes[c.Kind])
}

// Named returns the person, role or channel that `text` names, as the value of an option. The text is a mention,
// or a name with or without its sign @ or #.
func (v *view) Named(o commandline.Option, text string) (value any, ok bool) {
	found, ok := find(v.nameables(optionKinds[o.Type], o.ChannelTypes), func(t nameable) bool {
		return strings.EqualFold(t.shown, text) || strings.EqualFold(t.shown[1:], text) || strings.Trim(text, "<@&#!>") == t.id
	})
	return found.value, ok
}

// Nameable returns suggestions for the values of an option.
func (v *view) Nameable(o commandline.Option) []commandline.Suggestion {
	all := v.nameables(optionKinds[o.Type], o.ChannelTypes)
	items := make([]commandline.Suggestion, len(all))
	for i, t := range all {
		items[i] = t.suggested("")
		items[i].Line = t.shown
	}
	return items
}

// withOptions adds the options to a menu of people, roles or channels. The bot sends such a menu without options, and
// Discord's client fills it.
func (v *view) withOptions(c discordtest.Component) discordtest.Component {
	k, ok := menuKinds[c.Type]
	if !ok {
		return c
	}
	for _, t := range v.nameables(k, c.ChannelTypes) {
		chosen := slices.ContainsFunc(c.DefaultValues, func(d discordtest.DefaultValue) bool { return d.ID == t.id })
		c.Options = append(c.Options, discordtest.SelectOption{Label: t.shown, Value: t.id, Default: chosen})
	}
	return c
}
