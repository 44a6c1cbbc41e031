package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A threadMember is somebody who has joined a thread.
type threadMember struct {
	User   *User
	joined time.Time
}

// A ThreadMemberObject is a member of a thread as the API sends it.
type ThreadMemberObject struct {
	ID       object.Snowflake `json:"id"` // the thread's
	UserID   object.Snowflake `json:"user_id"`
	JoinedAt time.Time        `json:"join_timestamp"`
	Flags    int              `json:"flags"`
	Member   *MemberObject    `json:"member,omitempty"`
}

// threadMembersUpdated is the data of THREAD_MEMBERS_UPDATE.
type threadMembersUpdated struct {
	ID      object.Snowflake     `json:"id"`
	GuildID object.Snowflake     `json:"guild_id"`
	Count   int                  `json:"member_count"`
	Added   []ThreadMemberObject `json:"added_members,omitempty"`
	Removed []object.Snowflake   `json:"removed_member_ids,omitempty"`
}

// MemberObject returns a member of the thread, nil for somebody who is none.
// Callers hold the world's lock.
func (c *Channel) MemberObject(u *User, whole bool) *ThreadMemberObject {
	for _, m := range c.Thread.Members {
		if m.User != u {
			continue
		}
		o := &ThreadMemberObject{ID: c.ID, UserID: u.ID, JoinedAt: m.joined.UTC()}
		if g := c.Guild.Member(u); whole && g != nil {
			member := g.Object(nil)
			o.Member = &member
		}
		return o
	}
	return nil
}

// Join makes a user a member of the thread and returns what tells of it.
// Callers hold the world's lock.
func (c *Channel) Join(u *User) (tell func()) {
	if c.MemberObject(u, false) != nil {
		return func() {}
	}
	c.Thread.Members = append(slices.Clip(c.Thread.Members), threadMember{u, time.Now()})
	return c.tellingMembers(u, threadMembersUpdated{Added: []ThreadMemberObject{*c.MemberObject(u, true)}})
}

// Leave ends a user's membership and returns what tells of it. Callers hold the world's lock.
func (c *Channel) Leave(u *User) (tell func()) {
	if c.MemberObject(u, false) == nil {
		return func() {}
	}
	c.Thread.Members = slices.DeleteFunc(slices.Clone(c.Thread.Members), func(m threadMember) bool { return m.User == u })
	return c.tellingMembers(u, threadMembersUpdated{Removed: []object.Snowflake{u.ID}})
}

// tellingMembers returns what tells the bot of a user that it has joined or left
// the thread. Of others it tells those who see the thread and have the privileged
// intent. Callers hold the world's lock.
func (c *Channel) tellingMembers(u *User, e threadMembersUpdated) func() {
	const event = "THREAD_MEMBERS_UPDATE"
	w := c.World
	if !w.Events.Heard(event, true) {
		return func() {}
	}
	e.ID, e.GuildID, e.Count = c.ID, c.GuildID(), len(c.Thread.Members)
	own, bots := w.botOf(u), w.readersOf(c)
	if own != nil && !slices.Contains(bots, own) {
		bots = append(bots, own)
	}
	return func() {
		for _, a := range bots {
			w.Events.DispatchTo(a, c.GuildID(), event, e, func(l Listener) bool {
				return a == own && l.Hears(event, true) || l.Intents&object.IntentGuildMembers != 0
			})
		}
	}
}

// InThread refuses what can be done only in threads, and what only in those
// that are not archived. Callers hold the world's lock.
func (c *Channel) InThread(archivedToo bool) error {
	switch {
	case c.Thread == nil:
		return form.ErrWrongChannel()
	case c.Archived() && !archivedToo:
		return form.ErrArchived()
	}
	return nil
}
