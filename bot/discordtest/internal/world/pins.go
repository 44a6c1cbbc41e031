package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

const (
	MaxPins         = 250 // of a channel
	MessagePinned   = 6   // the type of the message that tells of a pin
	PinsPath        = "/channels/{channel}/messages/pins"
	FormerPinsPath  = "/channels/{channel}/pins"
	MaxPinsOfAPage  = 50
	FormerPinsLimit = 50 // what the former route lists at most
)

// PinsUpdated is the data of CHANNEL_PINS_UPDATE.
type PinsUpdated struct {
	ChannelID object.Snowflake `json:"channel_id"`
	GuildID   object.Snowflake `json:"guild_id,omitempty"`
	LastPin   *time.Time       `json:"last_pin_timestamp"`
}

// IsSystem says whether Discord itself has written the message.
func (m *Message) IsSystem() bool { return !slices.Contains(forwardable, m.Type) }

// Pinned returns the channel's pinned messages, the last one pinned first.
// Callers hold the world's lock.
func (c *Channel) Pinned() []*Message {
	var out []*Message
	for _, m := range c.Messages {
		if m.Pinned {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b *Message) int { return b.PinnedAt.Compare(a.PinnedAt) })
	return out
}
