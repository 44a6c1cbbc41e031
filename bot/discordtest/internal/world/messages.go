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

// A Message is a message with the server's own data about it. The embedded Message is replaced when it changes,
// so copies of it stay as they were.
type Message struct {
	object.Message
	App     *Application // the author, nil for a person
	Only    *User        // the only user who sees it, nil for everybody
	Token   string       // of the interaction that may edit it, "" for the bot token
	Hook    *Webhook     // that posted it, nil for others
	Channel *Channel

	PinnedAt  time.Time   // when Pinned
	votes     []vote      // in the message's poll; replaced as a whole
	pollEnds  *time.Timer // ends the message's poll: see awaitPollEnd
	reactions []reaction  // replaced as a whole, as the embedded Message is
}

// MessageBy returns an empty message of a user's.
func MessageBy(u *User) *Message {
	m := &Message{}
	m.Author = u.Object()
	m.Embeds, m.Attachments, m.Components = []json.RawMessage{}, []json.RawMessage{}, []object.Component{}
	m.Mentions, m.MentionRoles = []object.UserObject{}, []object.Snowflake{}
	return m
}

// NewMessage returns a message of an application's, not yet posted.
func NewMessage(a *Application) *Message {
	m := MessageBy(a.User)
	m.App, m.ApplicationID = a, a.ID
	return m
}

// ReplyTo makes a message a reply to another.
func (m *Message) ReplyTo(other *Message) {
	m.Type, m.Reference = object.MessageReply, other.reference()
}

// reference returns a reference to the message.
func (m *Message) reference() *object.MessageReference {
	return &object.MessageReference{MessageID: m.ID, ChannelID: m.Channel.ID, GuildID: m.Channel.GuildID()}
}

// IsSystem reports whether Discord itself wrote the message.
func (m *Message) IsSystem() bool { return !slices.Contains(forwardable, m.Type) }

// MayPost reports whether a bot may send a message on its own; answers to
// interactions need no permission. Callers hold the world's lock.
func (c *Channel) MayPost(a *Application, m *object.Message) error {
	u := a.User
	switch {
	case c.Guild == nil && !c.Reaches(a):
		return form.ErrCannotReach()
	case c.Guild == nil:
		return nil
	case m.Flags&object.FlagVoice != 0 && c.CanSend(u) && !c.Can(u, object.PermissionSendVoice):
		return form.Refuse(http.StatusForbidden, form.CodeVoicePermission, "You cannot send voice messages in this channel.")
	case !c.CanSend(u),
		len(m.Embeds) > 0 && !c.Can(u, object.PermissionEmbedLinks),
		len(m.Attachments) > 0 && m.Flags&object.FlagVoice == 0 && !c.Can(u, object.PermissionAttachFiles),
		m.Poll != nil && !c.Can(u, object.PermissionSendPolls):
		return form.ErrMissingPermissions()
	case c.Thread == nil || !c.Thread.Locked || c.Can(u, object.PermissionManageThreads):
		return nil
	case c.Thread.Archived:
		return form.ErrArchived()
	}
	return form.Refuse(http.StatusForbidden, form.CodeThreadLocked, "This thread is locked")
}

// Post adds a new message. It unarchives an archived thread. Callers hold the world's lock.
func (c *Channel) Post(m *Message) {
	if c.Archived() {
		c.Thread.Archive(false)
		c.announce("THREAD_UPDATE")
	}
	c.inviteMentioned(m)
	c.add(m)
	m.tell("MESSAGE_CREATE")
	// An author joins the thread, but answering an interaction in a private thread does not let a bot see it.
	if author := c.World.Users[m.Author.ID]; c.Thread != nil && author != nil && c.Reads(author) {
		c.Join(author)
	}
}

// add adds a new message and notifies the mentioned users. Callers hold the world's lock.
func (c *Channel) add(m *Message) {
	m.ID, m.ChannelID, m.Channel = c.World.Snowflake(), c.ID, c
	m.Timestamp = object.At(time.Now())
	c.Messages = append(c.Messages, m)
	m.awaitPollEnd()
	c.stopTyping(c.World.Users[m.Author.ID])
	c.ping(m)
	c.changed(m.Only)
	c.noteSent(m)
}

