package world

import (
	"cmp"
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
	Color       int   // 0xRRGGBB
	Hoist       bool  // whether members with the role are listed separately
	Bot         *User // the bot that owns a managed role; nil for other roles
}

// NewRole adds a role above all others. Callers hold the world's lock.
func (g *Guild) NewRole(name string, p object.Permissions) *Role {
	r := &Role{ID: g.World.Snowflake(), Name: name, Guild: g, Permissions: p}
	g.Roles = append(g.Roles, r)
	return r
}

// AddRole adds a role just above @everyone and dispatches GUILD_ROLE_CREATE. Callers hold the world's lock.
func (g *Guild) AddRole(s RoleSettings) *Role {
	r := &Role{ID: g.World.Snowflake(), Guild: g}
	r.set(s)
	g.Roles = slices.Insert(slices.Clone(g.Roles), 1, r)
	r.tell("GUILD_ROLE_CREATE")
	return r
}

// RoleSettings are the settings of a role.
type RoleSettings struct {
	Name        string
	Permissions object.Permissions
	Color       int
	Hoist       bool
	Mentionable bool
}

// Settings returns the settings of the role. Callers hold the world's lock.
func (r *Role) Settings() RoleSettings {
	return RoleSettings{r.Name, r.Permissions, r.Color, r.Hoist, r.Mentionable}
}

// Set changes the settings of the role and dispatches GUILD_ROLE_UPDATE. Callers hold the world's lock.
func (r *Role) Set(s RoleSettings) {
	r.set(s)
	r.tell("GUILD_ROLE_UPDATE")
}

func (r *Role) set(s RoleSettings) {
	r.Name, r.Permissions, r.Color, r.Hoist, r.Mentionable = s.Name, s.Permissions, s.Color, s.Hoist, s.Mentionable
}

// OrderRoles sorts the roles by the positions in `at`, and by age if positions are equal. It dispatches
// GUILD_ROLE_UPDATE for each role whose position changes. Callers hold the world's lock.
func (g *Guild) OrderRoles(at map[*Role]int) {
	before := g.Roles
	g.Roles = slices.Clone(g.Roles)
	slices.SortStableFunc(g.Roles, func(a, b *Role) int { return cmp.Or(cmp.Compare(at[a], at[b]), object.CompareIDs(a.ID, b.ID)) })
	for i, r := range g.Roles {
		if before[i] != r {
			r.tell("GUILD_ROLE_UPDATE")
		}
	}
}

// Delete removes the role from the guild, its members and its channels, and dispatches
// GUILD_ROLE_DELETE. Callers hold the world's lock.
func (r *Role) Delete() {
	g := r.Guild
	g.Roles = slices.DeleteFunc(slices.Clone(g.Roles), func(x *Role) bool { return x == r })
	for _, m := range g.Members {
		m.Take(r)
	}
	for _, c := range g.Channels {
		c.RemoveOverwrite(r.ID)
	}
	g.tell("GUILD_ROLE_DELETE", map[string]object.Snowflake{"guild_id": g.ID, "role_id": r.ID})
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
		Color: r.Color, Colors: roleColors{Primary: r.Color}, Hoist: r.Hoist, Managed: r.Bot != nil,
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

// roleEvent is the data of GUILD_ROLE_CREATE and GUILD_ROLE_UPDATE.
type roleEvent struct {
	GuildID object.Snowflake `json:"guild_id"`
	Role    RoleObject       `json:"role"`
}

// tell dispatches an event about the role to the guild's bots. Callers hold the world's lock.
func (r *Role) tell(event string) {
	r.Guild.tell(event, roleEvent{GuildID: r.Guild.ID, Role: r.Object()})
}
