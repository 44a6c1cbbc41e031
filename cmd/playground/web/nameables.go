package web

import (
	"slices"

	"noughts/bot/discordtest"
)

// A nameable is a person, role or channel that a member can name in an option or a menu.
type nameable struct {
	id     discordtest.Snowflake
	shown  string      // name with its sign, such as "@Alice"
	person *personView // nil for a role or channel
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
			all = append(all, nameable{m.User.ID, "@" + m.User.Name(), &p})
		}
	}
	guild := v.guild()
	if k.roles && guild != nil {
		for _, r := range guild.Roles() {
			all = append(all, nameable{id: r.ID, shown: "@" + r.Name()})
		}
	}
	for _, c := range v.channels {
		if k.channels && guild != nil && c.Guild == guild.ID && c.isOf(channelTypes) {
			all = append(all, nameable{id: c.ID, shown: c.sign() + c.Name})
		}
	}
	return all
}

// channelTypes maps kinds of guild channels to Discord's numbers.
var channelTypes = map[Kind]int{Text: 0, Thread: 11}

func (c Channel) isOf(types []int) bool {
	return len(types) == 0 || slices.Contains(types, channelTypes[c.Kind])
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
