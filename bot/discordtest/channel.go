package discordtest

import "noughts/bot/discordtest/internal/world"

// A Channel is a text channel, a thread, a direct message or a group message.
type Channel struct {
	ID    Snowflake
	Guild *Guild // nil outside guilds

	server *Server
	state  *world.Channel
}

// Name returns what the channel is called.
func (c *Channel) Name() string {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.state.Name
}

// Members returns the users who take part in the channel, bots included. Those of a
// private thread are the users who see it.
func (c *Channel) Members() []*User {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.server.usersOf(c.state.Participants())
}

// A Holder is a role or a user: permissions in a channel are given to it.
type Holder interface {
	overwrite() world.Overwrite
}

func (r *Role) overwrite() world.Overwrite { return world.Overwrite{ID: r.ID} }
func (u *User) overwrite() world.Overwrite { return world.Overwrite{ID: u.ID, Member: true} }

// Overwrite sets what a role or a member may do in this channel. It takes precedence over the guild's
// permissions. Threads follow their channel. Permissions that are neither allowed nor denied stay those of the
// guild.
func (c *Channel) Overwrite(who Holder, allow, deny Permissions) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	o := who.overwrite()
	o.Allow, o.Deny = allow, deny
	c.state.SetOverwrite(o)
}

// Permissions returns what a user may do in the channel: nothing when they do not
// see it.
func (c *Channel) Permissions(u *User) Permissions {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	if !c.state.Reads(u.state) {
		return 0
	}
	return c.state.Permissions(u.state)
}

// SetNSFW turns on or off that the channel is age-restricted. Threads follow their channel.
func (c *Channel) SetNSFW(nsfw bool) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	c.state.Restrict(nsfw)
}

// NSFW reports whether the channel, or that of the thread, is age-restricted.
func (c *Channel) NSFW() bool {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.state.AgeRestricted()
}

// NewThread opens a public thread in a text channel, as a member does. The bots
// of the guild learn of it.
func (c *Channel) NewThread(name string, by *User) *Channel {
	return c.newThread(by, world.ThreadSettings{Kind: world.ChannelThread, Name: name})
}

// NewPrivateThread opens a private thread in a text channel, as a member does. Its members see it, at first
// only its creator, and so do users with PermissionManageThreads. Members add others: see Client.Invite.
func (c *Channel) NewPrivateThread(name string, by *User) *Channel {
	return c.newThread(by, world.ThreadSettings{Kind: world.ChannelPrivateThread, Name: name, Invitable: true})
}

func (c *Channel) newThread(by *User, s world.ThreadSettings) *Channel {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	s.AutoArchive = world.DefaultAutoArchive
	return c.server.channel(c.state.NewThread(by.state, s))
}

// Add makes users members of a thread if they see its channel. Other channels have
// no members of their own: nothing happens.
func (c *Channel) Add(users ...*User) {
	c.eachInThread(users, func(u *world.User) {
		if c.state.MayBeInvited(u) {
			c.state.Join(u)
		}
	})
}

// Remove ends the membership of users in a thread. Those who do not manage threads
// no longer see a private one.
func (c *Channel) Remove(users ...*User) { c.eachInThread(users, c.state.Leave) }

func (c *Channel) eachInThread(users []*User, do func(*world.User)) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	if c.state.Thread == nil {
		return
	}
	for _, u := range users {
		do(u.state)
	}
}

// SetInvitable sets whether all members of a private thread may add others, which is the default, or only its
// owner and users who manage threads.
func (c *Channel) SetInvitable(yes bool) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	c.state.AlterThread(func(t *world.Thread) { t.Invitable = yes })
}

// Threads returns the channel's threads in the order of their creation.
func (c *Channel) Threads() []*Channel {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.server.channelsOf(c.state.Threads)
}

// Parent returns the channel that a thread belongs to, nil for other channels.
func (c *Channel) Parent() *Channel { return c.server.channel(c.state.Parent) }

// SetArchived archives a thread or unarchives it. In an archived thread no command and no component works; a
// message from a user who may write there unarchives it. For other channels it does nothing.
func (c *Channel) SetArchived(yes bool) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	c.state.AlterThread(func(t *world.Thread) { t.Archive(yes) })
}

// SetLocked locks or unlocks a thread. Only users who manage threads may write in a locked one.
func (c *Channel) SetLocked(yes bool) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	c.state.AlterThread(func(t *world.Thread) { t.Locked = yes })
}

// Archived reports whether the channel is an archived thread.
func (c *Channel) Archived() bool {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.state.Archived()
}

// Typing returns the users who are typing in the channel, in the order in which they began. Typing lasts ten
// seconds, or until the user sends a message.
func (c *Channel) Typing() []*User {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.server.usersOf(c.state.Typing())
}
