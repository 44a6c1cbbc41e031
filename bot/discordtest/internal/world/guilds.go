package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// A Guild is what Discord's users call a server.
type Guild struct {
	ID       object.Snowflake
	World    *World
	Name     string
	Locale   string
	Owner    *User      // nil: a placeholder user who is not a member
	Channels []*Channel // ordered by position, without threads
	Members  []*Member  // in order of joining
	Roles    []*Role    // ordered by position: @everyone, the lowest, first
	Everyone *Role

	byUser map[*User]*Member
}

// NewGuild adds a guild without members. Its owner is a placeholder user who appears nowhere else.
// Callers hold the world's lock.
func (w *World) NewGuild(name string) *Guild {
	g := &Guild{ID: w.spacedSnowflake(), Name: name, World: w, Locale: w.Locale, byUser: map[*User]*Member{}}
	g.Everyone = &Role{ID: g.ID, Name: "@everyone", Guild: g, Permissions: PermissionsEveryone}
	g.Roles = []*Role{g.Everyone}
	w.Guilds[g.ID] = g
	return g
}

// Install adds an application's bot to the guild. If p is not 0, the bot gets a managed
// role with the permissions p. A second call changes the permissions of that role. Callers hold the world's lock.
func (g *Guild) Install(a *Application, p object.Permissions) {
	g.Add(a.User)
	i := slices.IndexFunc(g.Roles, func(r *Role) bool { return r.Bot == a.User })
	switch {
	case i >= 0:
		g.Roles[i].Permissions = p
	case p != 0:
		r := g.NewRole(a.User.Name, p)
		r.Bot = a.User
		g.Member(a.User).Give(r)
	}
}

// Add makes a user a member. Callers hold the world's lock.
func (g *Guild) Add(u *User) {
	if g.Member(u) != nil {
		return
	}
	g.byUser[u] = &Member{Guild: g, User: u, Joined: time.Now()}
	g.Members = append(g.Members, g.byUser[u])
}

// Remove removes a user from the guild and its threads, and a bot's managed role with the bot. Callers hold the world's lock.
func (g *Guild) Remove(u *User) {
	if g.Member(u) == nil {
		return
	}
	for _, r := range g.Roles {
		if r.Bot == u {
			r.Delete()
			break
		}
	}
	g.Members = slices.DeleteFunc(g.Members, func(m *Member) bool { return m.User == u })
	for _, c := range g.Channels {
		for _, t := range c.Threads {
			t.Leave(u)
		}
	}
	delete(g.byUser, u)
}

// Member returns the user's membership, or nil. Callers hold the world's lock.
func (g *Guild) Member(u *User) *Member { return g.byUser[u] }

// Has reports whether the application's bot is in the guild. Callers hold the world's lock.
func (g *Guild) Has(a *Application) bool { return g.Member(a.User) != nil }

// Users returns the guild's users, including bots, in order of joining. Callers hold the world's lock.
func (g *Guild) Users() []*User {
	users := make([]*User, len(g.Members))
	for i, m := range g.Members {
		users[i] = m.User
	}
	return users
}

// ShareGuild reports whether the bot and the user are in the same guild. Callers hold the world's lock.
func (w *World) ShareGuild(a *Application, u *User) bool {
	for _, g := range w.Guilds {
		if g.Has(a) && g.Member(u) != nil {
			return true
		}
	}
	return false
}

// ownerID returns the id of the guild's owner. The placeholder owner's id is the guild's id.
func (g *Guild) ownerID() object.Snowflake {
	if g.Owner == nil {
		return g.ID
	}
	return g.Owner.ID
}
