package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TokenLife is how long the bot uses an interaction's token. Discord accepts a token for fifteen
// minutes; one minute is a safety margin.
const TokenLife = 14 * time.Minute

// A Message refers to a message of the bot, and has the data for editing it. The zero Message refers to no message.
type Message struct {
	Channel  string
	ID       string    // "" if unknown
	App      string    // id of the bot's application, needed with Token
	Token    string    // token of the interaction that created or last updated the message, "" for none
	Until    time.Time // when Token expires
	FollowUp bool      // the message is a follow-up, not the token's @original
}

// HasToken reports whether the message can be edited with its interaction's token.
func (m Message) HasToken(now time.Time) bool { return m.Token != "" && now.Before(m.Until) }

// name returns the message's name in calls that use the interaction's token.
func (m Message) name() string {
	if m.FollowUp {
		return m.ID
	}
	return original
}

// Edit replaces the content of a message by components, without mentions. It uses the interaction's
// token if the message has one that works, otherwise the bot's token, which needs the message's id. It
// returns the message for the next edit: without the interaction's token if Discord refused that.
// Errors: *Error, and those of ctx and of the network. Lost reports whether a retry is useless.
func (c *Client) Edit(ctx context.Context, m Message, components []discordgo.MessageComponent) (Message, error) {
	body := lateMessage{
		Components: components, Flags: discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	if m.HasToken(time.Now()) {
		err := c.do(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(segment(m.App), segment(m.Token), segment(m.name())), withoutToken, body, nil)
		if !tokenRefused(err) || m.ID == "" {
			return m, err
		}
		m.Token = ""
	}
	return m, c.do(ctx, http.MethodPatch, discordgo.EndpointChannelMessage(segment(m.Channel), segment(m.ID)), withToken, body, nil)
}

// A post is the body of a new message. Within some minutes Discord creates only one message with the same nonce.
type post struct {
	lateMessage
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Post sends a message with its files to a channel, and returns its id. nonce identifies the message and has at most 25
// characters. If a message with the same nonce was posted within some minutes, Discord returns that message, so the
// caller may retry. Errors: *Error, and those of ctx and of the network.
func (c *Client) Post(ctx context.Context, channel, nonce string, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	body, err := encode(post{newLateMessage(d), nonce, true}, d.Files)
	if err == nil {
		err = c.do(ctx, http.MethodPost, discordgo.EndpointChannelMessages(segment(channel)), withToken, body, &m)
	}
	return m.ID, err
}

// PostDirect sends a direct message to a user: see Post. Discord refuses it if the user does not
// accept direct messages from the bot.
func (c *Client) PostDirect(ctx context.Context, user, nonce string, d *discordgo.InteractionResponseData) error {
	body := struct {
		User string `json:"recipient_id"`
	}{user}
	var channel messageID
	err := c.do(ctx, http.MethodPost, discordgo.EndpointUserChannels("@me"), withToken, body, &channel)
	if err == nil {
		_, err = c.Post(ctx, channel.ID, nonce, d)
	}
	return err
}

// Delete deletes a message of the bot, without retries. Errors: *Error, and those of ctx and of the network.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	return c.do(ctx, http.MethodDelete, discordgo.EndpointChannelMessage(segment(channel), segment(id)), withToken, nil, nil)
}

// original is Discord's name for the message that an interaction's first answer created or updated,
// in calls that use the interaction's token.
const original = "@original"

// A lateMessage is the body of an answer that uses an interaction's token. discordgo's types cannot
// set the Components V2 flag on an edit.
type lateMessage struct {
	Content         string                            `json:"content,omitempty"`
	Components      []discordgo.MessageComponent      `json:"components,omitempty"`
	Flags           discordgo.MessageFlags            `json:"flags,omitempty"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions,omitempty"`
	Attachments     *[]keptFile                       `json:"attachments,omitempty"`
}

func newLateMessage(d *discordgo.InteractionResponseData) lateMessage {
	return lateMessage{d.Content, d.Components, d.Flags, d.AllowedMentions, keptFiles(d.Attachments)}
}

// A messageID has the fields of a message that the bot reads.
type messageID struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// Original returns the id of the message that an interaction's first answer created or updated, and whether that
// message is private. While Discord has no answer to the interaction it responds with 404: see Unknown.
func (c *Client) Original(ctx context.Context, app, token string) (id string, private bool, err error) {
	var m messageID
	err = c.do(ctx, http.MethodGet, discordgo.EndpointWebhookMessage(segment(app), segment(token), original), withoutToken, nil, &m)
	return m.ID, m.Flags&discordgo.MessageFlagsEphemeral != 0, err
}

// EditOriginal edits the message that an interaction's first answer created or updated, and returns
// its id. EditOriginal, DeleteOriginal and FollowUp retry after rate limits and server errors until
// ctx ends. Their errors: *Error, and those of ctx and of the network.
func (c *Client) EditOriginal(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	late := newLateMessage(d)
	late.Flags &= discordgo.MessageFlagsIsComponentsV2
	body, err := encode(late, d.Files)
	if err == nil {
		err = c.persist(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(segment(app), segment(token), original), body, &m)
	}
	return m.ID, err
}

// EditAnswer edits a message and its files with the interaction's token, without retries. Errors:
// *Error, and those of ctx and of the network.
func (c *Client) EditAnswer(ctx context.Context, m Message, d *discordgo.InteractionResponseData) error {
	late := newLateMessage(d)
	late.Flags &= discordgo.MessageFlagsIsComponentsV2
	body, err := encode(late, d.Files)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(segment(m.App), segment(m.Token), segment(m.name())), withoutToken, body, nil)
}

// DeleteOriginal deletes the message that an interaction's first answer created: see EditOriginal.
func (c *Client) DeleteOriginal(ctx context.Context, app, token string) error {
	return c.persist(ctx, http.MethodDelete, discordgo.EndpointWebhookMessage(segment(app), segment(token), original), nil, nil)
}

// FollowUp sends a further message with an interaction's token, and returns its id: see EditOriginal.
func (c *Client) FollowUp(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	body, err := encode(newLateMessage(d), d.Files)
	if err == nil {
		err = c.persist(ctx, http.MethodPost, discordgo.EndpointWebhookToken(segment(app), segment(token)), body, &m)
	}
	return m.ID, err
}
