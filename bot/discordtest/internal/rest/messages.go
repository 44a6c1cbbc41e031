package rest

import (
	"encoding/json"
	"strconv"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func messageRoutes() map[string]methods {
	channel, message := (*request).channel, (*request).ownMessage
	return map[string]methods{
		"/channels/{channel}/messages": {get: read(listMessages), post: write(withBody(channel, createMessage))},
		"/channels/{channel}/messages/{message}": {
			get: read(withObject(message, getMessage)), patch: write(withBody(message, editMessage)),
			deletion: write(withObject(message, deleteMessage)),
		},
	}
}

// ownMessage returns the message that the request's path names. Ephemeral messages are unknown to requests with a bot
// token. Callers hold the world's lock.
func (r *request) ownMessage() (*world.Message, error) {
	c, err := r.channel()
	if err != nil {
		return nil, err
	}
	m := c.Message(r.PathValue("message"))
	if m == nil || m.Only != nil {
		return nil, form.ErrUnknownMessage()
	}
	return m, nil
}

func getMessage(r *request, m *world.Message) (reply, error) {
	return ok(r.shown(m))
}

func createMessage(r *request, c *world.Channel, f form.Field) (reply, error) {
	m := world.NewMessage(r.app)
	m.ApplicationID = ""
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: r.app.Emojis, Files: r.files, Place: c.Place})
	if before := r.app.Posted(nonceOf(f)); before != nil && f.Get("enforce_nonce").Boolean() {
		again := r.shown(before)
		again.Nonce = f.Get("nonce").Value
		return ok(again)
	}
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	d.Apply(&m.Message)
	m.Flags |= d.Flags & object.FlagSuppressNotifications
	if m.Empty() {
		return failed(form.ErrEmptyMessage())
	}
	if err := c.MayPost(r.app, &m.Message); err != nil {
		return failed(err)
	}
	c.Mention(&m.Message, r.app.User, d.Allowed)
	m.Nonce = f.Get("nonce").Value
	c.Post(m)
	r.app.NotePost(nonceOf(f), m)
	answer := r.shown(m)
	m.Nonce = nil // later events and answers do not repeat the nonce
	return ok(answer)
}

// nonceOf returns the nonce of a message, or "" if it has none.
func nonceOf(f form.Field) string {
	switch nonce := f.Get("nonce").Value.(type) {
	case string:
		return nonce
	case json.Number:
		return nonce.String()
	}
	return ""
}

func editMessage(r *request, m *world.Message, f form.Field) (reply, error) {
	if m.App != r.app {
		return failed(form.ErrNotOwnMessage())
	}
	if err := m.EditFrom(f, r.files, false); err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}

func deleteMessage(r *request, m *world.Message) (reply, error) {
	own := m.App == r.app
	if !own && (m.Channel.Guild == nil || !m.Channel.Can(r.app.User, object.PermissionManageMessages)) {
		return failed(form.ErrMissingPermissions())
	}
	m.Remove()
	return noContent()
}

// listMessages answers with messages, the newest first.
func listMessages(r *request) (reply, error) {
	q, err := readPage(r, 50, 100)
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	c, err := r.channel()
	if err != nil {
		return failed(err)
	}
	if !c.Can(r.app.User, object.PermissionReadMessageHistory) {
		return ok([]object.Message{})
	}
	return ok(c.Page(r.shown, q))
}

// readPage reads the paging parameters of the query. `limit` is the default number of elements, `most` the maximum.
func readPage(r *request, limit, most int) (world.Page, error) {
	f := r.query()
	p := world.Page{Limit: f.Get("limit").IntegerOr(limit, 1, int64(most))}
	p.Before, _ = strconv.ParseUint(f.Get("before").Snowflake(), 10, 64)
	p.After, _ = strconv.ParseUint(f.Get("after").Snowflake(), 10, 64)
	return p, f.Form.Err()
}

// shown returns the message as the requesting application sees it. A request without a bot token counts as a request of
// the application that posted the message. Callers hold the world's lock.
func (r *request) shown(m *world.Message) object.Message {
	if r.app == nil {
		return m.Linked()
	}
	return m.Linked()
}
