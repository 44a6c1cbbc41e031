package rest

import (
	"fmt"
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

const (
	pinsPath       = "/channels/{channel}/messages/pins"
	formerPinsPath = "/channels/{channel}/pins"

	maxPinsOfAPage  = 50
	formerPinsLimit = 50 // the most pins that the older, deprecated route lists
)

// pinRoutes are the current routes for pins and the old ones, which Discord still serves.
func pinRoutes() map[string]methods {
	channel, message := (*request).channel, (*request).ownMessage
	one := methods{put: write(withObject(message, pin)), deletion: write(withObject(message, unpin))}
	return map[string]methods{
		pinsPath:                      {get: read(withObject(channel, listPins))},
		formerPinsPath:                {get: read(withObject(channel, listPinnedMessages))},
		pinsPath + "/{message}":       one,
		formerPinsPath + "/{message}": one,
	}
}

// mayPin returns an error unless the bot may pin or unpin the message. Callers hold the world's lock.
func (r *request) mayPin(m *world.Message) error {
	switch c := m.Channel; {
	case c.Guild != nil && !c.Can(r.app.User, object.PermissionPinMessages):
		return form.ErrMissingPermissions()
	case c.Archived():
		return form.ErrArchived()
	case m.IsSystem():
		return form.ErrSystemMessage()
	}
	return nil
}

func pin(r *request, m *world.Message) (reply, error) {
	if err := r.mayPin(m); err != nil {
		return failed(err)
	}
	c := m.Channel
	switch {
	case m.Pinned:
		return noContent()
	case len(c.Pinned()) >= world.MaxPins:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeTooManyPins, fmt.Sprintf("Maximum number of pins reached (%d)", world.MaxPins)))
	}
	m.Pin(r.app)
	return noContent()
}

func unpin(r *request, m *world.Message) (reply, error) {
	if err := r.mayPin(m); err != nil {
		return failed(err)
	}
	m.Unpin()
	return noContent()
}

// A pinObject is a pinned message as the API lists it.
type pinObject struct {
	PinnedAt object.Time    `json:"pinned_at"`
	Message  object.Message `json:"message"`
}

// listPins answers with pins, the newest first. If the query has the parameter `before`, only older pins are listed.
func listPins(r *request, c *world.Channel) (reply, error) {
	q := r.query()
	before, limit := q.Get("before").Time(), maxPinsOfAPage
	if l := q.Get("limit"); l.There {
		limit = int(l.Integer(1, maxPinsOfAPage))
	}
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	var page struct {
		Items   []pinObject `json:"items"`
		HasMore bool        `json:"has_more"`
	}
	page.Items = []pinObject{}
	for _, m := range r.readablePins(c) {
		switch {
		case !before.IsZero() && !m.PinnedAt.Before(before):
		case len(page.Items) == limit:
			page.HasMore = true
		default:
			page.Items = append(page.Items, pinObject{object.At(m.PinnedAt), r.shown(m)})
		}
	}
	return ok(page)
}

// readablePins returns the pins that the bot may read. Callers hold the world's lock.
func (r *request) readablePins(c *world.Channel) []*world.Message {
	if !c.Can(r.app.User, object.PermissionReadMessageHistory) {
		return nil
	}
	return c.Pinned()
}

// listPinnedMessages answers in the form of the older route: with the pinned messages, but not the times of pinning.
func listPinnedMessages(r *request, c *world.Channel) (reply, error) {
	out := []object.Message{}
	for _, m := range r.readablePins(c) {
		if len(out) < formerPinsLimit {
			out = append(out, r.shown(m))
		}
	}
	return ok(out)
}
