package discordtest

import (
	"time"

	"noughts/bot/discordtest/internal/world"
)

// A Guild is what users call a Discord server.
type Guild struct {
	ID Snowflake

	server *Server
	state  *world.Guild
}

// Name returns what the guild is called.
func (g *Guild) Name() string {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.state.Name
}

// Locale returns the guild's preferred language, such as "en-US".
func (g *Guild) Locale() string {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.state.Locale
}

// SetLocale sets the guild's preferred language, such as "de".
func (g *Guild) SetLocale(locale string) {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	g.state.Locale = locale
}

// NewChannel creates a text channel.
func (g *Guild) NewChannel(name string) *Channel {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.server.channel(g.state.NewChannel(name))
}

// Channels returns the guild's channels, without threads, sorted by position.
func (g *Guild) Channels() []*Channel {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.server.channelsOf(g.state.Channels)
}

// Add makes users members of the guild. Add and Remove send events to bots with the privileged intent for members.
func (g *Guild) Add(users ...*User) {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	for _, u := range users {
		g.state.Add(u.state)
	}
}

// Remove removes a user from the guild. As on Discord, bots cannot tell whether the user left or was kicked.
func (g *Guild) Remove(u *User) {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	g.state.Remove(u.state)
}

// Members returns the guild's users in the order they joined, bots included.
func (g *Guild) Members() []*User {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.server.usersOf(g.state.Users())
}

// Install adds an application's bot to the guild, as somebody does with Discord's invitation link. `permissions` are
// those in the link. If there are any, the bot gets a managed role with these permissions, above the existing roles. A
// second call changes the permissions of that role.
func (g *Guild) Install(a *Application, permissions ...Permissions) {
	var all Permissions
	for _, p := range permissions {
		all |= p
	}
	g.server.world.Lock()
	defer g.server.world.Unlock()
	g.state.Install(a.state, all)
}

// Everyone returns the role @everyone, which every member has. Among other things, the role lets the members of a new
// guild see channels, write, use commands and their own applications, and open threads.
func (g *Guild) Everyone() *Role { return g.server.role(g.state.Everyone) }

// Roles returns the guild's roles except @everyone, the lowest first.
func (g *Guild) Roles() []*Role {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.server.rolesOf(g.state.Roles[1:])
}

// RolesOf returns a member's roles except @everyone.
func (g *Guild) RolesOf(u *User) []*Role {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	if m := g.state.Member(u.state); m != nil {
		return g.server.rolesOf(m.Roles)
	}
	return nil
}

// NewRole creates a role without members.
func (g *Guild) NewRole(name string, p Permissions) *Role {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	return g.server.role(g.state.NewRole(name, p))
}

// Give gives a member roles of the guild. It ignores users who are not members, and roles of other guilds.
func (g *Guild) Give(u *User, roles ...*Role) {
	g.change(u, func(m *world.Member) { m.Give(roleStates(roles)...) })
}

// Take takes roles from a member.
func (g *Guild) Take(u *User, roles ...*Role) {
	g.change(u, func(m *world.Member) { m.Take(roleStates(roles)...) })
}

// Grant gives a member additional permissions, by a new role for this member only.
func (g *Guild) Grant(u *User, p Permissions) { g.Give(u, g.NewRole(u.Name(), p)) }

// TimeOut times a member out for a duration. During the timeout the member can read, but do nothing
// else. A timeout has no effect on administrators and the owner.
func (g *Guild) TimeOut(u *User, d time.Duration) {
	g.change(u, func(m *world.Member) { m.Timeout = time.Now().Add(d) })
}

// SetNick sets a member's nickname in the guild; "" removes it.
func (g *Guild) SetNick(u *User, nick string) {
	g.change(u, func(m *world.Member) { m.Nick = nick })
}

// change changes a member by calling `how` and tells bots of the change. It ignores users who are not members.
func (g *Guild) change(u *User, how func(*world.Member)) {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	if m := g.state.Member(u.state); m != nil {
		how(m)
	}
}

// SetOwner makes a user the guild's owner, who has all permissions. A new guild is owned by none of the test's users.
func (g *Guild) SetOwner(u *User) {
	g.server.world.Lock()
	defer g.server.world.Unlock()
	g.state.Owner = u.state
}

// A Role is a set of permissions that a guild gives its members.
type Role struct {
	ID Snowflake

	server *Server
	state  *world.Role
}

// Name returns what the role is called.
func (r *Role) Name() string {
	r.server.world.Lock()
	defer r.server.world.Unlock()
	return r.state.Name
}

// Delete deletes the role, as somebody who manages roles does.
func (r *Role) Delete() {
	r.server.world.Lock()
	defer r.server.world.Unlock()
	r.state.Delete()
}

// Managed reports whether the role belongs to a bot. Requests of bots cannot assign or remove such a role.
func (r *Role) Managed() bool { return r.state.Bot != nil }

// SetPermissions sets the permissions that the role gives its members.
func (r *Role) SetPermissions(p Permissions) {
	r.server.world.Lock()
	defer r.server.world.Unlock()
	r.state.Permissions = p
}

// SetMentionable sets whether everybody, bots included, may mention the role.
func (r *Role) SetMentionable(yes bool) {
	r.server.world.Lock()
	defer r.server.world.Unlock()
	r.state.Mentionable = yes
}
