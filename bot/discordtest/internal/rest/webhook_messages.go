package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// placeOf returns the channel in which a request wants a webhook to post: its own
// or a thread of it. Callers hold the world's lock.
func placeOf(h *world.Webhook, r *request) (*world.Channel, error) {
	id, err := r.webhookThread()
	if err != nil || id == "" {
		return h.Channel, err
	}
	t := r.world.Channels[id]
	if t == nil || t.Parent != h.Channel {
		return nil, form.ErrUnknownChannel()
	}
	return t, nil
}

// executeWebhook posts a message; only who waits gets it as the answer.
func executeWebhook(r *request, h *world.Webhook, f form.Field) (reply, error) {
	wait, err := r.flag("wait")
	if err != nil {
		return failed(err)
	}
	c, err := placeOf(h, r)
	if err != nil {
		return failed(err)
	}
	m := h.Message()
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: h.App.Emojis, Files: r.files, Interaction: true})
	validate.UnusedOfWebhookMessages(f)
	if n := f.Get("username"); !n.Null() {
		m.Author.Username = validate.ReadWebhookName(n)
	}
	if a := f.Get("avatar_url"); !a.Blank() {
		validate.RequiredURL(a, 2048)
	}
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case !f.Get("thread_name").Blank():
		return failed(form.Refuse(http.StatusBadRequest, form.CodeNoForum, "Webhooks can only create threads in forum channels"))
	}
	d.Apply(&m.Message)
	m.Flags |= d.Flags & object.FlagSuppressNotifications
	switch {
	case m.Empty():
		return failed(form.ErrEmptyMessage())
	case c.Archived() && c.Thread.Locked:
		return failed(form.ErrArchived())
	}
	c.Mention(&m.Message, h.App.User, d.Allowed)
	c.Post(m)
	if !wait {
		return noContent()
	}
	return ok(m.SeenBy(nil))
}

// webhookMessage returns a message that the webhook of the path has posted.
// Callers hold the world's lock.
func (r *request) webhookMessage() (*world.Message, error) {
	h, err := r.incomingWebhook()
	if err != nil {
		return nil, err
	}
	c, err := placeOf(h, r)
	if err != nil {
		return nil, err
	}
	m := c.Message(r.PathValue("message"))
	if m == nil || m.Hook != h {
		return nil, form.ErrUnknownMessage()
	}
	return m, nil
}
