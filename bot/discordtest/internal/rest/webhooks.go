package rest

import (
	"fmt"
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// webhookRoutes are the routes of incoming webhooks and of the webhooks of interactions. Paths with a token serve both
// kinds: see byWebhook.
func webhookRoutes() map[string]methods {
	guild, channel, managed, known := (*request).guild, (*request).channel, (*request).managedWebhook, (*request).incomingWebhook
	posted, answer := (*request).webhookMessage, (*request).hookMessage
	return map[string]methods{
		"/channels/{channel}/webhooks": {get: read(withObject(channel, listChannelWebhooks)), post: write(withBody(channel, createWebhook))},
		"/guilds/{guild}/webhooks":     {get: read(withObject(guild, listGuildWebhooks))},
		"/webhooks/{webhook}": {
			get: read(withObject(managed, getManagedWebhook)), patch: write(withBody(managed, patchManagedWebhook)),
			deletion: write(withObject(managed, deleteWebhook)),
		},
		"/webhooks/{webhook}/{token}": {
			get: hook(withObject(known, getKnownWebhook)), patch: hook(withBody(known, patchKnownWebhook)), deletion: hook(withObject(known, deleteWebhook)),
			post: hook(byWebhook(withBody(known, executeWebhook), withBody((*request).hook, createFollowUp))),
		},
		"/webhooks/{webhook}/{token}/messages/{message}": {
			get:      hook(byWebhook(withObject(posted, getWebhookMessage), withObject(answer, getWebhookMessage))),
			patch:    hook(byWebhook(withBody(posted, editWebhookMessage), withBody(answer, editWebhookMessage))),
			deletion: hook(byWebhook(withObject(posted, deleteWebhookMessage), withObject(answer, deleteWebhookMessage))),
		},
	}
}

// byWebhook chooses the handler by the webhook id in the path. If an incoming webhook has this id,
// `incoming` serves the request. Otherwise the id is an application's, and `ofInteraction` serves the
// request, which is for the webhook of an interaction.
func byWebhook(incoming, ofInteraction serving) serving {
	return func(r *request) (reply, error) {
		r.world.Lock()
		_, isIncoming := r.world.Webhooks[r.PathValue("webhook")]
		r.world.Unlock()
		if isIncoming {
			return incoming(r)
		}
		return ofInteraction(r)
	}
}

// incomingWebhook returns the incoming webhook whose id and token are in the request's path. Callers hold the world's
// lock.
func (r *request) incomingWebhook() (*world.Webhook, error) {
	h := r.world.Webhooks[r.PathValue("webhook")]
	switch {
	case h == nil:
		return nil, form.ErrUnknownWebhook()
	case h.Token != r.PathValue("token"):
		return nil, form.ErrWebhookToken()
	}
	return h, nil
}

// managedWebhook returns the webhook that a path without a token names. It returns an error if the bot may not manage
// the webhook. Callers hold the world's lock.
func (r *request) managedWebhook() (*world.Webhook, error) {
	h := r.world.Webhooks[r.PathValue("webhook")]
	switch {
	case h == nil:
		return nil, form.ErrUnknownWebhook()
	case !h.Channel.Can(r.app.User, object.PermissionManageWebhooks):
		return nil, form.ErrMissingPermissions()
	}
	return h, nil
}

// mayManage returns an error if the channel is a direct message or a thread, or if the bot lacks the permissions
// `needs` in it. Callers hold the world's lock.
func (r *request) mayManage(c *world.Channel, needs object.Permissions) error {
	switch {
	case c.Guild == nil:
		return form.ErrDirectMessage()
	case c.Thread != nil:
		return form.ErrWrongChannel()
	case !c.Can(r.app.User, needs):
		return form.ErrMissingPermissions()
	}
	return nil
}

func listChannelWebhooks(r *request, c *world.Channel) (reply, error) {
	if err := r.mayManage(c, object.PermissionManageWebhooks); err != nil {
		return failed(err)
	}
	return r.webhookList(c)
}

func listGuildWebhooks(r *request, g *world.Guild) (reply, error) {
	if !g.May(r.app, object.PermissionManageWebhooks) {
		return failed(form.ErrMissingPermissions())
	}
	return r.webhookList(g.Channels...)
}

func (r *request) webhookList(channels ...*world.Channel) (reply, error) {
	out := []world.WebhookObject{}
	for _, h := range r.world.WebhooksOf(channels...) {
		out = append(out, h.Object(true))
	}
	return ok(out)
}

func createWebhook(r *request, c *world.Channel, f form.Field) (reply, error) {
	if err := r.mayManage(c, object.PermissionManageWebhooks); err != nil {
		return failed(err)
	}
	f.Get("name").Required()
	h := world.Webhook{Name: validate.ReadWebhookName(f.Get("name")), Avatar: validate.ReadAvatar(f.Get("avatar")), Channel: c, App: r.app}
	switch err := f.Form.Err(); {
	case err != nil:
		return failed(err)
	case len(r.world.WebhooksOf(c)) >= world.MaxWebhooks:
		return failed(form.Refuse(http.StatusBadRequest, form.CodeTooManyWebhooks, fmt.Sprintf("Maximum number of webhooks reached (%d)", world.MaxWebhooks)))
	}
	return ok(r.world.NewWebhook(h).Object(true))
}

func getManagedWebhook(_ *request, h *world.Webhook) (reply, error) { return ok(h.Object(true)) }
func getKnownWebhook(_ *request, h *world.Webhook) (reply, error)   { return ok(h.Object(false)) }

// patchManagedWebhook changes a webhook for a bot that may manage it. Unlike a request with the webhook's token, it can
// change the channel.
func patchManagedWebhook(r *request, h *world.Webhook, f form.Field) (reply, error) {
	to := h.Channel
	if id := f.Get("channel_id"); !id.Null() {
		to = r.world.Channels[id.Snowflake()]
		switch {
		case f.Form.Failed(): // patchWebhook returns the error
		case to == nil || to.Guild != h.Channel.Guild:
			return failed(form.ErrUnknownChannel())
		default:
			if err := r.mayManage(to, object.PermissionManageWebhooks); err != nil {
				return failed(err)
			}
		}
	}
	if err := r.patchWebhook(h, f); err != nil {
		return failed(err)
	}
	h.Move(to)
	return ok(h.Object(true))
}

func patchKnownWebhook(r *request, h *world.Webhook, f form.Field) (reply, error) {
	if err := r.patchWebhook(h, f); err != nil {
		return failed(err)
	}
	return ok(h.Object(false))
}

// patchWebhook changes a webhook's name and avatar. Callers hold the world's lock.
func (r *request) patchWebhook(h *world.Webhook, f form.Field) error {
	f.Object()
	name, avatar := h.Name, h.Avatar
	if n := f.Get("name"); n.There {
		n.Required()
		name = validate.ReadWebhookName(n)
	}
	if a := f.Get("avatar"); a.There {
		avatar = validate.ReadAvatar(a)
	}
	if err := f.Form.Err(); err != nil {
		return err
	}
	h.Look(name, avatar)
	return nil
}

func deleteWebhook(_ *request, h *world.Webhook) (reply, error) {
	h.Delete()
	return noContent()
}

// place returns the channel in which the webhook posts: the webhook's channel, or a thread in that channel that the
// query names. Callers hold the world's lock.
func (r *request) place(h *world.Webhook) (*world.Channel, error) {
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

// webhookThread returns the thread_id in the query, or "" if there is none. It also checks with_components, which has
// no effect.
func (r *request) webhookThread() (object.Snowflake, error) {
	if _, err := r.flag("with_components"); err != nil {
		return "", err
	}
	q := r.query()
	id := q.Get("thread_id").Snowflake()
	return id, q.Form.Err()
}

// executeWebhook posts a message. The answer contains the message only with wait=true.
func executeWebhook(r *request, h *world.Webhook, f form.Field) (reply, error) {
	wait, err := r.flag("wait")
	if err != nil {
		return failed(err)
	}
	c, err := r.place(h)
	if err != nil {
		return failed(err)
	}
	m := h.Message()
	d := validate.ReadDraft(f, validate.DraftRules{Emojis: h.App.Emojis, Files: r.files, Place: c.Place, Interaction: true})
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
	switch err := d.CheckVoice(&m.Message); {
	case err != nil:
		return failed(err)
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

// webhookMessage returns the message that the path names, which the webhook must have posted. Callers hold the world's
// lock.
func (r *request) webhookMessage() (*world.Message, error) {
	h, err := r.incomingWebhook()
	if err != nil {
		return nil, err
	}
	c, err := r.place(h)
	if err != nil {
		return nil, err
	}
	m := c.Message(r.PathValue("message"))
	if m == nil || m.Hook != h {
		return nil, form.ErrUnknownMessage()
	}
	return m, nil
}

func getWebhookMessage(r *request, m *world.Message) (reply, error) {
	return ok(r.shown(m))
}

func editWebhookMessage(r *request, m *world.Message, f form.Field) (reply, error) {
	if err := m.EditFrom(f, r.files, true); err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}

func deleteWebhookMessage(_ *request, m *world.Message) (reply, error) {
	m.Remove()
	return noContent()
}
