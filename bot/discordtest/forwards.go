package discordtest

import (
	"encoding/json"
	"net/http"
	"time"
)

// The types of a message's reference.
const (
	referenceReply   = 0
	referenceForward = 1
)

// A MessageSnapshot is a forwarded message as it was when it was forwarded.
type MessageSnapshot struct {
	Message SnapshotMessage `json:"message"`
}

// A SnapshotMessage is what a snapshot keeps of a message; not who wrote it.
type SnapshotMessage struct {
	Type            int               `json:"type"`
	Content         string            `json:"content"`
	Embeds          []json.RawMessage `json:"embeds"`
	Attachments     []json.RawMessage `json:"attachments"`
	Components      []Component       `json:"components"`
	Mentions        []UserObject      `json:"mentions"`
	MentionRoles    []Snowflake       `json:"mention_roles"`
	Flags           int               `json:"flags"`
	Timestamp       time.Time         `json:"timestamp"`
	EditedTimestamp *time.Time        `json:"edited_timestamp"`
}

// MarshalJSON returns the snapshot as the API sends it.
func (m SnapshotMessage) MarshalJSON() ([]byte, error) {
	type plain SnapshotMessage // without this method
	return json.Marshal(struct {
		plain
		Components []any `json:"components"`
	}{plain(m), onWire(m.Components)})
}

// snapshot returns the message as a forward shows it.
func (m *Message) snapshot() MessageSnapshot {
	return MessageSnapshot{SnapshotMessage{
		Type: m.Type, Content: m.Content, Embeds: m.Embeds, Attachments: m.Attachments, Components: m.Components,
		Mentions: m.Mentions, MentionRoles: m.MentionRoles, Flags: m.Flags, Timestamp: m.Timestamp, EditedTimestamp: m.EditedTimestamp,
	}}
}

// readReference makes a bot's new message a reply or a forward, as its body
// says. Callers hold s.mu.
func (c *Channel) readReference(m *message, a *Application, f field) error {
	if !f.object() {
		return nil
	}
	if f.get("type").oneOf(referenceReply, referenceForward) == referenceForward {
		return c.readForward(m, a, f)
	}
	c.readReply(m, a, f)
	return nil
}

// forwardable are the types of messages that can be forwarded.
var forwardable = []int{messageDefault, messageReply, messageChatInput, messageContextMenu}

// readForward makes a new message the forward of one that the bot can read.
// Callers hold s.mu.
func (c *Channel) readForward(m *message, a *Application, f field) error {
	f.get("message_id").required()
	f.get("channel_id").required()
	id, channel := f.get("message_id").snowflake(), f.get("channel_id").snowflake()
	f.get("guild_id").snowflake()
	if f.form.failed {
		return nil // the form says what is wrong
	}
	from := c.world.channels[channel]
	switch {
	case from == nil:
		return errUnknownChannel()
	case !from.reads(a.User):
		return errMissingAccess()
	}
	original := from.message(id)
	switch {
	case original == nil || original.only != nil:
		return errUnknownMessage()
	case original.isSystem(), len(original.Snapshots) > 0, original.Poll != nil:
		return refuse(http.StatusBadRequest, codeInvalidMessageType, "Invalid message type")
	case !original.readBy(a):
		return refuse(http.StatusForbidden, codeForwardUnread, "You cannot forward a message whose content you cannot read")
	}
	m.Reference = &MessageReference{Type: referenceForward, MessageID: id, ChannelID: channel, GuildID: from.guildID()}
	m.Snapshots = []MessageSnapshot{original.snapshot()}
	m.Flags |= FlagSnapshot
	return nil
}

// readBy says whether an application reads what a message says, by the REST API.
// Callers hold s.mu.
func (m *message) readBy(a *Application) bool {
	return a.allows(IntentMessageContent) || m.concerns(a)
}
