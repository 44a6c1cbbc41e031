package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"time"
)

const (
	maxPins         = 250 // of a channel
	messagePinned   = 6   // the type of the message that tells of a pin
	pinsPath        = "/channels/{channel}/messages/pins"
	formerPinsPath  = "/channels/{channel}/pins"
	maxPinsOfAPage  = 50
	formerPinsLimit = 50 // what the former route lists at most
)

// pinRoutes are today's routes of pins and the former ones, which Discord still
// serves.
func pinRoutes() map[string]methods {
	channel, message := (*request).channel, (*request).ownMessage
	one := methods{put: write(about(message, pin)), deletion: write(about(message, unpin))}
	return map[string]methods{
		pinsPath:                      {get: read(about(channel, listPins))},
		formerPinsPath:                {get: read(about(channel, listPinnedMessages))},
		pinsPath + "/{message}":       one,
		formerPinsPath + "/{message}": one,
	}
}

// pinsUpdated is the data of CHANNEL_PINS_UPDATE.
type pinsUpdated struct {
	ChannelID Snowflake  `json:"channel_id"`
	GuildID   Snowflake  `json:"guild_id,omitempty"`
	LastPin   *time.Time `json:"last_pin_timestamp"`
}

// mayPin says whether the bot may pin messages in a channel. Callers hold s.mu.
func (r *request) mayPin(m *message) error {
	switch c := m.channel; {
	case c.Guild != nil && !c.can(r.app.User, PermissionPinMessages):
		return errMissingPermissions()
	case c.archived():
		return errArchived()
	case m.isSystem():
		return errSystemMessage()
	}
	return nil
}

// isSystem says whether Discord itself has written the message.
func (m *message) isSystem() bool { return !slices.Contains(forwardable, m.Type) }

func pin(r *request, m *message) (reply, error) {
	if err := r.mayPin(m); err != nil {
		return failed(err)
	}
	c := m.channel
	switch {
	case m.Pinned:
		return noContent()
	case len(c.pinned()) >= maxPins:
		return failed(refuse(http.StatusBadRequest, codeTooManyPins, fmt.Sprintf("Maximum number of pins reached (%d)", maxPins)))
	}
	now := time.Now().UTC().Truncate(time.Microsecond)
	m.Pinned, m.pinnedAt, c.lastPin = true, now, &now
	r.pinsChanged(m)
	told := messageBy(r.app.User)
	told.app, told.Type = r.app, messagePinned
	told.Reference = &MessageReference{MessageID: m.ID, ChannelID: c.ID, GuildID: c.guildID()}
	c.post(told)
	return noContent()
}

func unpin(r *request, m *message) (reply, error) {
	if err := r.mayPin(m); err != nil {
		return failed(err)
	}
	if m.Pinned {
		m.Pinned = false
		r.pinsChanged(m)
	}
	return noContent()
}

// pinsChanged tells of a message that has been pinned or is not any more.
// Callers hold s.mu.
func (r *request) pinsChanged(m *message) {
	c := m.channel
	c.changed(m.only)
	r.world.later(m.tells("MESSAGE_UPDATE"))
	r.world.later(c.telling("CHANNEL_PINS_UPDATE", pinsUpdated{ChannelID: c.ID, GuildID: c.guildID(), LastPin: c.lastPin}))
}

// pinned returns the channel's pinned messages, the last one pinned first.
// Callers hold s.mu.
func (c *Channel) pinned() []*message {
	var out []*message
	for _, m := range c.messages {
		if m.Pinned {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b *message) int { return b.pinnedAt.Compare(a.pinnedAt) })
	return out
}

// A pinObject is a pinned message as the API lists it.
type pinObject struct {
	PinnedAt time.Time `json:"pinned_at"`
	Message  Message   `json:"message"`
}

// listPins answers with pins, the last one first: those from before a time if
// the query has one.
func listPins(r *request, c *Channel) (reply, error) {
	q := r.query()
	before, limit := q.get("before").time(), maxPinsOfAPage
	if l := q.get("limit"); l.there {
		limit = int(l.integer(1, maxPinsOfAPage))
	}
	if err := q.form.err(); err != nil {
		return failed(err)
	}
	var page struct {
		Items   []pinObject `json:"items"`
		HasMore bool        `json:"has_more"`
	}
	page.Items = []pinObject{}
	for _, m := range r.readablePins(c) {
		switch {
		case !before.IsZero() && !m.pinnedAt.Before(before):
		case len(page.Items) == limit:
			page.HasMore = true
		default:
			page.Items = append(page.Items, pinObject{m.pinnedAt, r.shown(m)})
		}
	}
	return ok(page)
}

// readablePins returns the pins that the bot may read. Callers hold s.mu.
func (r *request) readablePins(c *Channel) []*message {
	if !c.can(r.app.User, PermissionReadMessageHistory) {
		return nil
	}
	return c.pinned()
}

// listPinnedMessages answers as the former route does, with messages only.
func listPinnedMessages(r *request, c *Channel) (reply, error) {
	out := []Message{}
	for _, m := range r.readablePins(c) {
		if len(out) < formerPinsLimit {
			out = append(out, r.shown(m))
		}
	}
	return ok(out)
}
