package object

import (
	"encoding/json"
)

// A Message is a message as the API sends it.
type Message struct {
	ID              Snowflake            `json:"id"`
	ChannelID       Snowflake            `json:"channel_id"`
	Type            int                  `json:"type"`
	Author          UserObject           `json:"author"`
	ApplicationID   Snowflake            `json:"application_id,omitempty"`
	WebhookID       Snowflake            `json:"webhook_id,omitempty"`
	Content         string               `json:"content"`
	Embeds          []json.RawMessage    `json:"embeds"`
	Components      []Component          `json:"components"`
	Attachments     []json.RawMessage    `json:"attachments"`
	Mentions        []UserObject         `json:"mentions"`
	MentionRoles    []Snowflake          `json:"mention_roles"`
	MentionEveryone bool                 `json:"mention_everyone"`
	Flags           int                  `json:"flags"`
	Pinned          bool                 `json:"pinned"`
	TTS             bool                 `json:"tts"`
	Timestamp       Time                 `json:"timestamp"`
	EditedTimestamp *Time                `json:"edited_timestamp"`
	Interaction     *InteractionMetadata `json:"interaction_metadata,omitempty"`
	Command         *MessageInteraction  `json:"interaction,omitempty"`
	Reference       *MessageReference    `json:"message_reference,omitempty"`
	Snapshots       []MessageSnapshot    `json:"message_snapshots,omitempty"`
	Reactions       []Reaction           `json:"reactions,omitempty"`
	Poll            *Poll                `json:"poll,omitempty"`
	Nonce           any                  `json:"nonce,omitempty"` // a string or a number; only in the answer and event of a new message
}

// Ephemeral reports whether only the member who triggered the message sees it.
func (m Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Loading reports whether the message is a deferred answer without content.
func (m Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// Empty reports whether a message has no content.
func (m *Message) Empty() bool {
	if m.Flags&FlagComponentsV2 != 0 {
		return len(m.Components) == 0
	}
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0 && m.Poll == nil
}

// MentionsUser reports whether the message mentions a user directly, and not only by a role or @everyone.
func (m *Message) MentionsUser(user Snowflake) bool {
	for _, o := range m.Mentions {
		if o.ID == user {
			return true
		}
	}
	return false
}

// Conceal removes the content that only bots with the privileged intent for message content may read.
func (m *Message) Conceal() {
	m.Content, m.Snapshots, m.Poll = "", nil, nil
	m.Embeds, m.Attachments, m.Components = []json.RawMessage{}, []json.RawMessage{}, nil
}

// Message types.
const (
	MessageDefault     = 0
	MessagePinned      = 6 // says that a message was pinned
	MessageReply       = 19
	MessageChatInput   = 20
	MessageContextMenu = 23
	MessagePollResult  = 46 // the result of a poll
)

// Message flags.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagVoice                 = 1 << 13 // a voice message
	FlagSnapshot              = 1 << 14 // the message contains the snapshot of a forwarded message
	FlagComponentsV2          = 1 << 15
)

// The types of a message's reference.
const (
	ReferenceReply   = 0
	ReferenceForward = 1
)

// A MessageReference refers to the message that a message replies to or forwards.
type MessageReference struct {
	Type      int       `json:"type"` // 0: a reply, 1: a forward
	MessageID Snowflake `json:"message_id"`
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
}

// InteractionMetadata describes the interaction that caused a message.
type InteractionMetadata struct {
	ID                        Snowflake            `json:"id"`
	Type                      int                  `json:"type"`
	User                      UserObject           `json:"user"`
	AuthorizingOwners         map[string]Snowflake `json:"authorizing_integration_owners"`
	OriginalResponseMessageID Snowflake            `json:"original_response_message_id,omitempty"`
	InteractedMessageID       Snowflake            `json:"interacted_message_id,omitempty"`
	Triggering                *InteractionMetadata `json:"triggering_interaction_metadata,omitempty"` // of a submitted modal: the interaction that opened the modal
}

// MessageInteraction names the command that a message answers. Discord calls the field deprecated
// but still sends it, because clients show the command's name from it.
type MessageInteraction struct {
	ID   Snowflake  `json:"id"`
	Type int        `json:"type"`
	Name string     `json:"name"`
	User UserObject `json:"user"`
}

// A MessageSnapshot is a copy of a forwarded message from the time of the forward.
type MessageSnapshot struct {
	Message SnapshotMessage `json:"message"`
}

// A SnapshotMessage has the fields of a message that a snapshot keeps. The author is not among them.
type SnapshotMessage struct {
	Type            int               `json:"type"`
	Content         string            `json:"content"`
	Embeds          []json.RawMessage `json:"embeds"`
	Attachments     []json.RawMessage `json:"attachments"`
	Components      []Component       `json:"components"`
	Mentions        []UserObject      `json:"mentions"`
	MentionRoles    []Snowflake       `json:"mention_roles"`
	Flags           int               `json:"flags"`
	Timestamp       Time              `json:"timestamp"`
	EditedTimestamp *Time             `json:"edited_timestamp"`
}

// MarshalJSON returns the snapshot as the API sends it.
func (m SnapshotMessage) MarshalJSON() ([]byte, error) {
	type plain SnapshotMessage // without this method, so that json.Marshal does not call it again
	return json.Marshal(struct {
		plain
		Components []any `json:"components"`
	}{plain(m), onWire(m.Components)})
}

// Snapshot returns a snapshot of the message, for a message that forwards it.
func (m *Message) Snapshot() MessageSnapshot {
	return MessageSnapshot{SnapshotMessage{
		Type: m.Type, Content: m.Content, Embeds: m.Embeds, Attachments: m.Attachments, Components: m.Components,
		Mentions: m.Mentions, MentionRoles: m.MentionRoles, Flags: m.Flags, Timestamp: m.Timestamp, EditedTimestamp: m.EditedTimestamp,
	}}
}
