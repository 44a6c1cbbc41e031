package world

import (
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// MaxPins is the most messages of a channel that can be pinned.
const MaxPins = 250

// pinsUpdate is the data of CHANNEL_PINS_UPDATE.
type pinsUpdate struct {
	ChannelID object.Snowflake `json:"channel_id"`
	GuildID   object.Snowflake `json:"guild_id,omitempty"`
	LastPin   *object.Time     `json:"last_pin_timestamp"`
}

// Pinned returns the channel's pinned messages, the most recently pinned first. Callers hold the world's lock.
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

// Pin pins a message on behalf of the application `by` and posts the system message about the pin. Callers hold the
// world's lock.
func (m *Message) Pin(by *Application) {
	now := object.At(time.Now())
	m.Pinned, m.PinnedAt, m.Channel.lastPin = true, now.Time, &now
	m.pinChanged()
	told := MessageBy(by.User)
	told.App, told.Type = by, object.MessagePinned
	told.Reference = m.reference()
	m.Channel.Post(told)
}

// Unpin unpins a message, if it is pinned. Callers hold the world's lock.
func (m *Message) Unpin() {
	if m.Pinned {
		m.Pinned = false
		m.pinChanged()
	}
}

// pinChanged dispatches the events about a pin that was added or removed. Callers hold the world's lock.
func (m *Message) pinChanged() {
	c := m.Channel
	c.changed(m.Only)
	m.tell("MESSAGE_UPDATE")
	c.tell("CHANNEL_PINS_UPDATE", pinsUpdate{c.ID, c.GuildID(), c.lastPin})
}
