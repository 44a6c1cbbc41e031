package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// maxWebhooks is how many webhooks a channel may have.
const maxWebhooks = 15

// An incomingWebhook posts in a channel for whoever knows its token. Those of
// interactions are others: see hook.
type incomingWebhook struct {
	id, token string
	name      string
	avatar    string // its hash, "" without one
	channel   *Channel
	app       *Application // which has made it
}

// A webhookObject is a webhook as the API sends it.
type webhookObject struct {
	ID            Snowflake   `json:"id"`
	Type          int         `json:"type"` // 1: an incoming one
	GuildID       Snowflake   `json:"guild_id"`
	ChannelID     Snowflake   `json:"channel_id"`
	User          *UserObject `json:"user,omitempty"` // not when it was asked for by its token
	Name          string      `json:"name"`
	Avatar        *string     `json:"avatar"`
	Token         string      `json:"token"`
	ApplicationID Snowflake   `json:"application_id"`
	URL           string      `json:"url"`
}

// object returns the webhook, with who has made it for those who manage it.
func (h *incomingWebhook) object(managed bool) webhookObject {
	o := webhookObject{
		ID: h.id, Type: 1, GuildID: h.channel.guildID(), ChannelID: h.channel.ID, Name: h.name, Avatar: orNull(h.avatar),
		Token: h.token, ApplicationID: h.app.ID, URL: "https://discord.com/api/webhooks/" + h.id + "/" + h.token,
	}
	if managed {
		u := h.app.User.object()
		o.User = &u
	}
	return o
}

func webhookRoutes() map[string]methods {
	guild, channel, managed, known := (*request).guild, (*request).channel, (*request).managedWebhook, (*request).incomingWebhook
	return map[string]methods{
		"/channels/{channel}/webhooks": {get: read(about(channel, listChannelWebhooks)), post: write(told(channel, createWebhook))},
		"/guilds/{guild}/webhooks":     {get: read(about(guild, listGuildWebhooks))},
		"/webhooks/{webhook}": {
			get: read(about(managed, getManagedWebhook)), patch: write(told(managed, patchManagedWebhook)),
			deletion: write(about(managed, deleteWebhook)),
		},
		"/webhooks/{webhook}/{token}": {
			get: hook(about(known, getKnownWebhook)), patch: hook(told(known, patchKnownWebhook)), deletion: hook(about(known, deleteWebhook)),
			post: hook(byWebhook(told(known, executeWebhook), told((*request).hook, createFollowUp))),
		},
	}
}

// byWebhook serves a path by what it names: an incoming webhook, or an
// application, whose webhooks are those of interactions.
func byWebhook(incoming, ofInteraction serving) serving {
	return func(r *request) (reply, error) {
		r.world.Lock()
		_, isIncoming := r.world.webhooks[r.PathValue("webhook")]
		r.world.Unlock()
		if isIncoming {
			return incoming(r)
		}
		return ofInteraction(r)
	}
}

// incomingWebhook returns the webhook of a path with its token. Callers hold s.mu.
func (r *request) incomingWebhook() (*incomingWebhook, error) {
	h := r.world.webhooks[r.PathValue("webhook")]
	switch {
	case h == nil:
		return nil, errUnknownWebhook()
	case h.token != r.PathValue("token"):
		return nil, refuse(http.StatusUnauthorized, codeInvalidWebhookToken, "Invalid Webhook Token")
	}
	return h, nil
}

// managedWebhook returns the webhook of a path without a token, which the bot
// must be allowed to manage. Callers hold s.mu.
func (r *request) managedWebhook() (*incomingWebhook, error) {
	h := r.world.webhooks[r.PathValue("webhook")]
	switch {
	case h == nil:
		return nil, errUnknownWebhook()
	case !h.channel.can(r.app.User, PermissionManageWebhooks):
		return nil, errMissingPermissions()
	}
	return h, nil
}

// webhooksOf returns the webhooks of some channels, the oldest first. Callers
// hold s.mu.
func (w *world) webhooksOf(channels ...*Channel) []*incomingWebhook {
	var out []*incomingWebhook
	for _, h := range w.webhooks {
		if slices.Contains(channels, h.channel) {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b *incomingWebhook) int { return compareIDs(a.id, b.id) })
	return out
}

