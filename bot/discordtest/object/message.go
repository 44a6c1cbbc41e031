package object

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"
)

// The types of a message's reference.
const (
	ReferenceReply   = 0
	ReferenceForward = 1
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

// Snapshot returns the message as a forward shows it.
func (m *Message) Snapshot() MessageSnapshot {
	return MessageSnapshot{SnapshotMessage{
		Type: m.Type, Content: m.Content, Embeds: m.Embeds, Attachments: m.Attachments, Components: m.Components,
		Mentions: m.Mentions, MentionRoles: m.MentionRoles, Flags: m.Flags, Timestamp: m.Timestamp, EditedTimestamp: m.EditedTimestamp,
	}}
}

// Message types.
const (
	MessageDefault     = 0
	MessagePinned      = 6 // tells of a pin
	MessageReply       = 19
	MessageChatInput   = 20
	MessageContextMenu = 23
	MessagePollResult  = 46 // tells how a poll has ended
)

// CompareIDs orders ids by age, the oldest first.
func CompareIDs(a, b Snowflake) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// DisplayedText returns the text of all text displays, in order, a line each.
func DisplayedText(components []Component) string {
	var b strings.Builder
	for _, c := range components {
		if c.Type == TypeTextDisplay {
			b.WriteString(c.Content + "\n")
		}
		b.WriteString(DisplayedText(c.Components))
	}
	return b.String()
}

// Conceal takes out what only those with the privileged intent may read.
func (m *Message) Conceal() {
	m.Content, m.Snapshots, m.Poll = "", nil, nil
	m.Embeds, m.Attachments, m.Components = []json.RawMessage{}, []json.RawMessage{}, nil
}

// MentionsUser says whether the message notifies a user by name.
func (m *Message) MentionsUser(user Snowflake) bool {
	for _, o := range m.Mentions {
		if o.ID == user {
			return true
		}
	}
	return false
}
