package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// original is what a token calls the message that its interaction made or
// updated.
const original = "@original"

// A lateMessage is an answer that comes by an interaction's token. The library's
// own types for it cannot set the flag of Components V2 on an edit.
type lateMessage struct {
	Content         string                            `json:"content,omitempty"`
	Components      []discordgo.MessageComponent      `json:"components,omitempty"`
	Flags           discordgo.MessageFlags            `json:"flags,omitempty"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions,omitempty"`
}

func newLateMessage(d *discordgo.InteractionResponseData) lateMessage {
	return lateMessage{d.Content, d.Components, d.Flags, d.AllowedMentions}
}

// A messageID is what the bot reads of a message.
type messageID struct {
	ID string `json:"id"`
}

// findOriginal asks for the id of the message that an interaction made or
// updated. Discord answers 404 until it has the interaction's answer.
func (c *restClient) findOriginal(ctx context.Context, app, token string) (id string, err error) {
	var m messageID
	err = c.do(ctx, http.MethodGet, discordgo.EndpointWebhookMessage(app, token, original), withoutToken, nil, &m)
	return m.ID, err
}

// editOriginal changes the message that an interaction made or updated.
func (c *restClient) editOriginal(ctx context.Context, i *discordgo.Interaction, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	late := newLateMessage(d)
	late.Flags &= discordgo.MessageFlagsIsComponentsV2
	err = c.persist(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(i.AppID, i.Token, original), late, &m)
	return m.ID, err
}

// deleteOriginal deletes the message that an interaction made.
func (c *restClient) deleteOriginal(ctx context.Context, i *discordgo.Interaction) error {
	return c.persist(ctx, http.MethodDelete, discordgo.EndpointWebhookMessage(i.AppID, i.Token, original), nil, nil)
}

// followUp sends another message to an interaction.
func (c *restClient) followUp(ctx context.Context, i *discordgo.Interaction, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	err = c.persist(ctx, http.MethodPost, discordgo.EndpointWebhookToken(i.AppID, i.Token), newLateMessage(d), &m)
	return m.ID, err
}

// persist makes a call by an interaction's token, and again as long as Discord
// asks to come back and ctx lasts. It is not repeated when the network fails:
// nobody knows whether it was carried out.
func (c *restClient) persist(ctx context.Context, method, url string, body, answer any) error {
	var pause backoff
	for {
		err := c.do(ctx, method, url, withoutToken, body, answer)
		var refused *apiError
		wait, again := mayRetry(err)
		if !again || !errors.As(err, &refused) || sleep(ctx, max(wait, pause.next())) != nil {
			return err
		}
	}
}

// firstLook is how long after an inline answer Discord is asked again whether it
// has it. The pause doubles each time.
const firstLook = 100 * time.Millisecond

// awaitOriginal waits until Discord has an interaction's inline answer.
func (c *restClient) awaitOriginal(ctx context.Context, i *discordgo.Interaction) error {
	for pause := firstLook; ; pause *= 2 {
		_, err := c.findOriginal(ctx, i.AppID, i.Token)
		wait, again := mayRetry(err)
		if !again && !isUnknown(err) || sleep(ctx, max(wait, pause)) != nil {
			return err
		}
	}
}

// isUnknown says whether Discord does not know what was asked for.
func isUnknown(err error) bool {
	var refused *apiError
	return errors.As(err, &refused) && refused.Status == http.StatusNotFound
}
