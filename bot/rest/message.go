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
	FollowUp bool      // true for a follow-up message, false for the interaction's first answer ("@original")
}

// HasToken reports whether the message can be edited with its interaction's token.
func (m Message) HasToken(now time.Time) bool { return m.Token != "" && now.Before(m.Until) }

// webhook returns the endpoint for editing the message with its interaction's token.
func (m Message) webhook() string {
	name := original
	if m.FollowUp {
		name = m.ID
	}
	return discordgo.EndpointWebhookMessage(segment(m.App), segment(m.Token), segment(name))
}

// Edit replaces the content of a message by components, without mentions. It uses the interaction's token if that is
// still valid. Otherwise, or if Discord refuses that token, it uses the bot's token, for which the message's id must be
// known.
//
// If the message is in an archived thread, Edit reopens the thread and repeats the call.
//
// Edit returns the message to pass to the next Edit. After a refusal of the interaction's token the returned message
// has no token. Errors: *Error, and those of ctx and of the network. Lost reports whether a retry is useless.
func (c *Client) Edit(ctx context.Context, m Message, components []discordgo.MessageComponent) (Message, error) {
	now, err := c.edit(ctx, m, components)
	if Archived(err) && c.OpenThread(ctx, m.Channel) == nil {
		return c.edit(ctx, m, components)
	}
	return now, err
}

func (c *Client) edit(ctx context.Context, m Message, components []discordgo.MessageComponent) (Message, error) {
	body := lateMessage{
		Components: components, Flags: discordgo.MessageFlagsIsComponentsV2,
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	if m.HasToken(time.Now()) {
		err := c.do(ctx, http.MethodPatch, m.webhook(), withoutToken, body, nil)
		if !tokenRefused(err) || m.ID == "" {
			return m, err
		}
		m.Token = ""
	}
	return m, c.do(ctx, http.MethodPatch, discordgo.EndpointChannelMessage(segment(m.Channel), segment(m.ID)), withToken, body, nil)
}

type post struct {
	lateMessage
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Post sends a message with its files to a channel, and returns the message's id. `nonce` identifies the message and
// has at most 25 characters. If a message with the same nonce was posted within some minutes, Discord returns that
// message, so the caller may retry. Errors: *Error, and those of ctx and of the network.
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

// original is the name that Discord gives, in the paths of calls with an interaction's token, to the message that the
// interaction's first answer created or updated.
const original = "@original"

// A lateMessage is the body of a message that is sent or edited after an interaction's first answer, or without an
// interaction. It replaces discordgo's types, because WebhookEdit cannot set the Components V2 flag.
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

func encodeEdit(d *discordgo.InteractionResponseData) (Body, error) {
	edit := newLateMessage(d)
	edit.Flags &= discordgo.MessageFlagsIsComponentsV2
	return encode(edit, d.Files)
}

type messageID struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// Original returns the id of the message that an interaction's first answer created or updated, and whether only one
// member can see that message. Until Discord has received the answer, it responds with 404, which Unknown recognizes.
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
	body, err := encodeEdit(d)
	if err == nil {
		err = c.persist(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(segment(app), segment(token), original), body, &m)
	}
	return m.ID, err
}

// EditAnswer edits the message m and its files with m's interaction token. It does not retry. Errors: *Error, and those
// of ctx and of the network.
func (c *Client) EditAnswer(ctx context.Context, m Message, d *discordgo.InteractionResponseData) error {
	body, err := encodeEdit(d)
	if err == nil {
		err = c.do(ctx, http.MethodPatch, m.webhook(), withoutToken, body, nil)
	}
	return err
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
