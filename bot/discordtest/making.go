package discordtest

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

// This file has what makes and changes a world from outside its API: what a test
// sets up, and what people do. Callers hold the world's lock.

// newApplication enters a new application with its bot user.
func (w *world) newApplication(name string) *Application {
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
		world:     w,
		name:      name,
		private:   private,
		created:   map[Snowflake][]time.Time{},
	}
	w.applications = append(w.applications, a)
	w.tokens[a.Token] = a
	return a
}

// newUser enters a person.
func (w *world) newUser(name string) *User { return w.addUser(&User{ID: w.snowflake(), Name: name}) }

// newGuild enters a guild without members, owned by somebody whom nobody meets.
func (w *world) newGuild(name string) *Guild {
	g := &Guild{ID: w.spacedSnowflake(), Name: name, world: w, locale: w.locale, byUser: map[*User]*member{}}
	g.everyone = &Role{ID: g.ID, Name: "@everyone", guild: g, permissions: permissionsEveryone}
	g.roles = []*Role{g.everyone}
	w.guilds[g.ID] = g
	return g
}

// newGroup enters a group message of users.
func (w *world) newGroup(users []*User) *Channel {
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = u.Name
	}
	return w.addChannel(&Channel{kind: channelGroup, Name: strings.Join(names, ", "), recipients: slices.Clone(users)})
}

// newChannel enters a text channel, below those that are there.
func (g *Guild) newChannel(name string) *Channel {
	c := g.world.addChannel(&Channel{Name: name, Guild: g, position: len(g.channels)})
	g.channels = append(g.channels, c)
	return c
}

// add makes a user a member, and says whether they were none before.
func (g *Guild) add(u *User) bool {
	if g.member(u) != nil {
		return false
	}
	g.byUser[u] = &member{guild: g, user: u, joined: time.Now()}
	g.members = append(g.members, g.byUser[u])
	g.world.later(g.byUser[u].tellingJoin())
	return true
}

// newRole enters a role above all others.
func (g *Guild) newRole(name string, p Permissions) *Role {
	r := &Role{ID: g.world.snowflake(), Name: name, guild: g, permissions: p}
	g.roles = append(g.roles, r)
	return r
}

// give gives a member roles of the guild.
func (m *member) give(roles ...*Role) {
	for _, r := range roles {
		if r.guild == m.guild && r != m.guild.everyone && !slices.Contains(m.roles, r) {
			m.roles = append(slices.Clip(m.roles), r)
		}
	}
}

// take takes roles from a member.
func (m *member) take(roles ...*Role) {
	m.roles = slices.DeleteFunc(slices.Clone(m.roles), func(r *Role) bool { return slices.Contains(roles, r) })
}

// useInvite lets a user into the guild of an invite, by its code, and returns it.
// nil without such an invite.
func (w *world) useInvite(u *User, code string) *Guild {
	i := w.inviteByCode(code)
	if i == nil {
		return nil
	}
	g := i.channel.Guild
	if g.add(u) {
		i.uses++
	}
	return g
}

// participants returns the users who take part in the channel, bots included.
func (c *Channel) participants() []*User {
	if c.Guild == nil {
		return slices.Clone(c.recipients)
	}
	return c.Guild.users()
}

// users returns the guild's users in the order they joined, bots included.
func (g *Guild) users() []*User {
	users := make([]*User, len(g.members))
	for i, m := range g.members {
		users[i] = m.user
	}
	return users
}

// typing returns who is typing in the channel, who has begun first at first.
func (c *Channel) typing() []*User {
	var out []*User
	for _, t := range c.typists {
		if time.Since(t.since) < typingTime {
			out = append(out, t.user)
		}
	}
	return out
}

// commandsIn returns the global commands and those of a guild ("" for none).
func (a *Application) commandsIn(guild Snowflake) []Command {
	var out []Command
	for _, c := range a.commands {
		if c.GuildID == "" || c.GuildID == guild {
			out = append(out, c)
		}
	}
	return out
}

// addPicture enters an emoji with a transparent picture.
func (a *Application) addPicture(by *User, name string) emojiObject {
	return a.addEmoji(emojiObject{Name: name, User: by.object(), image: emojiPicture{"image/gif", onePixel}})
}

// install adds an application's bot to the guild, and tells it.
func (g *Guild) install(a *Application) {
	g.add(a.User)
	g.world.later(func() { g.joined(a) })
}

// newThread opens a public thread in a text channel, as a member does.
func (c *Channel) newThread(name string, by *User) *Channel {
	t := c.openThread(name, by, c.world.snowflake(), defaultAutoArchive)
	c.world.later(func() { t.announce("THREAD_CREATE") })
	return t
}

// alterThread changes a thread and tells of it; other channels stay as they are.
func (c *Channel) alterThread(how func(*thread)) {
	if c.thread == nil {
		return
	}
	how(c.thread)
	c.world.later(func() { c.announce("THREAD_UPDATE") })
}

// restrict makes a channel of a guild age-restricted, or takes that back.
func (c *Channel) restrict(nsfw bool) {
	if c.Guild == nil || c.parent != nil || c.nsfw == nsfw {
		return
	}
	c.nsfw = nsfw
	c.changed(nil)
	c.world.later(c.telling("CHANNEL_UPDATE", c.object(nil)))
}

// alter changes a member, which the bots are told of that may know when something
// has become different. Users that are not members are ignored.
func (g *Guild) alter(u *User, how func(*member)) {
	m := g.member(u)
	if m == nil {
		return
	}
	before := *m
	how(m)
	if m.nick != before.nick || !m.timeout.Equal(before.timeout) || !slices.Equal(m.roles, before.roles) {
		g.world.later(m.telling())
	}
}

// allow sets which privileged intents the application may use.
func (a *Application) allow(intents []Intents) {
	a.allowed = 0
	for _, i := range intents {
		a.allowed |= i & privilegedIntents
	}
}
