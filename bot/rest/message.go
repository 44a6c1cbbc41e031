package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// TokenLife is how long an interaction's token can edit messages. Discord gives
// fifteen minutes; the last one is left alone.
const TokenLife = 14 * time.Minute

// A Message refers to a message of the bot's, with the means to edit it. The zero
// Message refers to none.
type Message struct {
	Channel  string
	ID       string    // "" while unknown
	App      string    // of the bot, needed with a token
	Token    string    // of the interaction that made or last updated the message, "" for none
	Until    time.Time // when the token ends
	FollowUp bool      // the message is not what the token calls @original
}

// HasToken says whether the message can be edited by its interaction's token.
func (m Message) HasToken(now time.Time) bool { return m.Token != "" && now.Before(m.Until) }

// name returns what the message's token calls it.
func (m Message) name() string {
	if m.FollowUp {
		return m.ID
	}
	return original
}

// Edit replaces the content of a message by components, and pings nobody: with the interaction's
// token while it lives and Discord takes it, else with the bot's token, which needs the message's
// id. It returns the message for the next edit, without a token that Discord has refused. Errors:
// *Error, after which Lost says whether to try again is of any use, ctx's, network errors.
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

// A post is a message that Discord makes once however often it is sent with the same
// nonce within some minutes.
type post struct {
	lateMessage
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Post sends a message to a channel that answers nobody, and returns its id. nonce names
// the message, in at most 25 characters: Discord answers a second post of the same name
// with the message of the first, for some minutes. So the caller may make it again. Errors:
// *Error, ctx's, network errors.
func (c *Client) Post(ctx context.Context, channel, nonce string, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	err = c.do(ctx, http.MethodPost, discordgo.EndpointChannelMessages(segment(channel)), withToken, post{newLateMessage(d), nonce, true}, &m)
	return m.ID, err
}

// Delete deletes a message of the bot's, once and without trying again. Errors: *Error,
// ctx's, network errors.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	return c.do(ctx, http.MethodDelete, discordgo.EndpointChannelMessage(segment(channel), segment(id)), withToken, nil, nil)
}

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
	Attachments     *[]keptFile                       `json:"attachments,omitempty"`
}

func newLateMessage(d *discordgo.InteractionResponseData) lateMessage {
	return lateMessage{d.Content, d.Components, d.Flags, d.AllowedMentions, keptFiles(d.Attachments)}
}

// A keptFile is one that a message has after an edit: by its number among those that come with the edit.
type keptFile struct {
	ID       string `json:"id"`
	Filename string `json:"filename"`
}

// keptFiles returns what a message has after an edit, nil for what it had and what comes. The library's own type
// has fields that Discord wants of nobody.
func keptFiles(of *[]*discordgo.MessageAttachment) *[]keptFile {
	if of == nil {
		return nil
	}
	kept := make([]keptFile, len(*of))
	for i, f := range *of {
		kept[i] = keptFile{f.ID, f.Filename}
	}
	return &kept
}

// A messageID is what the bot reads of a message.
type messageID struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
}

// Original asks for the message that an interaction made or updated: its id, and
// whether only the member sees it. Discord answers 404 until it has the
// interaction's answer: Unknown.
func (c *Client) Original(ctx context.Context, app, token string) (id string, private bool, err error) {
	var m messageID
	err = c.do(ctx, http.MethodGet, discordgo.EndpointWebhookMessage(segment(app), segment(token), original), withoutToken, nil, &m)
	return m.ID, m.Flags&discordgo.MessageFlagsEphemeral != 0, err
}

// EditOriginal changes the message that an interaction made or updated, and returns its
// id. Like DeleteOriginal and FollowUp it is tried again as long as Discord asks to come
// back and ctx lasts. Errors of all three: *Error, ctx's, network errors.
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

// EditAnswer changes a message by the token of the interaction that made it, files and all, once and
// without trying again. Errors: *Error, ctx's, network errors.
func (c *Client) EditAnswer(ctx context.Context, m Message, d *discordgo.InteractionResponseData) error {
	late := newLateMessage(d)
	late.Flags &= discordgo.MessageFlagsIsComponentsV2
	body, err := encode(late, d.Files)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(segment(m.App), segment(m.Token), segment(m.name())), withoutToken, body, nil)
}

// DeleteOriginal deletes the message that an interaction made.
func (c *Client) DeleteOriginal(ctx context.Context, app, token string) error {
	return c.persist(ctx, http.MethodDelete, discordgo.EndpointWebhookMessage(segment(app), segment(token), original), nil, nil)
}

// FollowUp sends another message to an interaction, and returns its id.
func (c *Client) FollowUp(ctx context.Context, app, token string, d *discordgo.InteractionResponseData) (id string, err error) {
	var m messageID
	body, err := encode(newLateMessage(d), d.Files)
	if err == nil {
		err = c.persist(ctx, http.MethodPost, discordgo.EndpointWebhookToken(segment(app), segment(token)), body, &m)
	}
	return m.ID, err
}
