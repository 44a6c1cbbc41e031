package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// A Role is a set of permissions that a guild's members can have.
type Role struct {
	ID          object.Snowflake
	Guild       *Guild
	Name        string
	Permissions object.Permissions
	Mentionable bool
	Bot         *User // the bot that owns a managed role; nil for other roles
}

// NewRole adds a role above all others. Callers hold the world's lock.
func (g *Guild) NewRole(name string, p object.Permissions) *Role {
	r := &Role{ID: g.World.Snowflake(), Name: name, Guild: g, Permissions: p}
	g.Roles = append(g.Roles, r)
	return r
}

// Delete removes the role from the guild, its members and its channels. Callers hold the world's lock.
func (r *Role) Delete() {
	g := r.Guild
	g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), func(x *Role) bool { return x == r })
	for _, m := range g.Members {
		m.Take(r)
	}
	for _, c := range g.Channels {
		c.Overwrites = slices.DeleteFunc(slices.Clone(c.Overwrites), func(o Overwrite) bool { return o.ID == r.ID })
	}
}

// Role returns the guild's role with an id, or nil. Callers hold the world's lock.
func (g *Guild) Role(id object.Snowflake) *Role {
	for _, r := range g.Roles {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// A RoleObject is a role as the API sends it.
type RoleObject struct {
	ID           object.Snowflake `json:"id"`
	Name         string           `json:"name"`
	Permissions  string           `json:"permissions"`
	Position     int              `json:"position"`
	Color        int              `json:"color"`
	Colors       roleColors       `json:"colors"`
	Hoist        bool             `json:"hoist"`
	Managed      bool             `json:"managed"`
	Mentionable  bool             `json:"mentionable"`
	Icon         *string          `json:"icon"`
	UnicodeEmoji *string          `json:"unicode_emoji"`
	Flags        int              `json:"flags"`
	Tags         *roleTags        `json:"tags,omitempty"`
}

type roleTags struct {
	BotID object.Snowflake `json:"bot_id"`
}

type roleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
}

// Object returns the role as the API sends it. Callers hold the world's lock.
func (r *Role) Object() RoleObject {
	o := RoleObject{
		ID: r.ID, Name: r.Name, Permissions: r.Permissions.String(),
		Position: slices.Index(r.Guild.Roles, r), Mentionable: r.Mentionable,
		Managed: r.Bot != nil,
	}
	if r.Bot != nil {
		o.Tags = &roleTags{r.Bot.ID}
	}
	return o
}

// RoleObjects returns the guild's roles, @everyone first. Callers hold the world's lock.
func (g *Guild) RoleObjects() []RoleObject {
	out := make([]RoleObject, len(g.Roles))
	for i, r := range g.Roles {
		out[i] = r.Object()
	}
	return out
}
