package world

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// This file has what makes and changes a world from outside its API: what a test
// sets up, and what people do. Callers hold the world's lock.

// NewApplication enters a new application with its bot user.
func (w *World) NewApplication(name string) *Application {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // the system has no randomness: nothing can be done
	}
	id := w.spacedSnowflake()
	a := &Application{
		ID:        id,
		Token:     newBotToken(id),
		PublicKey: hex.EncodeToString(public),
		User:      w.addUser(&User{ID: id, Name: name, Bot: true}),
		World:     w,
		Name:      name,
		Private:   private,
		created:   map[object.Snowflake][]time.Time{},
	}
	w.Applications = append(w.Applications, a)
	w.tokens[a.Token] = a
	return a
}

// NewUser enters a person.
func (w *World) NewUser(name string) *User { return w.addUser(&User{ID: w.Snowflake(), Name: name}) }

// NewGuild enters a guild without members, owned by somebody whom nobody meets.
func (w *World) NewGuild(name string) *Guild {
	g := &Guild{ID: w.spacedSnowflake(), Name: name, World: w, Locale: w.Locale, byUser: map[*User]*Member{}}
	g.Everyone = &Role{ID: g.ID, Name: "@everyone", Guild: g, Permissions: PermissionsEveryone}
	g.Roles = []*Role{g.Everyone}
	w.Guilds[g.ID] = g
	return g
}

// NewGroup enters a group message of users.
func (w *World) NewGroup(users []*User) *Channel {
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = u.Name
	}
	return w.addChannel(&Channel{Kind: channelGroup, Name: strings.Join(names, ", "), Recipients: slices.Clone(users)})
}

// Add makes a user a member, and says whether they were none before.
func (g *Guild) Add(u *User) bool {
	if g.Member(u) != nil {
		return false
	}
	g.byUser[u] = &Member{Guild: g, User: u, Joined: time.Now()}
	g.Members = append(g.Members, g.byUser[u])
	g.byUser[u].tellJoin()
	return true
}

// Give gives a member roles of the guild.
func (m *Member) Give(roles ...*Role) {
	for _, r := range roles {
		if r.Guild == m.Guild && r != m.Guild.Everyone && !slices.Contains(m.Roles, r) {
			m.Roles = append(slices.Clip(m.Roles), r)
		}
	}
}

// Take takes roles from a member.
func (m *Member) Take(roles ...*Role) {
	m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), func(r *Role) bool { return slices.Contains(roles, r) })
}

// Participants returns the users who take part in the channel, bots included.
func (c *Channel) Participants() []*User {
	if c.Guild == nil {
		return slices.Clone(c.Recipients)
	}
	return c.Guild.Users()
}

// Users returns the guild's users in the order they joined, bots included.
func (g *Guild) Users() []*User {
	users := make([]*User, len(g.Members))
	for i, m := range g.Members {
		users[i] = m.User
	}
	return users
}

// AddPicture enters an emoji with a transparent picture.
func (a *Application) AddPicture(by *User, name string) object.ApplicationEmoji {
	return a.AddEmoji(object.ApplicationEmoji{Name: name, User: by.Object(), Image: object.Picture{ContentType: "image/gif", Data: onePixel}})
}

// Install adds an application's bot to the guild, and tells it.
func (g *Guild) Install(a *Application) {
	g.Add(a.User)
	g.World.Later(func() { g.tellInstalled(a) })
}

// NewThread opens a public thread in a text channel, as a member does.
func (c *Channel) NewThread(name string, by *User) *Channel {
	return c.OpenThread(name, by, c.World.Snowflake(), DefaultAutoArchive)
}

// AlterThread changes a thread and tells of it; other channels stay as they are.
func (c *Channel) AlterThread(how func(*Thread)) {
	if c.Thread == nil {
		return
	}
	how(c.Thread)
	c.announce("THREAD_UPDATE")
}

// Restrict makes a channel of a guild age-restricted, or takes that back.
func (c *Channel) Restrict(nsfw bool) {
	if c.Guild == nil || c.Parent != nil || c.NSFW == nsfw {
		return
	}
	c.NSFW = nsfw
	c.TellUpdate()
}

// Alter changes a member, which the bots are told of that may know when something
// has become different. Users that are not members are ignored.
func (g *Guild) Alter(u *User, how func(*Member)) {
	m := g.Member(u)
	if m == nil {
		return
	}
	before := *m
	how(m)
	if m.Nick != before.Nick || !m.Timeout.Equal(before.Timeout) || !slices.Equal(m.Roles, before.Roles) {
		m.TellUpdate()
	}
}

// Allow sets which privileged intents the application may use.
func (a *Application) Allow(intents []object.Intents) {
	a.allowed = 0
	for _, i := range intents {
		a.allowed |= i & object.PrivilegedIntents
	}
}
