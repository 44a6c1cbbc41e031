package world

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// ReadReference makes a bot's new message a reply or a forward, as its message_reference f says.
// Callers hold the world's lock.
func (c *Channel) ReadReference(m *Message, a *Application, f form.Field) error {
	if !f.Object() {
		return nil
	}
	if f.Get("type").OneOf(object.ReferenceReply, object.ReferenceForward) == object.ReferenceForward {
		return c.readForward(m, a, f)
	}
	c.readReply(m, a, f)
	return nil
}

// forwardable are the types of messages that can be forwarded.
var forwardable = []int{object.MessageDefault, object.MessageReply, object.MessageChatInput, object.MessageContextMenu}

// readForward makes a new message a forward. The bot must be able to read the original message.
// Callers hold the world's lock.
func (c *Channel) readForward(m *Message, a *Application, f form.Field) error {
	f.Get("message_id").Required()
	f.Get("channel_id").Required()
	id, channel := f.Get("message_id").Snowflake(), f.Get("channel_id").Snowflake()
	f.Get("guild_id").Snowflake()
	if f.Form.Failed() {
		return nil // the form has the error
	}
	from := c.World.Channels[channel]
	switch {
	case from == nil:
		return form.ErrUnknownChannel()
	case !from.Reads(a.User):
		return form.ErrMissingAccess()
	}
	original := from.Message(id)
	switch {
	case original == nil || original.Only != nil:
		return form.ErrUnknownMessage()
	case original.IsSystem(), len(original.Snapshots) > 0, original.Poll != nil:
		return form.Refuse(http.StatusBadRequest, form.CodeInvalidMessageType, "Invalid message type")
	case !original.ReadBy(a):
		return form.Refuse(http.StatusForbidden, form.CodeForwardUnread, "You cannot forward a message whose content you cannot read")
	}
	m.Reference = &object.MessageReference{Type: object.ReferenceForward, MessageID: id, ChannelID: channel, GuildID: from.GuildID()}
	m.Snapshots = []object.MessageSnapshot{original.Snapshot()}
	m.Flags |= object.FlagSnapshot
	return nil
}

// ReadBy reports whether the application may read the message's content through the REST API. Callers hold the world's
// lock.
func (m *Message) ReadBy(a *Application) bool {
	return a.Allows(object.IntentMessageContent) || m.concerns(a)
}

// readReply makes a bot's new message a reply to the message that f names. Callers hold the world's lock.
func (c *Channel) readReply(m *Message, a *Application, f form.Field) {
	f.Get("message_id").Required()
	id := f.Get("message_id").Snowflake()
	for name, own := range map[string]object.Snowflake{"channel_id": c.ID, "guild_id": c.GuildID()} {
		if given := f.Get(name).Snowflake(); given != "" && given != own {
			f.Get(name).Fail("MESSAGE_REFERENCE_INVALID", "A reply must be in the channel of the message")
		}
	}
	to := c.Message(id)
	switch known := to != nil && to.Only == nil; {
	case f.Form.Failed():
	case !c.Can(a.User, object.PermissionReadMessageHistory):
		f.Fail("REPLIES_CANNOT_REPLY_WITHOUT_READ_MESSAGE_HISTORY", "You cannot reply without permission to read message history")
	case known:
		m.ReplyTo(to)
	case f.Get("fail_if_not_exists").Null() || f.Get("fail_if_not_exists").Boolean():
		f.Fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
}
