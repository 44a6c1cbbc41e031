package discordtest

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// Channel types.
const (
	channelText          = 0
	channelDM            = 1
	channelGroup         = 3
	channelCategory      = 4
	channelThread        = 11
	channelPrivateThread = 12
)

// A Channel is a text channel, a category, a thread, a direct message or a group message.
type Channel struct {
	ID    Snowflake
	Guild *Guild // nil outside guilds

	server     *Server
	kind       int // channelText, channelThread, …
	name       string
	deleted    bool
	position   int // the place among the guild's channels
	category   *Channel
	overwrites []overwrite
	recipients []*User    // the users of a direct or group message; nil for other channels
	parent     *Channel   // the text channel of a thread; nil for other channels
	thread     *thread    // nil for other channels
	threads    []*Channel // the threads of a text channel, including archived ones
	messages   []*sentMessage

	pings    map[*User]int           // how often a message has notified each user
	watchers map[*User]chan struct{} // for each user, a Go channel that is closed when the user's view of this channel changes
}

// NewChannel creates a text channel below the existing channels.
func (g *Guild) NewChannel(name string) *Channel { return g.newChannel(channelText, name) }

// NewCategory creates a category, which other channels can be moved to.
func (g *Guild) NewCategory(name string) *Channel { return g.newChannel(channelCategory, name) }

func (g *Guild) newChannel(kind int, name string) *Channel {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	c := &Channel{kind: kind, name: name, Guild: g, position: len(g.channels)}
	g.channels = append(slices.Clip(g.channels), g.server.addChannel(c, g.server.snowflake()))
	return c
}

// DirectMessage returns the direct message channel of two users, which it creates if necessary.
func (s *Server) DirectMessage(a, b *User) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.directMessage(a, b)
}

func (s *Server) directMessage(a, b *User) *Channel {
	if object.CompareIDs(b.ID, a.ID) < 0 {
		a, b = b, a
	}
	pair := [2]Snowflake{a.ID, b.ID}
	if s.direct[pair] == nil {
		s.direct[pair] = s.addChannel(&Channel{kind: channelDM, recipients: []*User{a, b}}, s.snowflake())
	}
	return s.direct[pair]
}

// GroupMessage creates a group message channel of users.
func (s *Server) GroupMessage(users ...*User) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = u.name
	}
	c := &Channel{kind: channelGroup, name: strings.Join(names, ", "), recipients: slices.Clone(users)}
	return s.addChannel(c, s.snowflake())
}

func (s *Server) addChannel(c *Channel, id Snowflake) *Channel {
	c.ID, c.server = id, s
	c.pings, c.watchers = map[*User]int{}, map[*User]chan struct{}{}
	s.channels[c.ID] = c
	return c
}

// Name returns what the channel is called.
func (c *Channel) Name() string {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.name
}

// Members returns the users who take part in the channel, bots included. In a private thread they are those who see it.
func (c *Channel) Members() []*User {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.Guild == nil {
		return slices.Clone(c.recipients)
	}
	users := c.Guild.users()
	if c.kind == channelPrivateThread {
		users = slices.DeleteFunc(users, func(u *User) bool { return !c.reads(u) })
	}
	return users
}

// Threads returns the channel's threads in the order of their creation.
func (c *Channel) Threads() []*Channel {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.threads
}

// Parent returns the channel that a thread belongs to, nil for other channels.
func (c *Channel) Parent() *Channel { return c.parent }

// MoveTo moves a guild's channel into a category, or out of its category if `category` is nil.
func (c *Channel) MoveTo(category *Channel) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.category = category
}

// Delete deletes a channel or thread of a guild, as a moderator does. The channels of a deleted category stay.
func (c *Channel) Delete() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.delete()
}

func (c *Channel) delete() {
	for _, t := range slices.Clone(c.threads) {
		t.delete()
	}
	is := func(x *Channel) bool { return x == c }
	if c.parent != nil {
		c.parent.threads = slices.DeleteFunc(slices.Clone(c.parent.threads), is)
	} else {
		c.Guild.channels = slices.DeleteFunc(slices.Clone(c.Guild.channels), is)
	}
	for _, x := range c.Guild.channels {
		if x.category == c {
			x.category = nil
		}
	}
	delete(c.server.channels, c.ID)
	c.deleted = true
	c.changed(nil)
}

func (c *Channel) guildID() Snowflake {
	if c.Guild == nil {
		return ""
	}
	return c.Guild.ID
}

// context returns Discord's number: of a guild's channel, the direct message with the bot, or another private one.
func (c *Channel) context(a *Application) int {
	switch {
	case c.Guild != nil:
		return object.ContextGuild
	case c.kind == channelDM && slices.Contains(c.recipients, a.User):
		return object.ContextBotDM
	}
	return object.ContextPrivate
}

// reads reports whether the user sees the channel. Members and users who can manage threads see a private thread.
func (c *Channel) reads(u *User) bool {
	switch {
	case c.Guild == nil:
		return slices.Contains(c.recipients, u)
	case !c.can(u, object.PermissionViewChannel):
		return false
	}
	return c.kind != channelPrivateThread || c.threadMember(u) != nil || c.can(u, object.PermissionManageThreads)
}

// reaches reports whether a bot may write to the recipients of a channel outside guilds: each must have installed the
// application, or share a guild with the bot and accept direct messages.
func (c *Channel) reaches(a *Application) bool {
	return !slices.ContainsFunc(c.recipients, func(u *User) bool {
		return u != a.User && !u.installed[a] && (u.noDirect || !c.server.shareGuild(a, u))
	})
}

func (c *Channel) watch(u *User) <-chan struct{} {
	if c.watchers[u] == nil {
		c.watchers[u] = make(chan struct{})
	}
	return c.watchers[u]
}

// changed wakes those who watch the channel for the user `only`, or for all users if `only` is nil.
func (c *Channel) changed(only *User) {
	for u, ch := range c.watchers {
		if only == nil || only == u {
			close(ch)
			delete(c.watchers, u)
		}
	}
}
