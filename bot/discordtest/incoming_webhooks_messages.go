package discordtest

import "net/http"

// place returns the channel in which a request wants a webhook to post: its own
// or a thread of it. Callers hold s.mu.
func (h *incomingWebhook) place(r *request) (*Channel, error) {
	id, err := r.webhookThread()
	if err != nil || id == "" {
		return h.channel, err
	}
	t := r.world.channels[id]
	if t == nil || t.parent != h.channel {
		return nil, errUnknownChannel()
	}
	return t, nil
}

// executeWebhook posts a message; only who waits gets it as the answer.
func executeWebhook(r *request, h *incomingWebhook, f field) (reply, error) {
	wait, err := r.flag("wait")
	if err != nil {
		return failed(err)
	}
	c, err := h.place(r)
	if err != nil {
		return failed(err)
	}
	m := h.message()
	d := readDraft(f, draftRules{emojis: h.app.emojis, files: r.files, interaction: true})
	f.check(unusedOfWebhookMessages)
	if n := f.get("username"); !n.null() {
		m.Author.Username = readWebhookName(n)
	}
	if a := f.get("avatar_url"); !a.blank() {
		requiredURL(a, 2048)
	}
	switch err := f.form.err(); {
	case err != nil:
		return failed(err)
	case !f.get("thread_name").blank():
		return failed(refuse(http.StatusBadRequest, codeNoForum, "Webhooks can only create threads in forum channels"))
	}
	d.apply(&m.Message)
	m.Flags |= d.flags & FlagSuppressNotifications
	switch {
	case m.empty():
		return failed(errEmptyMessage())
	case c.archived() && c.thread.locked:
		return failed(errArchived())
	}
	c.mention(&m.Message, h.app.User, d.allowed)
	c.post(m)
	if !wait {
		return noContent()
	}
	return ok(m.seenBy(nil))
}

// message returns an empty message of the webhook's.
func (h *incomingWebhook) message() *message {
	m := newMessage(h.app)
	m.hook, m.WebhookID = h, h.id
	m.Author = UserObject{ID: h.id, Username: h.name, Discriminator: "0000", Avatar: orNull(h.avatar), Bot: true}
	return m
}

// webhookMessage returns a message that the webhook of the path has posted.
// Callers hold s.mu.
func (r *request) webhookMessage() (*message, error) {
	h, err := r.incomingWebhook()
	if err != nil {
		return nil, err
	}
	c, err := h.place(r)
	if err != nil {
		return nil, err
	}
	m := c.message(r.PathValue("message"))
	if m == nil || m.hook != h {
		return nil, errUnknownMessage()
	}
	return m, nil
}
