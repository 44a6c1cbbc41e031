package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// A threadMember is a user who has joined a thread.
type threadMember struct {
	user   *User
	joined time.Time
}

// Join makes a user a member of the thread. Callers hold the world's lock.
func (c *Channel) Join(u *User) {
	if c.ThreadMember(u, false) != nil {
		return
	}
	c.Thread.members = append(slices.Clip(c.Thread.members), threadMember{u, time.Now()})
	if c.Kind == ChannelPrivateThread {
		c.changed(u)
	}
}

// Leave ends a user's membership in the thread. Callers hold the world's lock.
func (c *Channel) Leave(u *User) {
	if c.ThreadMember(u, false) == nil {
		return
	}
	c.Thread.members = slices.DeleteFunc(slices.Clone(c.Thread.members), func(m threadMember) bool { return m.user == u })
	if c.Kind == ChannelPrivateThread {
		c.changed(u)
	}
}

// MayInvite reports whether a user may add others to the thread. The user must be able to write in the thread. In a
// private thread that is not invitable, only the owner and users who can manage threads may add others. Callers hold
// the world's lock.
func (c *Channel) MayInvite(u *User) bool {
	return c.CanSend(u) &&
		(c.Kind != ChannelPrivateThread || c.Thread.Invitable || c.Thread.Owner == u || c.Can(u, object.PermissionManageThreads))
}

// MayBeInvited reports whether a user can be added to the thread: the user must be able to see the
// thread's channel. Callers hold the world's lock.
func (c *Channel) MayBeInvited(u *User) bool { return c.Can(u, object.PermissionViewChannel) }

// inviteMentioned adds the mentioned users to a thread, if the message's author may add users.
// Callers hold the world's lock.
func (c *Channel) inviteMentioned(m *Message) {
	if c.Thread == nil || m.Only != nil || len(m.Mentions) == 0 {
		return
	}
	if author := c.World.Users[m.Author.ID]; author == nil || !c.MayInvite(author) {
		return
	}
	for _, mentioned := range m.Mentions {
		if u := c.World.Users[mentioned.ID]; c.MayBeInvited(u) {
			c.Join(u)
		}
	}
}

// A ThreadMemberObject is a member of a thread as the API sends it.
type ThreadMemberObject struct {
	ID       object.Snowflake `json:"id"` // the id of the thread
	UserID   object.Snowflake `json:"user_id"`
	JoinedAt object.Time      `json:"join_timestamp"`
	Flags    int              `json:"flags"`
	Member   *MemberObject    `json:"member,omitempty"`
}

// ThreadMember returns a user's membership in the thread, or nil. If `whole` is true, the result includes the user's
// membership in the guild. Callers hold the world's lock.
func (c *Channel) ThreadMember(u *User, whole bool) *ThreadMemberObject {
	for _, m := range c.Thread.members {
		if m.user == u {
			o := m.object(c, whole)
			return &o
		}
	}
	return nil
}

// object returns the member as the API sends it. Callers hold the world's lock.
func (m threadMember) object(thread *Channel, whole bool) ThreadMemberObject {
	o := ThreadMemberObject{ID: thread.ID, UserID: m.user.ID, JoinedAt: object.At(m.joined)}
	if g := thread.Guild.Member(m.user); whole && g != nil {
		member := g.Object(nil)
		o.Member = &member
	}
	return o
}
