package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// typingTime is how long a user counts as typing. A message from the user ends it earlier.
const typingTime = 10 * time.Second

// A typist is a user who is typing.
type typist struct {
	user  *User
	since time.Time
}

// typingStart is the data of TYPING_START.
type typingStart struct {
	ChannelID object.Snowflake `json:"channel_id"`
	GuildID   object.Snowflake `json:"guild_id,omitempty"`
	UserID    object.Snowflake `json:"user_id"`
	Timestamp int64            `json:"timestamp"` // in seconds since 1970
	Member    *MemberObject    `json:"member,omitempty"`
}

// StartTyping marks a user as typing and dispatches TYPING_START. Callers hold the world's lock.
func (c *Channel) StartTyping(u *User) {
	now := time.Now()
	c.stopTyping(u)
	c.typists = append(c.typists, typist{u, now})
	c.changed(nil)
	o := typingStart{ChannelID: c.ID, GuildID: c.GuildID(), UserID: u.ID, Timestamp: now.Unix()}
	if c.Guild != nil && c.Guild.Member(u) != nil {
		member := c.Guild.Member(u).Object(nil)
		o.Member = &member
	}
	c.tell("TYPING_START", o)
}

// Typing returns the users who are typing in the channel. The first to start comes first. Callers
// hold the world's lock.
func (c *Channel) Typing() []*User {
	var out []*User
	for _, t := range c.typists {
		if time.Since(t.since) < typingTime {
			out = append(out, t.user)
		}
	}
	return out
}

// stopTyping marks a user as no longer typing. Callers hold the world's lock.
func (c *Channel) stopTyping(u *User) {
	c.typists = slices.DeleteFunc(c.typists, func(t typist) bool { return t.user == u || time.Since(t.since) >= typingTime })
}
