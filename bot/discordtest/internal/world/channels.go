package world

import (
	"cmp"
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// Channel types.
const (
	ChannelText   = 0
	channelDM     = 1
	ChannelGroup  = 3
	ChannelThread = 11
)

// A Channel is a text channel, a public thread, a direct message or a group
// message.
type Channel struct {
	ID    object.Snowflake
	Name  string
	Guild *Guild // nil outside guilds

	World      *World
	Kind       int
	Deleted    bool
	Position   int // among the guild's channels
	Topic      string
	NSFW       bool
	SlowMode   int // seconds; only told, as bots are exempt
	Overwrites []Overwrite
	Recipients []*User  // of direct and group messages
	Parent     *Channel // of a thread
	Thread     *Thread  // nil for other channels
	Threads    []*Channel
	Messages   []*Message        // oldest first
	lastPublic *object.Snowflake // the id of the newest one that all see, nil without one; never written through
	public     int               // how many that all see have been sent and not deleted
	everPublic int               // deleted ones included
	Typists    []typist
	LastPin    *time.Time // when something was last pinned
	Pings      map[*User]int
	Watchers   map[*User]chan struct{}
}

// AddChannel enters a new channel. Callers hold the world's lock.
func (w *World) AddChannel(c *Channel) *Channel {
	return w.enter(c, w.Snowflake())
}

// enter enters a new channel with an id. Callers hold the world's lock.
func (w *World) enter(c *Channel, id object.Snowflake) *Channel {
	c.ID, c.World = id, w
	c.Pings, c.Watchers = map[*User]int{}, map[*User]chan struct{}{}
	w.Channels[c.ID] = c
	return c
}

// DirectMessage is DirectMessage for callers that hold the world's lock.
func (w *World) DirectMessage(a, b *User) *Channel {
	if object.CompareIDs(b.ID, a.ID) < 0 {
		a, b = b, a
	}
	pair := [2]object.Snowflake{a.ID, b.ID}
	if w.direct[pair] == nil {
		w.direct[pair] = w.AddChannel(&Channel{Kind: channelDM, Recipients: []*User{a, b}})
	}
	return w.direct[pair]
}

// Reads says whether the user sees the channel. Callers hold the world's lock.
func (c *Channel) Reads(u *User) bool {
	if c.Guild != nil {
		return c.Can(u, object.PermissionViewChannel)
	}
	return slices.Contains(c.Recipients, u)
}

// GuildID returns the id of the channel's guild, "" outside guilds.
func (c *Channel) GuildID() object.Snowflake {
	if c.Guild == nil {
		return ""
	}
	return c.Guild.ID
}

// Context says what the channel is to an application.
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

// Changed tells the watchers of what only one user sees (nil: everybody).
// Callers hold the world's lock.
func (c *Channel) Changed(only *User) {
	for u, ch := range c.Watchers {
		if only == nil || only == u {
			close(ch)
			delete(c.Watchers, u)
		}
	}
}

// ChannelLook is what a body may set of a text channel.
type ChannelLook struct {
	Name       string
	Topic      string
	NSFW       bool
	SlowMode   int // seconds
	Position   int
	Overwrites []Overwrite
}

// Look makes the channel what has been read.
func (c *Channel) Look(l ChannelLook) {
	c.Name, c.Topic, c.NSFW, c.SlowMode, c.Position, c.Overwrites = l.Name, l.Topic, l.NSFW, l.SlowMode, l.Position, l.Overwrites
}

// OrderChannels puts the channels in the order of their positions; those at one
// are ordered by age. Callers hold the world's lock.
func (g *Guild) OrderChannels() {
	g.Channels = slices.Clone(g.Channels)
	slices.SortStableFunc(g.Channels, func(a, b *Channel) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), object.CompareIDs(a.ID, b.ID))
	})
}

// ThreadGone is the data of THREAD_DELETE.
type ThreadGone struct {
	ID       object.Snowflake `json:"id"`
	GuildID  object.Snowflake `json:"guild_id"`
	ParentID object.Snowflake `json:"parent_id"`
	Type     int              `json:"type"`
}

// Delete takes a channel of a guild out of the world. Nobody sees it any more.
// Callers hold the world's lock.
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
	for _, h := range c.World.WebhooksOf(c) {
		delete(c.World.Webhooks, h.ID)
	}
	c.Deleted = true
	c.Changed(nil)
}

// Reaches says whether a bot may write to the users of a channel outside
// guilds: they share a guild with it, or have installed it. Callers hold the world's lock.
func (c *Channel) Reaches(a *Application) bool {
	for _, u := range c.Recipients {
		if u != a.User && !u.Installed[a] && !c.World.ShareGuild(a, u) {
			return false
		}
	}
	return true
}

// ShareGuild says whether some guild has both the bot and the user. Callers// hold the world's lock.
func (w *World) ShareGuild(a *Application, u *User) bool {
	for _, g := range w.Guilds {
		if g.Has(a) && g.Member(u) != nil {
			return true
		}
	}
	return false
}

// IsNSFW is NSFW for callers that hold the world's lock.
func (c *Channel) IsNSFW() bool { return c.NSFW || c.Parent != nil && c.Parent.NSFW }
