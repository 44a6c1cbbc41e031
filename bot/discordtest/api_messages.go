package discordtest

import (
	"encoding/json"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

func messageRoutes() map[string]methods {
	channel, message, answer := (*request).channel, (*request).message, (*request).hookMessage
	return map[string]methods{
		"/channels/{channel}/messages": {get: readRoute(listMessages), post: writeRoute(withBody(channel, createMessage))},
		"/channels/{channel}/messages/{message}": {
			patch: writeRoute(withBody(message, editMessage)), deletion: writeRoute(withObject(message, deleteMessage)),
		},
		"/interactions/{interaction}/{token}/callback": {post: {open: true, exempt: true, serve: createCallback}},
		"/webhooks/{webhook}/{token}":                  {post: hookRoute(withBody((*request).hook, createFollowUp))},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get: hookRoute(shows(answer, func(m *sentMessage) Message { return m.Message })), patch: hookRoute(withBody(answer, editAnswer)),
			deletion: hookRoute(withObject(answer, deleteAnswer)),
		},
	}
}

// message returns the message that the request's path names. With a bot token, ephemeral ones are unknown.
func (r *request) message() (*sentMessage, error) {
	c, err := r.channel()
	if err != nil {
		return nil, err
	}
	m := c.message(r.PathValue("message"))
	if m == nil || m.only != nil {
		return nil, form.ErrUnknownMessage
	}
	return m, nil
}

// listMessages answers with messages, the newest first: those that directly follow the id `after`, or else the newest
// before `before`. This bot reads none; who looks at a channel from outside does.
func listMessages(r *request) (reply, error) {
	q := r.query()
	limit := q.Get("limit").IntegerOr(50, 1, 100)
	before, after := q.Get("before").Snowflake(), q.Get("after").Snowflake()
	if err := q.Form.Err(); err != nil {
		return failed(err)
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	c, err := r.channel()
	if err != nil {
		return failed(err)
	}
	out := []Message{}
	for _, m := range c.messages {
		here := (before == "" || object.CompareIDs(m.ID, before) < 0) && (after == "" || object.CompareIDs(m.ID, after) > 0)
		if here && m.only == nil && c.can(r.app.User, object.PermissionReadMessageHistory) {
			out = append(out, m.Message)
		}
	}
	if after != "" {
		out = out[:min(len(out), limit)]
	}
	out = out[max(len(out)-limit, 0):]
	slices.Reverse(out)
	return ok(out)
}

func createMessage(r *request, c *Channel, f form.Field) (reply, error) {
	m := newMessage(r.app)
	m.ApplicationID = ""
	d := form.ReadDraft(f, c.rules(r.app, r.files))
	if before := r.app.postedWith(nonceOf(f)); before != nil && f.Get("enforce_nonce").Boolean() {
		again := before.Message
		again.Nonce = f.Get("nonce").Value
		return ok(again)
	}
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	d.Apply(&m.Message)
	m.Flags |= d.Flags & object.FlagSuppressNotifications
	if m.Empty() {
		return failed(form.ErrEmptyMessage)
	}
	if err := c.mayPost(r.app, &m.Message); err != nil {
		return failed(err)
	}
	c.mention(&m.Message, r.app.User, d.Allowed)
	c.post(m)
	r.app.notePost(nonceOf(f), m)
	answer := m.Message
	answer.Nonce = f.Get("nonce").Value // later answers do not repeat it
	return ok(answer)
}

func nonceOf(f form.Field) string {
	switch nonce := f.Get("nonce").Value.(type) {
	case string:
		return nonce
	case json.Number:
		return nonce.String()
	}
	return ""
}

func editMessage(r *request, m *sentMessage, f form.Field) (reply, error) {
	if m.app != r.app {
		return failed(form.ErrNotOwnMessage)
	}
	err := m.editFrom(f, r.files, false)
	return reply{200, m.Message}, err
}

func deleteMessage(r *request, m *sentMessage) (reply, error) {
	own := m.app == r.app
	if !own && (m.channel.Guild == nil || !m.channel.can(r.app.User, object.PermissionManageMessages)) {
		return failed(form.ErrMissingPermissions)
	}
	m.remove()
	return noContent()
}

func createCallback(r *request) (reply, error) {
	withResponse, err := r.flag("with_response")
	if err != nil {
		return failed(err)
	}
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	it, err := r.server.interactions.respond(r.PathValue("interaction"), r.PathValue("token"), f, r.files)
	switch {
	case err != nil:
		return failed(err)
	case !withResponse:
		return noContent()
	}
	return ok(it.callbackObject())
}

func (r *request) hook() (*interaction, error) {
	app := r.server.application(r.PathValue("webhook"))
	if app == nil {
		return nil, form.ErrUnknownWebhook
	}
	return r.server.interactions.webhook(app, r.PathValue("token"))
}

func (r *request) hookMessage() (*sentMessage, error) {
	it, err := r.hook()
	if err != nil {
		return nil, err
	}
	return it.find(r.PathValue("message"))
}

func createFollowUp(r *request, it *interaction, f form.Field) (reply, error) {
	m, err := it.followUp(f, r.files)
	if err != nil {
		return failed(err)
	}
	return ok(m.Message)
}

func editAnswer(r *request, m *sentMessage, f form.Field) (reply, error) {
	err := m.editFrom(f, r.files, true)
	return reply{200, m.Message}, err
}

func deleteAnswer(_ *request, m *sentMessage) (reply, error) {
	m.remove()
	return noContent()
}
