package world

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/object"
)

// A Message is a message with the server's own data about it. Changes do not modify the slices of the embedded Message
// in place, so earlier copies of it stay as they were.
type Message struct {
	object.Message
	App     *Application // the application that posted it; nil for a person's message
	Only    *User        // the only user who sees an ephemeral message; nil: everybody
	Token   string       // the token of the interaction that the message answers, which allows edits of the message; "" for other messages
	Channel *Channel
}

// MessageBy returns an empty message with user u as its author. The message is not yet posted.
func MessageBy(u *User) *Message {
	m := &Message{}
	m.Author = u.Object()
	m.Attachments, m.Components = []json.RawMessage{}, []object.Component{}
	m.Mentions, m.MentionRoles = []object.UserObject{}, []object.Snowflake{}
	return m
}

// NewMessage returns an empty message with an application's bot as its author. It is not yet posted.
func NewMessage(a *Application) *Message {
	m := MessageBy(a.User)
	m.App, m.ApplicationID = a, a.ID
	return m
}

// ReplyTo makes m a reply to the message `other`.
func (m *Message) ReplyTo(other *Message) {
	m.Type, m.Reference = object.MessageReply, other.reference()
}

// reference returns a reference to the message.
func (m *Message) reference() *object.MessageReference {
	return &object.MessageReference{MessageID: m.ID, ChannelID: m.Channel.ID, GuildID: m.Channel.GuildID()}
}

// MayPost returns an error if a bot may not send a message. Answers to interactions need no
// permission and are not checked. Callers hold the world's lock.
func (c *Channel) MayPost(a *Application, m *object.Message) error {
	u := a.User
	switch {
	case c.Guild == nil && !c.Reaches(a):
		return form.ErrCannotReach()
	case c.Guild == nil:
		return nil
	case !c.CanSend(u),
		len(m.Attachments) > 0 && !c.Can(u, object.PermissionAttachFiles):
		return form.ErrMissingPermissions()
	case c.Thread == nil || !c.Thread.Locked || c.Can(u, object.PermissionManageThreads):
		return nil
	case c.Thread.Archived:
		return form.ErrArchived()
	}
	return form.Refuse(http.StatusForbidden, form.CodeThreadLocked, "This thread is locked")
}

// Post adds a new message. In an archived thread it first unarchives the
// thread. Callers hold the world's lock.
func (c *Channel) Post(m *Message) {
	if c.Archived() {
		c.Thread.Archive(false)
	}
	if c.Thread != nil {
		c.Thread.rest.Reset(c.Thread.restsAfter())
	}
	c.inviteMentioned(m)
	c.add(m)
	// The author joins the thread, except a bot that answers an interaction in a private thread that it cannot see.
	if author := c.World.Users[m.Author.ID]; c.Thread != nil && author != nil && c.Reads(author) {
		c.Join(author)
	}
}

// add adds a new message and notifies the mentioned users. Callers hold the world's lock.
func (c *Channel) add(m *Message) {
	m.ID, m.ChannelID, m.Channel = c.World.Snowflake(), c.ID, c
	m.Timestamp = object.At(time.Now())
	c.Messages = append(c.Messages, m)
	c.ping(m)
	c.changed(m.Only)
	c.noteSent(m)
}

// EditFrom edits a message as the request's body f says. `interaction` is the value for
// DraftRules.Interaction. Callers hold the world's lock.
func (m *Message) EditFrom(f form.Field, files []object.Attachment, interaction bool) error {
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: m.App.Emojis, Files: files, Place: m.Channel.Place, Old: &m.Message, Interaction: interaction})
	if err := f.Form.Err(); err != nil {
		return err
	}
	return m.edit(d)
}

// edit applies a draft to a message. It returns an error if the message would be empty or
// is in an archived thread. Callers hold the world's lock.
func (m *Message) edit(d validate.Draft) error {
	if m.Channel.Archived() {
		return form.ErrArchived()
	}
	changed := m.Message
	d.Apply(&changed)
	if changed.Empty() {
		return form.ErrEmptyMessage()
	}
	m.Channel.Mention(&changed, m.App.User, d.Allowed)
	if changed.Flags&object.FlagLoading != 0 {
		changed.Flags &^= object.FlagLoading
	} else {
		now := object.At(time.Now())
		changed.EditedTimestamp = &now
	}
	m.Message = changed
	m.Channel.changed(m.Only)
	m.Channel.inviteMentioned(m)
	return nil
}

// Remove deletes a message and its content. Callers hold the world's lock.
func (m *Message) Remove() {
	c := m.Channel
	if c.Message(m.ID) != m {
		return
	}
	c.Messages = slices.DeleteFunc(c.Messages, func(x *Message) bool { return x == m })
	m.forget()
	if m.Only == nil {
		c.public--
	}
	if c.lastPublic != nil && *c.lastPublic == m.ID {
		c.lastPublic = c.findLastPublic()
	}
	c.changed(m.Only)
}

// forget frees the large content of a deleted message. The message itself may stay in memory, because interactions may
// still point to it. Callers hold the world's lock.
func (m *Message) forget() {
	m.Components, m.Attachments = nil, nil
}

// Message returns a message of the channel, or nil. Callers hold the world's lock.
func (c *Channel) Message(id object.Snowflake) *Message {
	i, found := slices.BinarySearchFunc(c.Messages, id, func(m *Message, id object.Snowflake) int { return object.CompareIDs(m.ID, id) })
	if !found {
		return nil
	}
	return c.Messages[i]
}

// findLastPublic returns the id of the newest message that is not ephemeral, or nil.
func (c *Channel) findLastPublic() *object.Snowflake {
	for _, m := range slices.Backward(c.Messages) {
		if m.Only == nil {
			id := m.ID
			return &id
		}
	}
	return nil
}

// messageLimit is the default number of messages that a channel keeps.
const messageLimit = 10_000

// noteSent counts a new message and drops the oldest messages over the limit. Callers hold the world's lock.
func (c *Channel) noteSent(m *Message) {
	if m.Only == nil {
		id := m.ID
		c.lastPublic = &id
		c.public, c.everPublic = c.public+1, c.everPublic+1
	}
	c.forgetOldest()
}

// forgetOldest drops the oldest messages over the channel's limit. Callers hold the world's lock.
func (c *Channel) forgetOldest() {
	for len(c.Messages) > c.World.MessageLimit {
		oldest := c.Messages[0]
		c.Messages[0] = nil
		c.Messages = c.Messages[1:]
		oldest.forget()
		if c.lastPublic != nil && *c.lastPublic == oldest.ID {
			c.lastPublic = nil // only ephemeral messages are left
		}
	}
}

// NonceLife is how long an enforced nonce prevents a second message. Discord says "the past few minutes".
const NonceLife = 5 * time.Minute

// NotePost records the nonce of a message and removes expired nonces. Callers hold the world's lock.
func (a *Application) NotePost(nonce string, m *Message) {
	if a.posted == nil {
		a.posted = map[string]*Message{}
	}
	maps.DeleteFunc(a.posted, func(_ string, m *Message) bool { return time.Since(m.Timestamp.Time) >= NonceLife })
	if nonce != "" {
		a.posted[nonce] = m
	}
}

// Posted returns the message that was sent with a nonce in the last few minutes, or nil. Callers hold the world's lock.
func (a *Application) Posted(nonce string) *Message {
	m := a.posted[nonce]
	if m == nil || time.Since(m.Timestamp.Time) >= NonceLife {
		return nil
	}
	return m
}
