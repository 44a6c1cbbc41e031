package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// TypingTime is how long others see that somebody types, unless a message
// comes before.
const TypingTime = 10 * time.Second

// A typist is somebody who has begun to type.
type typist struct {
	User  *User
	Since time.Time
}

// typingStart is the data of TYPING_START.
type typingStart struct {
	ChannelID object.Snowflake `json:"channel_id"`
	GuildID   object.Snowflake `json:"guild_id,omitempty"`
	UserID    object.Snowflake `json:"user_id"`
	Timestamp int64            `json:"timestamp"` // in seconds since 1970
	Member    *MemberObject    `json:"member,omitempty"`
}

// StartTyping notes that a user types and returns what tells of it. Callers// hold the world's lock.
func (c *Channel) StartTyping(u *User) (tell func()) {
	now := time.Now()
	c.stopTyping(u)
	c.Typists = append(c.Typists, typist{u, now})
	c.Changed(nil)
	o := typingStart{ChannelID: c.ID, GuildID: c.GuildID(), UserID: u.ID, Timestamp: now.Unix()}
	if c.Guild != nil && c.Guild.Member(u) != nil {
		member := c.Guild.Member(u).Object(nil)
		o.Member = &member
	}
	return c.Telling("TYPING_START", o)
}

// stopTyping notes that a user types no more. Callers hold the world's lock.
func (c *Channel) stopTyping(u *User) {
	c.Typists = slices.DeleteFunc(c.Typists, func(t typist) bool { return t.User == u || time.Since(t.Since) >= TypingTime })
}
