package discordtest

import (
	"slices"
	"time"
)

// A Role is a set of permissions that a guild gives its members.
type Role struct {
	ID   Snowflake
	Name string

	guild       *Guild
	permissions Permissions
	mentionable bool
	color       int  // 0xRRGGBB
	hoist       bool // shown apart from other members
}

// Everyone returns the role that every member has. A new guild's lets members
// see, write, use commands and applications of their own, and open threads.
func (g *Guild) Everyone() *Role { return g.everyone }

// NewRole creates a role that nobody has yet.
func (g *Guild) NewRole(name string, p Permissions) *Role {
	g.world.Lock()
	defer g.world.Unlock()
	r := &Role{ID: g.world.snowflake(), Name: name, guild: g, permissions: p}
	g.roles = append(g.roles, r)
	return r
}

// SetPermissions sets what the role lets its members do.
func (r *Role) SetPermissions(p Permissions) {
	r.guild.world.Lock()
	defer r.guild.world.Unlock()
	r.permissions = p
}

// SetMentionable says whether everybody, bots included, may mention the role.
func (r *Role) SetMentionable(yes bool) {
	r.guild.world.Lock()
	defer r.guild.world.Unlock()
	r.mentionable = yes
}

// Give gives a member roles of the guild. Users that are not members are
// ignored, and so are roles of other guilds.
func (g *Guild) Give(u *User, roles ...*Role) {
	g.change(u, func(m *member) {
		for _, r := range roles {
			if r.guild == g && r != g.everyone && !slices.Contains(m.roles, r) {
				m.roles = append(slices.Clip(m.roles), r)
			}
		}
	})
}

// Take takes roles from a member.
func (g *Guild) Take(u *User, roles ...*Role) {
	g.change(u, func(m *member) {
		m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(r *Role) bool { return slices.Contains(roles, r) })
	})
}

// change changes a member, which the bots are told of that may know when
// something has become different. Users that are not members are ignored.
func (g *Guild) change(u *User, how func(*member)) {
	tell := func() {}
	g.world.Lock()
	if m := g.member(u); m != nil {
		before := *m
		how(m)
		if m.nick != before.nick || !m.timeout.Equal(before.timeout) || !slices.Equal(m.roles, before.roles) {
			tell = m.telling()
		}
	}
	g.world.Unlock()
	tell()
}

// Grant gives a member permissions beyond what everyone has, by a role of their
// own.
func (g *Guild) Grant(u *User, p Permissions) { g.Give(u, g.NewRole(u.Name, p)) }

// SetOwner makes a user the guild's owner, who may do everything. A new guild
// belongs to somebody whom nobody meets.
func (g *Guild) SetOwner(u *User) {
	g.world.Lock()
	defer g.world.Unlock()
	g.owner = u
}

// TimeOut silences a member for some time: they see, but can use nothing.
// Administrators and the owner cannot be silenced.
func (g *Guild) TimeOut(u *User, d time.Duration) {
	g.change(u, func(m *member) { m.timeout = time.Now().Add(d) })
}

// SetNick sets how a member is called in the guild, by somebody who may; "" takes
// the name away.
func (g *Guild) SetNick(u *User, nick string) {
	g.change(u, func(m *member) { m.nick = nick })
}

// hasRole says whether the member has a role. Callers hold s.mu.
func (m *member) hasRole(id Snowflake) bool {
	return slices.ContainsFunc(m.roles, func(r *Role) bool { return r.ID == id })
}

// role returns a role of the guild, nil when there is none. Callers hold s.mu.
func (g *Guild) role(id Snowflake) *Role {
	for _, r := range g.roles {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// A roleObject is a role as the API sends it.
type roleObject struct {
	ID           Snowflake  `json:"id"`
	Name         string     `json:"name"`
	Permissions  string     `json:"permissions"`
	Position     int        `json:"position"`
	Color        int        `json:"color"`
	Colors       roleColors `json:"colors"`
	Hoist        bool       `json:"hoist"`
	Managed      bool       `json:"managed"`
	Mentionable  bool       `json:"mentionable"`
	Icon         *string    `json:"icon"`
	UnicodeEmoji *string    `json:"unicode_emoji"`
	Flags        int        `json:"flags"`
}

type roleColors struct {
	Primary   int  `json:"primary_color"`
	Secondary *int `json:"secondary_color"`
	Tertiary  *int `json:"tertiary_color"`
}

// object returns the role. Callers hold s.mu.
func (r *Role) object() roleObject {
	return roleObject{
		ID: r.ID, Name: r.Name, Permissions: r.permissions.String(),
		Position: slices.Index(r.guild.roles, r), Mentionable: r.mentionable,
		Color: r.color, Colors: roleColors{Primary: r.color}, Hoist: r.hoist,
	}
}

// roleObjects returns the guild's roles, @everyone first. Callers hold s.mu.
func (g *Guild) roleObjects() []roleObject {
	out := make([]roleObject, len(g.roles))
	for i, r := range g.roles {
		out[i] = r.object()
	}
	return out
}
