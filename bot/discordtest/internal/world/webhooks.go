package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// MaxWebhooks is how many webhooks a channel may have.
const MaxWebhooks = 15

// An Webhook posts in a channel for whoever knows its token. Those of
// interactions are others: see hook.
type Webhook struct {
	ID, Token string
	Name      string
	Avatar    string // its hash, "" without one
	Channel   *Channel
	App       *Application // which has made it
}

// A WebhookObject is a webhook as the API sends it.
type WebhookObject struct {
	ID            object.Snowflake   `json:"id"`
	Type          int                `json:"type"` // 1: an incoming one
	GuildID       object.Snowflake   `json:"guild_id"`
	ChannelID     object.Snowflake   `json:"channel_id"`
	User          *object.UserObject `json:"user,omitempty"` // not when it was asked for by its token
	Name          string             `json:"name"`
	Avatar        *string            `json:"avatar"`
	Token         string             `json:"token"`
	ApplicationID object.Snowflake   `json:"application_id"`
	URL           string             `json:"url"`
}

// Object returns the webhook, with who has made it for those who manage it.
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

// WebhooksOf returns the webhooks of some channels, the oldest first. Callers// hold the world's lock.
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

// Message returns an empty message of the webhook's.
func (h *Webhook) Message() *Message {
	m := NewMessage(h.App)
	m.Hook, m.WebhookID = h, h.ID
	m.Author = object.UserObject{ID: h.ID, Username: h.Name, Discriminator: "0000", Avatar: object.OrNull(h.Avatar), Bot: true}
	return m
}
