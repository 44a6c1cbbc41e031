package discordtest

import (
	"slices"
	"strings"
	"time"
)

// Channel types.
const (
	channelText   = 0
	channelDM     = 1
	channelGroup  = 3
	channelThread = 11
)

// A Channel is a text channel, a public thread, a direct message or a group
// message.
type Channel struct {
	ID    Snowflake
	Name  string
	Guild *Guild // nil outside guilds

	world      *world
	kind       int
	deleted    bool
	position   int // among the guild's channels
	topic      string
	nsfw       bool
	slowMode   int // seconds; only told, as bots are exempt
	overwrites []overwrite
	recipients []*User  // of direct and group messages
	parent     *Channel // of a thread
	thread     *thread  // nil for other channels
	threads    []*Channel
	messages   []*message // oldest first
	lastPublic *Snowflake // the id of the newest one that all see, nil without one; never written through
	public     int        // how many that all see have been sent and not deleted
	everPublic int        // deleted ones included
	typists    []typist
	lastPin    *time.Time // when something was last pinned
	pings      map[*User]int
	watchers   map[*User]chan struct{}
}

// addChannel enters a new channel. Callers hold s.mu.
func (w *world) addChannel(c *Channel) *Channel {
	return w.enter(c, w.snowflake())
}

// enter enters a new channel with an id. Callers hold s.mu.
func (w *world) enter(c *Channel, id Snowflake) *Channel {
	c.ID, c.world = id, w
	c.pings, c.watchers = map[*User]int{}, map[*User]chan struct{}{}
	w.channels[c.ID] = c
	return c
}

// DirectMessage returns the direct message channel of two users.
func (w *world) DirectMessage(a, b *User) *Channel {
	w.Lock()
	defer w.Unlock()
	return w.directMessage(a, b)
}

// directMessage is DirectMessage for callers that hold s.mu.
func (w *world) directMessage(a, b *User) *Channel {
	if compareIDs(b.ID, a.ID) < 0 {
		a, b = b, a
	}
	pair := [2]Snowflake{a.ID, b.ID}
	if w.direct[pair] == nil {
		w.direct[pair] = w.addChannel(&Channel{kind: channelDM, recipients: []*User{a, b}})
	}
	return w.direct[pair]
}

// GroupMessage creates a group message of users.
func (w *world) GroupMessage(users ...*User) *Channel {
	w.Lock()
	defer w.Unlock()
	names := make([]string, len(users))
	for i, u := range users {
		names[i] = u.Name
	}
	return w.addChannel(&Channel{kind: channelGroup, Name: strings.Join(names, ", "), recipients: slices.Clone(users)})
}

// reads says whether the user sees the channel. Callers hold s.mu.
func (c *Channel) reads(u *User) bool {
	if c.Guild != nil {
		return c.can(u, PermissionViewChannel)
	}
	return slices.Contains(c.recipients, u)
}

// Members returns the users who take part in the channel, bots included.
func (c *Channel) Members() []*User {
	if c.Guild != nil {
		return c.Guild.Members()
	}
	return slices.Clone(c.recipients) // never changes
}

// guildID returns the id of the channel's guild, "" outside guilds.
func (c *Channel) guildID() Snowflake {
	if c.Guild == nil {
		return ""
	}
	return c.Guild.ID
}

// Contexts of interactions and commands.
const (
	contextGuild   = 0
	contextBotDM   = 1
	contextPrivate = 2
)

// context says what the channel is to an application.
func (c *Channel) context(a *Application) int {
	switch {
	case c.Guild != nil:
		return contextGuild
	case c.kind == channelDM && slices.Contains(c.recipients, a.User):
		return contextBotDM
	default:
		return contextPrivate
	}
}

// changed tells the watchers of what only one user sees (nil: everybody).
// Callers hold s.mu.
func (c *Channel) changed(only *User) {
	for u, ch := range c.watchers {
		if only == nil || only == u {
			close(ch)
			delete(c.watchers, u)
		}
	}
}
