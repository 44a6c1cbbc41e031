package discordtest

import (
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

type thread struct {
	owner       *User
	created     time.Time
	autoArchive int // minutes
	archived    bool
	archivedAt  time.Time // when the thread was last archived or unarchived; at first the time of its creation
	locked      bool
	members     []threadMember // replaced as a whole
	rest        *time.Timer    // archives the thread after autoArchive without a message
}

type threadMember struct {
	user   *User
	joined time.Time
}

// defaultAutoArchive is the default of auto_archive_duration, in minutes.
const defaultAutoArchive = 4320

// NewThread opens a public thread as the user. Without messages it archives itself after three days.
func (c *Channel) NewThread(name string, by *User) *Channel {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.openThread(by, &Channel{kind: channelThread, name: name}, c.server.snowflake(), defaultAutoArchive)
}

// NewPrivateThread is like NewThread, for a private thread, which its members and users with PermissionManageThreads
// see. At first only the user is a member. Members add others by mentioning them.
func (c *Channel) NewPrivateThread(name string, by *User) *Channel {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.openThread(by, &Channel{kind: channelPrivateThread, name: name}, c.server.snowflake(), defaultAutoArchive)
}

func (c *Channel) openThread(by *User, t *Channel, id Snowflake, autoArchive int) *Channel {
	now := time.Now()
	t.Guild, t.parent = c.Guild, c
	t.thread = &thread{
		owner: by, created: now, archivedAt: now, autoArchive: autoArchive, members: []threadMember{{by, now}},
	}
	c.threads = append(slices.Clip(c.threads), c.server.addChannel(t, id))
	t.thread.rest = time.AfterFunc(t.thread.restsAfter(), func() {
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		if !t.deleted {
			t.thread.archive(true)
		}
	})
	return t
}

// Add adds users who see the thread's channel to a thread.
func (c *Channel) Add(users ...*User) {
	c.alter(func(*thread) {
		for _, u := range users {
			if c.can(u, object.PermissionViewChannel) {
				c.join(u)
			}
		}
	})
}

// Remove removes users from a thread. They then see a private one only with PermissionManageThreads.
func (c *Channel) Remove(users ...*User) {
	c.alter(func(*thread) {
		for _, u := range users {
			c.leave(u)
		}
	})
}

// SetArchived archives or unarchives a thread, which also archives itself after a time without messages. In an archived
// thread members cannot use commands and no message can be edited; a new message unarchives it.
func (c *Channel) SetArchived(yes bool) { c.alter(func(t *thread) { t.archive(yes) }) }

// SetLocked locks or unlocks a thread. Only users who manage threads may write in a locked one.
func (c *Channel) SetLocked(yes bool) { c.alter(func(t *thread) { t.locked = yes }) }

func (c *Channel) alter(how func(*thread)) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.thread == nil {
		return
	}
	how(c.thread)
	if !c.thread.archived {
		c.thread.rest.Reset(c.thread.restsAfter())
	}
}

// Archived reports whether the channel is an archived thread.
func (c *Channel) Archived() bool {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.archived()
}

func (c *Channel) archived() bool { return c.thread != nil && c.thread.archived }

func (t *thread) restsAfter() time.Duration { return time.Duration(t.autoArchive) * time.Minute }

func (t *thread) archive(yes bool) {
	if t.archived != yes {
		t.archived, t.archivedAt = yes, time.Now()
	}
	if !yes {
		t.rest.Reset(t.restsAfter())
	}
}

func (t thread) patched(f form.Field) thread {
	if archived := f.Get("archived"); !archived.Null() {
		t.archive(archived.Boolean())
	}
	if locked := f.Get("locked"); !locked.Null() {
		t.locked = locked.Boolean()
	}
	if a := f.Get("auto_archive_duration"); !a.Null() {
		t.autoArchive = a.OneOf(object.AutoArchives...)
	}
	return t
}

func (c *Channel) join(u *User) {
	if c.threadMember(u) != nil {
		return
	}
	c.thread.members = append(slices.Clip(c.thread.members), threadMember{u, time.Now()})
	if c.kind == channelPrivateThread {
		c.changed(u)
	}
}

func (c *Channel) leave(u *User) {
	if c.threadMember(u) == nil {
		return
	}
	c.thread.members = slices.DeleteFunc(slices.Clone(c.thread.members), func(m threadMember) bool { return m.user == u })
	if c.kind == channelPrivateThread {
		c.changed(u)
	}
}

// inviteMentioned adds the mentioned users to a thread, if the message's author may add users.
func (c *Channel) inviteMentioned(m *sentMessage) {
	if c.thread == nil || m.only != nil || len(m.Mentions) == 0 {
		return
	}
	if author := c.server.users[m.Author.ID]; author == nil || !c.canSend(author) {
		return
	}
	for _, mentioned := range m.Mentions {
		if u := c.server.users[mentioned.ID]; c.can(u, object.PermissionViewChannel) {
			c.join(u)
		}
	}
}

type threadMemberObject struct {
	ID       Snowflake   `json:"id"` // the id of the thread
	UserID   Snowflake   `json:"user_id"`
	JoinedAt object.Time `json:"join_timestamp"`
	Flags    int         `json:"flags"`
}

func (c *Channel) threadMember(u *User) *threadMemberObject {
	i := slices.IndexFunc(c.thread.members, func(m threadMember) bool { return m.user == u })
	if i < 0 {
		return nil
	}
	return &threadMemberObject{ID: c.ID, UserID: u.ID, JoinedAt: object.At(c.thread.members[i].joined)}
}
