package object

import (
	"encoding/json"
	"slices"
	"strings"
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
	Embeds          [0]struct{}          `json:"embeds"` // the emulator has none
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
	return m.Content == "" && len(m.Components) == 0 && len(m.Attachments) == 0
}

// MentionsUser reports whether the message mentions a user directly.
func (m *Message) MentionsUser(user Snowflake) bool {
	return slices.ContainsFunc(m.Mentions, func(o UserObject) bool { return o.ID == user })
}

// Message types.
const (
	MessageReply       = 19
	MessageChatInput   = 20
	MessageContextMenu = 23
)

// Message flags.
const (
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15
)

// A MessageReference refers to the message that a message replies to.
type MessageReference struct {
	Type      int       `json:"type"` // always 0, a reply
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

// MessageInteraction names the command that a message answers. Discord calls it deprecated but still sends it, because
// clients show the command's name from it.
type MessageInteraction struct {
	ID   Snowflake  `json:"id"`
	Type int        `json:"type"`
	Name string     `json:"name"`
	User UserObject `json:"user"`
}

// Text returns the text that a message shows: its content and its text displays, one per line.
func Text(m Message) string {
	var parts []string
	if m.Content != "" {
		parts = append(parts, m.Content)
	}
	if shown := strings.TrimSuffix(DisplayedText(m.Components), "\n"); shown != "" {
		parts = append(parts, shown)
	}
	return strings.Join(parts, "\n")
}

// Buttons returns a message's buttons in order, disabled ones included.
func Buttons(m Message) []Component { return ofTypes(nil, m.Components, TypeButton) }

// Menus returns a message's menus in order, disabled ones included.
func Menus(m Message) []Component {
	return ofTypes(nil, m.Components, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeChannel)
}

func ofTypes(out, components []Component, types ...int) []Component {
	for i := range components {
		c := &components[i] // a pointer, because components are large
		if slices.Contains(types, c.Type) {
			out = append(out, *c)
		}
		if c.Accessory != nil {
			out = ofTypes(out, []Component{*c.Accessory}, types...)
		}
		out = ofTypes(out, c.Components, types...)
	}
	return out
}

// A Modal is a form that a bot shows in answer to an interaction.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}
