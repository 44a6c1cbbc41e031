package web

import (
	"slices"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

type nameable struct {
	id     discordtest.Snowflake
	shown  string      // name with its sign, such as "@Alice"
	person *personView // nil for a role or channel
}

// menuOptions maps menus to the options that accept the same.
var menuOptions = map[int]int{
	object.TypeUserSelect: object.OptionUser, object.TypeRoleSelect: object.OptionRole,
	object.TypeChannel: object.OptionChannel,
}

// nameables returns the people, roles and channels of this channel that an option of a type accepts. channelTypes are
// Discord's numbers of the channel types to include, all if there are none.
func (v *view) nameables(option int, channelTypes []int) []nameable {
	var all []nameable
	if option == object.OptionUser {
		for _, m := range v.here() {
			p := personOf(m)
			all = append(all, nameable{m.User.ID, "@" + m.User.Name(), &p})
		}
	}
	guild := v.guild()
	if guild != nil && option == object.OptionRole {
		for _, r := range guild.Roles() {
			all = append(all, nameable{id: r.ID, shown: "@" + r.Name()})
		}
	}
	for _, c := range v.channels {
		if option == object.OptionChannel && guild != nil && c.Guild == guild.ID && c.isOf(channelTypes) {
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

func (v *view) withOptions(c discordtest.Component) discordtest.Component {
	option, ok := menuOptions[c.Type]
	if !ok {
		return c
	}
	for _, t := range v.nameables(option, c.ChannelTypes) {
		chosen := slices.ContainsFunc(c.DefaultValues, func(d discordtest.DefaultValue) bool { return d.ID == t.id })
		c.Options = append(c.Options, discordtest.SelectOption{Label: t.shown, Value: t.id, Default: chosen})
	}
	return c
}
