package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// MaxWebhooks is how many webhooks a channel may have.
const MaxWebhooks = 15

// A Webhook lets anybody who knows its token post in a channel. The webhooks of interactions are not such.
type Webhook struct {
	ID, Token string
	Name      string
	Avatar    string // its hash, "" without one
	Channel   *Channel
	App       *Application // which has made it
}

// NewWebhook adds a webhook with a new id and token and dispatches the event. Callers hold the
// world's lock.
func (w *World) NewWebhook(h Webhook) *Webhook {
	h.ID, h.Token = w.Snowflake(), RandomText(68)
	w.Webhooks[h.ID] = &h
	h.Channel.webhooksChanged()
	return &h
}

// WebhooksOf returns the webhooks of some channels, the oldest first. Callers
// hold the world's lock.
func (w *World) WebhooksOf(channels ...*Channel) []*Webhook {
	var out []*Webhook
	for _, h := range w.Webhooks {
		if slices.Contains(channels, h.Channel) {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b *Webhook) int { return object.CompareIDs(a.ID, b.ID) })
	return out
}

// Look sets the name and the avatar hash of the webhook and dispatches the event. Callers hold the
// world's lock.
func (h *Webhook) Look(name, avatar string) {
	h.Name, h.Avatar = name, avatar
	h.Channel.webhooksChanged()
}

// Move makes the webhook post in another channel and dispatches the event there. Callers hold the
// world's lock.
func (h *Webhook) Move(to *Channel) {
	if to != h.Channel {
		h.Channel = to
		to.webhooksChanged()
	}
}

// Delete removes the webhook and dispatches the event. Callers hold the world's lock.
func (h *Webhook) Delete() {
	delete(h.Channel.World.Webhooks, h.ID)
	h.Channel.webhooksChanged()
}

// webhooksChanged dispatches WEBHOOKS_UPDATE. Callers hold the world's lock.
func (c *Channel) webhooksChanged() {
	c.tell("WEBHOOKS_UPDATE", map[string]object.Snowflake{"guild_id": c.GuildID(), "channel_id": c.ID})
}

// Message returns an empty message of the webhook's.
func (h *Webhook) Message() *Message {
	m := NewMessage(h.App)
	m.Hook, m.WebhookID = h, h.ID
	m.Author = object.UserObject{ID: h.ID, Username: h.Name, Discriminator: "0000", Avatar: object.OrNull(h.Avatar), Bot: true}
	return m
}

// A WebhookObject is a webhook as the API sends it.
type WebhookObject struct {
	ID            object.Snowflake   `json:"id"`
	Type          int                `json:"type"` // 1: an incoming one
	GuildID       object.Snowflake   `json:"guild_id"`
	ChannelID     object.Snowflake   `json:"channel_id"`
	User          *object.UserObject `json:"user,omitempty"` // absent in answers to requests with its token
	Name          string             `json:"name"`
	Avatar        *string            `json:"avatar"`
	Token         string             `json:"token"`
	ApplicationID object.Snowflake   `json:"application_id"`
	URL           string             `json:"url"`
}

// Object returns the webhook; managed adds its creator, for users who manage it.
func (h *Webhook) Object(managed bool) WebhookObject {
	o := WebhookObject{
		ID: h.ID, Type: 1, GuildID: h.Channel.GuildID(), ChannelID: h.Channel.ID, Name: h.Name, Avatar: object.OrNull(h.Avatar),
		Token: h.Token, ApplicationID: h.App.ID, URL: "https://discord.com/api/webhooks/" + h.ID + "/" + h.Token,
	}
	if managed {
		u := h.App.User.Object()
		o.User = &u
	}
	return o
}
