package discordtest

import (
	"math"
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// A Guild is what users call a Discord server.
type Guild struct {
	ID Snowflake

	server   *Server
	name     string
	locale   string
	owner    *User      // nil: a placeholder user who is not a member
	channels []*Channel // ordered by position, without threads
	members  []*member  // in order of joining
	roles    []*Role    // ordered by position: @everyone, the lowest, first
	everyone *Role
	byUser   map[*User]*member
}

// NewGuild creates a guild without members. Its owner is not one of the test's users.
func (s *Server) NewGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{ID: s.spacedSnowflake(), name: name, server: s, locale: s.locale, byUser: map[*User]*member{}}
	g.everyone = &Role{ID: g.ID, name: "@everyone", guild: g, permissions: permissionsEveryone}
	g.roles = []*Role{g.everyone}
	s.guilds[g.ID] = g
	return g
}

// Name returns what the guild is called.
func (g *Guild) Name() string { return g.name } // never changes

// Locale returns the guild's preferred language, such as "en-US".
func (g *Guild) Locale() string {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	return g.locale
}

// SetLocale sets the guild's preferred language, such as "de".
func (g *Guild) SetLocale(locale string) {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	g.locale = locale
}

// SetOwner makes a user the guild's owner, who has all permissions.
func (g *Guild) SetOwner(u *User) {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	g.owner = u
}

// Channels returns the guild's channels, without threads, sorted by position.
func (g *Guild) Channels() []*Channel {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	return g.channels
}

// Members returns the guild's users in the order they joined, bots included.
func (g *Guild) Members() []*User {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	return g.users()
}

func (g *Guild) users() []*User {
	users := make([]*User, len(g.members))
	for i, m := range g.members {
		users[i] = m.user
	}
	return users
}

// Add makes users members of the guild.
func (g *Guild) Add(users ...*User) {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	for _, u := range users {
		g.add(u)
	}
}

func (g *Guild) add(u *User) {
	if g.member(u) == nil {
		g.byUser[u] = &member{guild: g, user: u, joined: time.Now()}
		g.members = append(g.members, g.byUser[u])
	}
}

// Remove removes a user from the guild and its threads, and a bot's managed role with the bot.
func (g *Guild) Remove(u *User) {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	if g.member(u) == nil {
		return
	}
	if i := slices.IndexFunc(g.roles, func(r *Role) bool { return r.bot == u }); i >= 0 {
		g.roles[i].delete()
	}
	g.members = slices.DeleteFunc(g.members, func(m *member) bool { return m.user == u })
	for _, c := range g.channels {
		for _, t := range c.threads {
			t.leave(u)
		}
	}
	delete(g.byUser, u)
}

// Install adds an application's bot to the guild, as Discord's invitation link does. With the link's permissions, if
// there are any, the bot gets a managed role above the existing ones. A second call changes that role.
func (g *Guild) Install(a *Application, permissions ...Permissions) {
	var all Permissions
	for _, p := range permissions {
		all |= p
	}
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	g.add(a.User)
	i := slices.IndexFunc(g.roles, func(r *Role) bool { return r.bot == a.User })
	switch {
	case i >= 0:
		g.roles[i].permissions = all
	case all != 0:
		r := g.newRole(a.name, all)
		r.bot = a.User
		g.member(a.User).give(r)
	}
}

// Everyone returns the role @everyone. At first it lets members see channels, write, use commands and their own
// applications, and open threads.
func (g *Guild) Everyone() *Role { return g.everyone }

// Roles returns the guild's roles except @everyone, the lowest first.
func (g *Guild) Roles() []*Role {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	return g.roles[1:]
}

// RolesOf returns a member's roles except @everyone.
func (g *Guild) RolesOf(u *User) (roles []*Role) {
	g.change(u, func(m *member) { roles = m.roles })
	return roles
}

// NewRole creates a role without members, above all others.
func (g *Guild) NewRole(name string, p Permissions) *Role {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	return g.newRole(name, p)
}

func (g *Guild) newRole(name string, p Permissions) *Role {
	r := &Role{ID: g.server.snowflake(), name: name, guild: g, permissions: p}
	g.roles = append(slices.Clip(g.roles), r)
	return r
}

// Give gives a member roles of the guild. It ignores users who are not members, and roles of other guilds.
func (g *Guild) Give(u *User, roles ...*Role) { g.change(u, func(m *member) { m.give(roles...) }) }

// Take takes roles from a member.
func (g *Guild) Take(u *User, roles ...*Role) { g.change(u, func(m *member) { m.take(roles...) }) }

