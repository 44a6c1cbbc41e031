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

// Members returns the users who take part in the channel, bots included. For a private thread they
// are the users who can see it.
func (c *Channel) Members() []*User {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.server.usersOf(c.state.Participants())
}

// A Holder is a role or a user that [Channel.Overwrite] sets permissions for.
type Holder interface {
	overwrite() world.Overwrite
}

func (r *Role) overwrite() world.Overwrite { return world.Overwrite{ID: r.ID} }
func (u *User) overwrite() world.Overwrite { return world.Overwrite{ID: u.ID, Member: true} }

// Overwrite sets the permissions of a role or a member (`who`) in this channel and its threads. The permissions in
// `allow` and `deny` take precedence over the member's permissions in the guild. All other permissions stay as in the
// guild.
func (c *Channel) Overwrite(who Holder, allow, deny Permissions) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	o := who.overwrite()
	o.Allow, o.Deny = allow, deny
	c.state.SetOverwrite(o)
}

// Permissions returns the user's permissions in the channel: none if the user does not see the channel.
func (c *Channel) Permissions(u *User) Permissions {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	if !c.state.Reads(u.state) {
		return 0
	}
	return c.state.Permissions(u.state)
}

// SetNSFW sets whether the channel and its threads are age-restricted. It does nothing on a thread or outside guilds.
func (c *Channel) SetNSFW(nsfw bool) {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	c.state.Restrict(nsfw)
}

// NSFW reports whether the channel is age-restricted. For a thread it reports whether its parent channel is.
func (c *Channel) NSFW() bool {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	return c.state.AgeRestricted()
}

// NewThread opens a public thread in a text channel, as if the user had opened it. The guild's bots receive an event
// about the new thread.
func (c *Channel) NewThread(name string, by *User) *Channel {
	return c.newThread(by, world.ThreadSettings{Kind: world.ChannelThread, Name: name})
}

// NewPrivateThread opens a private thread in a text channel, as if the user had opened it. At first
// only this user is a member. The thread is visible to its members and to users with
// PermissionManageThreads. Members can add others: see Client.Invite.
func (c *Channel) NewPrivateThread(name string, by *User) *Channel {
	return c.newThread(by, world.ThreadSettings{Kind: world.ChannelPrivateThread, Name: name, Invitable: true})
}

func (c *Channel) newThread(by *User, s world.ThreadSettings) *Channel {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	s.AutoArchive = world.DefaultAutoArchive
	return c.server.channel(c.state.NewThread(by.state, s))
}

// Add adds users to a thread. Users who do not see the thread's channel are skipped. If c is not a thread, Add does
// nothing.
func (c *Channel) Add(users ...*User) {
	c.eachInThread(users, func(u *world.User) {
		if c.state.MayBeInvited(u) {
			c.state.Join(u)
		}
	})
}

// Remove removes users from a thread. After that a private thread is visible to them only if they
// have PermissionManageThreads.
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

// SetInvitable sets who may add others to a private thread: with true, the default, all its
// members; with false, only its owner and users who manage threads.
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

// Delete deletes a channel or thread of a guild, as a moderator does.
func (c *Channel) Delete() {
	c.server.world.Lock()
	defer c.server.world.Unlock()
	c.state.Delete()
}

// SetArchived archives or unarchives a thread. A thread without messages for its auto_archive_duration archives itself.
// In an archived thread members cannot use commands, and no message can be edited. A message from a user who may write
// there unarchives the thread. If c is not a thread, SetArchived does nothing.
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