// EditFrom edits a message as a body says. Callers hold the world's lock.
func (m *Message) EditFrom(f form.Field, files []object.Attachment, interaction bool) error {
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: m.App.Emojis, Files: files, Place: m.Channel.Place, Old: &m.Message, Interaction: interaction})
	if err := f.Form.Err(); err != nil {
		return err
	}
	if err := m.edit(d); err != nil {
		return err
	}
	m.tell("MESSAGE_UPDATE")
	return nil
}

// edit applies a draft to a message. It refuses edits that would leave it empty, and in archived threads.
// Callers hold the world's lock.
func (m *Message) edit(d validate.Draft) error {
	switch {
	case m.Channel.Archived():
		return form.ErrArchived()
	case m.Poll != nil:
		return form.Refuse(http.StatusBadRequest, form.CodePollEdited, "Cannot edit a poll message")
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
	m.awaitPollEnd()
	m.Channel.changed(m.Only)
	m.Channel.inviteMentioned(m)
	return nil
}

// Remove deletes a message and dispatches the event. Callers hold the world's lock.
func (m *Message) Remove() {
	m.drop()
	m.tell("MESSAGE_DELETE")
}

// RemoveMessages deletes messages of the channel and dispatches one event for all. Callers hold the
// world's lock.
func (c *Channel) RemoveMessages(gone []*Message) {
	event := messagesGone{ChannelID: c.ID, GuildID: c.GuildID()}
	for _, m := range gone {
		m.drop()
		event.IDs = append(event.IDs, m.ID)
	}
	if len(gone) > 0 {
		c.tell("MESSAGE_DELETE_BULK", event)
	}
}

// drop deletes a message without an event. Interactions may still refer to it, but not to its content. Callers
// hold the world's lock.
func (m *Message) drop() {
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

// forget drops the content of a deleted message, because interactions may still refer to it. Callers hold the
// world's lock.
func (m *Message) forget() {
	m.Components, m.Embeds, m.Attachments = nil, nil, nil
}

// Message returns a message of the channel, nil if there is none any more. Callers hold the world's lock.
func (c *Channel) Message(id object.Snowflake) *Message {
	i, found := slices.BinarySearchFunc(c.Messages, id, func(m *Message, id object.Snowflake) int { return object.CompareIDs(m.ID, id) })
	if !found {
		return nil
	}
	return c.Messages[i]
}

// findLastPublic returns the id of the newest message that all see, nil without
// one.
func (c *Channel) findLastPublic() *object.Snowflake {
	for _, m := range slices.Backward(c.Messages) {
		if m.Only == nil {
			id := m.ID
			return &id
		}
	}
	return nil
}

// messageLimit is how many messages a channel keeps without WithMessageLimit.
const messageLimit = 10_000

// noteSent counts a new message and enforces the channel's limit. Callers hold the world's lock.
func (c *Channel) noteSent(m *Message) {
	if m.Only == nil {
		id := m.ID
		c.lastPublic = &id
		c.public, c.everPublic = c.public+1, c.everPublic+1
	}
	c.forgetOldest()
}

// forgetOldest enforces the channel's limit. Callers hold the world's lock.
func (c *Channel) forgetOldest() {
	for len(c.Messages) > c.World.MessageLimit {
		oldest := c.Messages[0]
		c.Messages[0] = nil
		c.Messages = c.Messages[1:]
		oldest.forget()
		if c.lastPublic != nil && *c.lastPublic == oldest.ID {
			c.lastPublic = nil // all later ones are ephemeral
		}
	}
}

// NonceLife is how long an enforced nonce prevents a second message. Discord says "the past few minutes".
const NonceLife = 5 * time.Minute

// NotePost records the nonce of a message, and drops old ones. Callers hold the world's lock.
func (a *Application) NotePost(nonce string, m *Message) {
	if a.posted == nil {
		a.posted = map[string]*Message{}
	}
	maps.DeleteFunc(a.posted, func(_ string, m *Message) bool { return time.Since(m.Timestamp.Time) >= NonceLife })
	if nonce != "" {
		a.posted[nonce] = m
	}
}

// Posted returns the recent message with a nonce, nil without one. Callers hold the world's lock.
func (a *Application) Posted(nonce string) *Message {
	m := a.posted[nonce]
	if m == nil || time.Since(m.Timestamp.Time) >= NonceLife {
		return nil
	}
	return m
}
