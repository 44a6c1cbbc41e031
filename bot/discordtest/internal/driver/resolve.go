package driver

import (
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// resolve returns the objects for the users, roles and channels in `things`, as the user sees them from the
// channel. It returns nil if `things` is empty.
func (c *Client) resolve(things interaction.Resolvables) *interaction.ResolvedData {
	if len(things.Users)+len(things.Roles)+len(things.Channels) == 0 {
		return nil
	}
	r := &interaction.ResolvedData{
		Users: map[object.Snowflake]object.UserObject{}, Members: map[object.Snowflake]world.MemberObject{}, Roles: map[object.Snowflake]world.RoleObject{},
		Channels: map[object.Snowflake]object.ResolvedChannel{},
	}
	for _, u := range things.Users {
		r.Users[u.ID] = u.Object()
		if c.channel.Guild == nil {
			continue
		}
		if m := c.channel.Guild.Member(u); m != nil {
			r.Members[u.ID] = m.Resolved(c.channel)
		}
	}
	for _, role := range things.Roles {
		r.Roles[role.ID] = role.Object()
	}
	for _, x := range things.Channels {
		r.Channels[x.ID] = x.Resolved(c.user)
	}
	return r
}
