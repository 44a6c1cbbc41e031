package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// MaxWebhooks is the most webhooks that a channel may have.
const MaxWebhooks = 15

// A Webhook is an incoming webhook: anybody who knows its token can post in its channel. The
// webhooks that belong to interactions are not of this type: see interaction.Interaction.
type Webhook struct {
	ID, Token string
	Name      string
	Avatar    string // the hash of the picture; "" for none
	Channel   *Channel
	App       *Application // the application that created it
}

// NewWebhook adds a webhook with a new id and token and dispatches WEBHOOKS_UPDATE. Callers hold the world's lock.
func (w *World) NewWebhook(h Webhook) *Webhook {
	h.ID, h.Token = w.Snowflake(), RandomText(68)
	w.Webhooks[h.ID] = &h
	h.Channel.webhooksChanged()
	return &h
}

// WebhooksOf returns the webhooks of the given channels, the oldest first. Callers hold the world's lock.
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

// Look sets the name and the avatar hash of the webhook and dispatches WEBHOOKS_UPDATE. Callers hold the world's lock.
func (h *Webhook) Look(name, avatar string) {
	h.Name, h.Avatar = name, avatar
	h.Channel.webhooksChanged()
}

// Move moves the webhook to another channel and dispatches WEBHOOKS_UPDATE there. Callers hold the world's lock.
func (h *Webhook) Move(to *Channel) {
	if to != h.Channel {
		h.Channel = to
		to.webhooksChanged()
	}
}

// Delete removes the webhook and dispatches WEBHOOKS_UPDATE. Callers hold the world's lock.
func (h *Webhook) Delete() {
	delete(h.Channel.World.Webhooks, h.ID)
	h.Channel.webhooksChanged()
}

// webhooksChanged dispatches WEBHOOKS_UPDATE. Callers hold the world's lock.
func (c *Channel) webhooksChanged() {
	c.tell("WEBHOOKS_UPDATE", map[string]object.Snowflake{"guild_id": c.GuildID(), "channel_id": c.ID})
}

// Message returns an empty message with the webhook as its author.
func (h *Webhook) Message() *Message {
	m := NewMessage(h.App)
	m.Hook, m.WebhookID = h, h.ID
	m.Author = object.UserObject{ID: h.ID, Username: h.Name, Discriminator: "0000", Avatar: object.OrNull(h.Avatar), Bot: true}
	return m
}

// A WebhookObject is a webhook as the API sends it.
type WebhookObject struct {
	ID            object.Snowflake   `json:"id"`
	Type          int                `json:"type"` // 1: an incoming webhook
	GuildID       object.Snowflake   `json:"guild_id"`
	ChannelID     object.Snowflake   `json:"channel_id"`
	User          *object.UserObject `json:"user,omitempty"` // absent if the request is authorized by the webhook's token
	Name          string             `json:"name"`
	Avatar        *string            `json:"avatar"`
	Token         string             `json:"token"`
	ApplicationID object.Snowflake   `json:"application_id"`
	URL           string             `json:"url"`
}

// Object returns the webhook as the API sends it. If `managed` is true, the result includes the user who created the
// webhook; only bots that may manage the webhook get that field.
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
