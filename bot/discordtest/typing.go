package discordtest

import (
	"fmt"
	"slices"
	"time"
)

// typingTime is how long others see that somebody types, unless a message
// comes before.
const typingTime = 10 * time.Second

// A typist is somebody who has begun to type.
type typist struct {
	user  *User
	since time.Time
}

// typingStart is the data of TYPING_START.
type typingStart struct {
	ChannelID Snowflake     `json:"channel_id"`
	GuildID   Snowflake     `json:"guild_id,omitempty"`
	UserID    Snowflake     `json:"user_id"`
	Timestamp int64         `json:"timestamp"` // in seconds since 1970
	Member    *memberObject `json:"member,omitempty"`
}

// Typing returns who is typing in the channel, who has begun first at first. It
// lasts ten seconds, or until they send a message.
func (c *Channel) Typing() []*User {
	c.world.Lock()
	defer c.world.Unlock()
	var out []*User
	for _, t := range c.typists {
		if time.Since(t.since) < typingTime {
			out = append(out, t.user)
		}
	}
	return out
}

// StartTyping shows that the user types, as Discord's client does while they
// do. ErrNotAllowed where they may not write.
func (c *Client) StartTyping() error {
	tell := func() {}
	defer func() { tell() }()
	c.world().Lock()
	defer c.world().Unlock()
	if !c.mayWrite() {
		return fmt.Errorf("%w: %s cannot write in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	tell = c.channel.startTyping(c.user)
	return nil
}

// startTyping notes that a user types and returns what tells of it. Callers
// hold s.mu.
func (c *Channel) startTyping(u *User) (tell func()) {
	now := time.Now()
	c.stopTyping(u)
	c.typists = append(c.typists, typist{u, now})
	c.changed(nil)
	o := typingStart{ChannelID: c.ID, GuildID: c.guildID(), UserID: u.ID, Timestamp: now.Unix()}
	if c.Guild != nil && c.Guild.member(u) != nil {
		member := c.Guild.member(u).object(nil)
		o.Member = &member
	}
	return c.telling("TYPING_START", o)
}

// stopTyping notes that a user types no more. Callers hold s.mu.
func (c *Channel) stopTyping(u *User) {
	c.typists = slices.DeleteFunc(c.typists, func(t typist) bool { return t.user == u || time.Since(t.since) >= typingTime })
}

func triggerTyping(r *request, c *Channel) (reply, error) {
	switch {
	case c.Guild == nil && !c.reaches(r.app):
		return failed(errCannotReach())
	case c.Guild != nil && !c.canSend(r.app.User):
		return failed(errMissingPermissions())
	}
	r.world.later(c.startTyping(r.app.User))
	return noContent()
}
