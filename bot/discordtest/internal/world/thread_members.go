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

// Join makes a user a member of the thread and dispatches THREAD_MEMBERS_UPDATE. If the user is a bot, it is first sent
// THREAD_CREATE, because it may not know the thread yet. Callers hold the world's lock.
func (c *Channel) Join(u *User) {
	if c.ThreadMember(u, false) != nil {
		return
	}
	c.Thread.members = append(slices.Clip(c.Thread.members), threadMember{u, time.Now()})
	if own := c.World.botOf(u); own != nil {
		c.tellTo([]*Application{own}, "THREAD_CREATE", c.Object(u))
	}
	if c.Kind == ChannelPrivateThread {
		c.changed(u)
	}
	c.tellMembers(u, threadMembersUpdated{Added: []ThreadMemberObject{*c.ThreadMember(u, true)}})
}

// Leave ends a user's membership in the thread and dispatches THREAD_MEMBERS_UPDATE. Callers hold the world's lock.
func (c *Channel) Leave(u *User) {
	if c.ThreadMember(u, false) == nil {
		return
	}
	c.Thread.members = slices.DeleteFunc(slices.Clone(c.Thread.members), func(m threadMember) bool { return m.user == u })
	if c.Kind == ChannelPrivateThread {
		c.changed(u)
	}
	c.tellMembers(u, threadMembersUpdated{Removed: []object.Snowflake{u.ID}})
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

// ThreadMembers returns all members of the thread in order of joining. If `whole` is true, the results include their
// memberships in the guild. Callers hold the world's lock.
func (c *Channel) ThreadMembers(whole bool) []ThreadMemberObject {
	out := make([]ThreadMemberObject, len(c.Thread.members))
	for i, m := range c.Thread.members {
		out[i] = m.object(c, whole)
	}
	return out
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

// threadMembersUpdated is the data of THREAD_MEMBERS_UPDATE.
type threadMembersUpdated struct {
	ID      object.Snowflake     `json:"id"`
	GuildID object.Snowflake     `json:"guild_id"`
	Count   int                  `json:"member_count"`
	Added   []ThreadMemberObject `json:"added_members,omitempty"`
	Removed []object.Snowflake   `json:"removed_member_ids,omitempty"`
}

// tellMembers dispatches THREAD_MEMBERS_UPDATE to the bot that joined or left, and to the bots that
// can see the thread and have the privileged intent. Callers hold the world's lock.
func (c *Channel) tellMembers(u *User, e threadMembersUpdated) {
	const event = "THREAD_MEMBERS_UPDATE"
	w := c.World
	if !w.Events.Heard(event, true) {
		return
	}
	e.ID, e.GuildID, e.Count = c.ID, c.GuildID(), len(c.Thread.members)
	own, bots := w.botOf(u), w.readersOf(c)
	if own != nil && !slices.Contains(bots, own) {
		bots = append(bots, own)
	}
	w.later(func() {
		for _, a := range bots {
			w.Events.DispatchTo(a, c.GuildID(), event, e, func(l Listener) bool {
				return a == own && l.Hears(event, true) || l.Intents&object.IntentGuildMembers != 0
			})
		}
	})
}
