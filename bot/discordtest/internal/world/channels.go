package world

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// The channel types, with Discord's numbers.
const (
	ChannelText          = 0
	channelDM            = 1
	channelGroup         = 3
	ChannelThread        = 11
	ChannelPrivateThread = 12
)

// A Channel is a text channel, a thread, a direct message or a group message.
type Channel struct {
	ID         object.Snowflake
	World      *World
	Kind       int    // ChannelText, ChannelThread, …
	Guild      *Guild // nil outside guilds
	Name       string
	Deleted    bool // whether the channel has been deleted
	Position   int  // the place among the guild's channels
	Topic      string
	NSFW       bool
	SlowMode   int // in seconds; the emulator does not enforce it
	Overwrites []Overwrite
	Recipients []*User    // the users of a direct or group message; nil for other channels
	Parent     *Channel   // the text channel of a thread; nil for other channels
	Thread     *Thread    // nil for other channels
	Threads    []*Channel // the threads of a text channel, including archived ones
	Messages   []*Message // the oldest first

	lastPublic *object.Snowflake       // the id of the newest message that is not ephemeral, or nil; replaced on change, never modified in place
	public     int                     // the number of messages that are neither ephemeral nor deleted
	everPublic int                     // the number of messages that are not ephemeral, including deleted ones
	pings      map[*User]int           // how often a message has notified each user
	watchers   map[*User]chan struct{} // for each user, a Go channel that is closed when the user's view of this channel changes
}

// NewChannel adds a text channel below the existing ones. Callers hold the world's lock.
func (g *Guild) NewChannel(name string) *Channel {
	c := g.World.addChannel(&Channel{Name: name, Guild: g, Position: len(g.Channels)})
	g.Channels = append(g.Channels, c)
	return c
}

// DirectMessage returns the direct message channel of two users. It creates the channel if there is
// none. Callers hold the world's lock.
func (w *World) DirectMessage(a, b *User) *Channel {
	if object.CompareIDs(b.ID, a.ID) < 0 {
		a, b = b, a
	}
	pair := [2]object.Snowflake{a.ID, b.ID}
	if w.direct[pair] == nil {
		w.direct[pair] = w.addChannel(&Channel{Kind: channelDM, Recipients: []*User{a, b}})
	}
	return w.direct[pair]
}

// NewGroup adds a group message channel for some users. Callers hold the world's lock.
func (w *World) NewGroup(users []*User) *Channel {
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = u.Name
	}
	return w.addChannel(&Channel{Kind: channelGroup, Name: strings.Join(names, ", "), Recipients: slices.Clone(users)})
}

// addChannel adds a channel with a new id. Callers hold the world's lock.
func (w *World) addChannel(c *Channel) *Channel {
	return w.enter(c, w.Snowflake())
}

// enter adds a channel with the given id. Callers hold the world's lock.
func (w *World) enter(c *Channel, id object.Snowflake) *Channel {
	c.ID, c.World = id, w
	c.pings, c.watchers = map[*User]int{}, map[*User]chan struct{}{}
	w.Channels[c.ID] = c
	return c
}

// Restrict sets whether a guild's channel is age-restricted. It ignores threads. Callers hold the world's lock.
func (c *Channel) Restrict(nsfw bool) {
	if c.Guild == nil || c.Parent != nil || c.NSFW == nsfw {
		return
	}
	c.NSFW = nsfw
	c.changed(nil)
}

// Delete deletes a guild's channel and its threads. Callers hold the world's lock.
func (c *Channel) Delete() {
	for _, t := range slices.Clone(c.Threads) {
		t.Delete()
	}
	is := func(x *Channel) bool { return x == c }
	if c.Parent != nil {
		c.Parent.Threads = slices.DeleteFunc(slices.Clone(c.Parent.Threads), is)
	} else {
		c.Guild.Channels = slices.DeleteFunc(slices.Clone(c.Guild.Channels), is)
	}
	delete(c.World.Channels, c.ID)
	c.Deleted = true
	c.changed(nil)
}

// GuildID returns the id of the channel's guild, or "" outside guilds.
func (c *Channel) GuildID() object.Snowflake {
	if c.Guild == nil {
		return ""
	}
	return c.Guild.ID
}

// Context returns Discord's number for the kind of channel, as the application's interactions report it: a guild's
// channel, a direct message with the application's bot, or any other private channel.
func (c *Channel) Context(a *Application) int {
	switch {
	case c.Guild != nil:
		return object.ContextGuild
	case c.Kind == channelDM && slices.Contains(c.Recipients, a.User):
		return object.ContextBotDM
	default:
		return object.ContextPrivate
	}
}

// AgeRestricted reports whether the channel is age-restricted. A thread has the restriction of its
// parent channel. Callers hold the world's lock.
func (c *Channel) AgeRestricted() bool { return c.NSFW || c.Parent != nil && c.Parent.NSFW }

// Participants returns the users who can take part in the channel, including bots. Callers hold the world's lock.
func (c *Channel) Participants() []*User {
	if c.Guild == nil {
		return slices.Clone(c.Recipients)
	}
	users := c.Guild.Users()
	if c.Kind == ChannelPrivateThread {
		users = slices.DeleteFunc(users, func(u *User) bool { return !c.Reads(u) })
	}
	return users
}

// Reads reports whether the user can see the channel. A private thread is visible to its members
// and to users who can manage threads. Callers hold the world's lock.
func (c *Channel) Reads(u *User) bool {
	switch {
	case c.Guild == nil:
		return slices.Contains(c.Recipients, u)
	case !c.Can(u, object.PermissionViewChannel):
		return false
	}
	return c.Kind != ChannelPrivateThread || c.ThreadMember(u, false) != nil || c.Can(u, object.PermissionManageThreads)
}

// Reaches reports whether a bot may write to the recipients of a channel outside guilds. Each recipient must have
// installed the application, or share a guild with the bot and accept direct messages. Callers hold the world's lock.
func (c *Channel) Reaches(a *Application) bool {
	for _, u := range c.Recipients {
		if u != a.User && !u.Installed[a] && (u.NoDirect || !c.World.ShareGuild(a, u)) {
			return false
		}
	}
	return true
}

// Watch returns a Go channel that is closed when the user's view of the Discord channel changes.
// Callers hold the world's lock.
func (c *Channel) Watch(u *User) <-chan struct{} {
	if c.watchers[u] == nil {
		c.watchers[u] = make(chan struct{})
	}
	return c.watchers[u]
}

// changed wakes the goroutines that watch the channel for the user `only`, or for all users if
// `only` is nil. Callers hold the world's lock.
func (c *Channel) changed(only *User) {
	for u, ch := range c.watchers {
		if only == nil || only == u {
			close(ch)
			delete(c.watchers, u)
		}
	}
}