// mayManageWebhooks refuses where there can be no webhooks and where the bot may
// not manage them. Callers hold s.mu.
func (r *request) mayManageWebhooks(c *Channel) error {
	switch {
	case c.Guild == nil:
		return errDirectMessage()
	case c.thread != nil:
		return errWrongChannel()
	case !c.can(r.app.User, PermissionManageWebhooks):
		return errMissingPermissions()
	}
	return nil
}

func listChannelWebhooks(r *request, c *Channel) (reply, error) {
	if err := r.mayManageWebhooks(c); err != nil {
		return failed(err)
	}
	return r.webhookList(c)
}

func listGuildWebhooks(r *request, g *Guild) (reply, error) {
	if !g.may(r.app, PermissionManageWebhooks) {
		return failed(errMissingPermissions())
	}
	return r.webhookList(g.channels...)
}

func (r *request) webhookList(channels ...*Channel) (reply, error) {
	out := []webhookObject{}
	for _, h := range r.world.webhooksOf(channels...) {
		out = append(out, h.object(true))
	}
	return ok(out)
}

// readWebhookName reads what a webhook is called, which must not be like
// Discord's own.
func readWebhookName(f field) string {
	name := strings.TrimSpace(f.words(1, 80))
	for _, no := range []string{"clyde", "discord"} {
		if strings.Contains(strings.ToLower(name), no) {
			f.fail("USERNAME_INVALID_CONTAINS", "Username cannot contain \"%s\"", no)
		}
	}
	return name
}

func createWebhook(r *request, c *Channel, f field) (reply, error) {
	if err := r.mayManageWebhooks(c); err != nil {
		return failed(err)
	}
	f.get("name").required()
	h := &incomingWebhook{name: readWebhookName(f.get("name")), avatar: readAvatar(f.get("avatar")), channel: c, app: r.app}
	switch err := f.form.err(); {
	case err != nil:
		return failed(err)
	case len(r.world.webhooksOf(c)) >= maxWebhooks:
		return failed(refuse(http.StatusBadRequest, codeTooManyWebhooks, fmt.Sprintf("Maximum number of webhooks reached (%d)", maxWebhooks)))
	}
	h.id, h.token = r.world.snowflake(), randomText(68)
	r.world.webhooks[h.id] = h
	r.webhooksChanged(c)
	return ok(h.object(true))
}

// webhooksChanged tells of a change of a channel's webhooks. Callers hold s.mu.
func (r *request) webhooksChanged(c *Channel) {
	r.world.later(c.telling("WEBHOOKS_UPDATE", map[string]Snowflake{"guild_id": c.guildID(), "channel_id": c.ID}))
}

func getManagedWebhook(_ *request, h *incomingWebhook) (reply, error) { return ok(h.object(true)) }
func getKnownWebhook(_ *request, h *incomingWebhook) (reply, error)   { return ok(h.object(false)) }

// patchManagedWebhook changes a webhook, also where it posts.
func patchManagedWebhook(r *request, h *incomingWebhook, f field) (reply, error) {
	to := h.channel
	if id := f.get("channel_id"); !id.null() {
		to = r.world.channels[id.snowflake()]
		switch {
		case f.form.failed: // which patchWebhook answers
		case to == nil || to.Guild != h.channel.Guild:
			return failed(errUnknownChannel())
		default:
			if err := r.mayManageWebhooks(to); err != nil {
				return failed(err)
			}
		}
	}
	if err := r.patchWebhook(h, f); err != nil {
		return failed(err)
	}
	if to != h.channel {
		r.webhooksChanged(to)
		h.channel = to
	}
	return ok(h.object(true))
}

func patchKnownWebhook(r *request, h *incomingWebhook, f field) (reply, error) {
	if err := r.patchWebhook(h, f); err != nil {
		return failed(err)
	}
	return ok(h.object(false))
}

// patchWebhook changes how a webhook is called and looks. Callers hold s.mu.
func (r *request) patchWebhook(h *incomingWebhook, f field) error {
	f.object()
	name, avatar := h.name, h.avatar
	if n := f.get("name"); n.there {
		n.required()
		name = readWebhookName(n)
	}
	if a := f.get("avatar"); a.there {
		avatar = readAvatar(a)
	}
	if err := f.form.err(); err != nil {
		return err
	}
	h.name, h.avatar = name, avatar
	r.webhooksChanged(h.channel)
	return nil
}

func deleteWebhook(r *request, h *incomingWebhook) (reply, error) {
	delete(r.world.webhooks, h.id)
	r.webhooksChanged(h.channel)
	return noContent()
}