// Grant gives a member additional permissions, by a new role for this member only.
func (g *Guild) Grant(u *User, p Permissions) { g.Give(u, g.NewRole(u.Name(), p)) }

// TimeOut times a member out: they can read, but do nothing else. It has no effect on administrators and the owner.
func (g *Guild) TimeOut(u *User, d time.Duration) {
	g.change(u, func(m *member) { m.timeout = time.Now().Add(d) })
}

func (g *Guild) change(u *User, how func(*member)) {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	if m := g.member(u); m != nil {
		how(m)
	}
}

func (g *Guild) member(u *User) *member { return g.byUser[u] }

func (g *Guild) has(a *Application) bool { return g.member(a.User) != nil }

func (s *Server) shareGuild(a *Application, u *User) bool {
	for _, g := range s.guilds {
		if g.has(a) && g.member(u) != nil {
			return true
		}
	}
	return false
}

// mayGive reports whether a bot may give a role to a member or take it away: it manages roles, and the role is lower
// than its own and not a bot's.
func (g *Guild) mayGive(a *Application, r *Role) bool {
	m := g.member(a.User)
	return r.bot == nil && m != nil && m.permissions().Has(object.PermissionManageRoles) && r.position() < m.rank()
}

func (m *member) rank() int {
	if m.guild.owner == m.user {
		return math.MaxInt
	}
	highest := 0
	for _, r := range m.roles {
		highest = max(highest, r.position())
	}
	return highest
}

func (g *Guild) role(id Snowflake) *Role {
	i := slices.IndexFunc(g.roles, func(r *Role) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return g.roles[i]
}

// A Role is a set of permissions that a guild gives its members.
type Role struct {
	ID Snowflake

	guild       *Guild
	name        string
	permissions Permissions
	mentionable bool
	bot         *User // the bot that owns a managed role; nil for other roles
}

// Name returns what the role is called.
func (r *Role) Name() string { return r.name } // never changes

// Managed reports whether the role belongs to a bot. Bots cannot give or take it.
func (r *Role) Managed() bool {
	r.guild.server.mu.Lock()
	defer r.guild.server.mu.Unlock()
	return r.bot != nil
}

// SetPermissions sets the permissions that the role gives its members.
func (r *Role) SetPermissions(p Permissions) {
	r.guild.server.mu.Lock()
	defer r.guild.server.mu.Unlock()
	r.permissions = p
}

// SetMentionable sets whether everybody, bots included, may mention the role.
func (r *Role) SetMentionable(yes bool) {
	r.guild.server.mu.Lock()
	defer r.guild.server.mu.Unlock()
	r.mentionable = yes
}

// Move moves the role to a position among the guild's roles. Position 1 is the lowest, directly above @everyone.
func (r *Role) Move(position int) {
	g := r.guild
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	others := slices.DeleteFunc(slices.Clone(g.roles), func(x *Role) bool { return x == r })
	g.roles = slices.Insert(others, min(max(position, 1), len(others)), r)
}

// Delete deletes the role, as somebody who manages roles does.
func (r *Role) Delete() {
	r.guild.server.mu.Lock()
	defer r.guild.server.mu.Unlock()
	r.delete()
}

func (r *Role) delete() {
	g := r.guild
	g.roles = slices.DeleteFunc(slices.Clone(g.roles), func(x *Role) bool { return x == r })
	for _, m := range g.members {
		m.take(r)
	}
	for _, c := range g.channels {
		c.overwrites = slices.DeleteFunc(slices.Clone(c.overwrites), func(o overwrite) bool { return o.ID == r.ID })
	}
}

func (r *Role) position() int { return slices.Index(r.guild.roles, r) }

type member struct {
	guild   *Guild
	user    *User
	joined  time.Time
	roles   []*Role   // without @everyone
	timeout time.Time // the end of the member's timeout
}

// give gives the member roles. It ignores @everyone, roles of other guilds, and roles that the member has.
func (m *member) give(roles ...*Role) {
	for _, r := range roles {
		if r.guild == m.guild && r != m.guild.everyone && !slices.Contains(m.roles, r) {
			m.roles = append(slices.Clip(m.roles), r)
		}
	}
}

func (m *member) take(roles ...*Role) {
	m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(r *Role) bool { return slices.Contains(roles, r) })
}

func (m *member) hasRole(id Snowflake) bool {
	return slices.ContainsFunc(m.roles, func(r *Role) bool { return r.ID == id })
}

func (m *member) timedOut() bool { return time.Now().Before(m.timeout) }
