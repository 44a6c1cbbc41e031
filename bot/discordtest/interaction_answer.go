package discordtest

import (
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// Types of callbacks.
const (
	callbackPong            = 1 // the answer to a PING, in the HTTP response only
	callbackMessage         = 4
	callbackDeferredMessage = 5
	callbackDeferredUpdate  = 6
	callbackUpdate          = 7
	callbackChoices         = 8
	callbackModal           = 9
)

func (d *desk) respond(id Snowflake, token string, f form.Field, files []object.Attachment) (*interaction, error) {
	it := d.byID[id]
	switch {
	case it == nil || it.token != token:
		return nil, form.ErrUnknownInteraction
	case it.acknowledged:
		return nil, form.Refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	case it.late():
		return nil, form.ErrUnknownInteraction
	}
	answer, err := it.respond(f, files)
	if err != nil {
		it.refused = err
		return nil, err
	}
	answer.interaction = it
	it.acknowledged, it.answer = true, &answer
	close(it.done)
	return it, nil
}

func (it *interaction) respond(f form.Field, files []object.Attachment) (Answer, error) {
	f.Get("type").Required()
	kind := f.Get("type").OneOf(it.callbackTypes()...)
	if err := f.Form.Err(); err != nil {
		return Answer{}, err
	}
	a := Answer{Type: kind}
	var err error
	switch data := f.Get("data"); kind {
	case callbackMessage:
		it.original, err = it.post(it.message(), data, files)
	case callbackDeferredMessage:
		it.think(int(data.Get("flags").Integer(0, 1<<31-1)))
	case callbackDeferredUpdate:
		it.original = it.source
	case callbackUpdate:
		if it.channel.message(it.source.ID) == nil {
			return a, form.ErrUnknownMessage
		}
		err = it.source.editFrom(data, files, true)
		it.original = it.source
	case callbackChoices:
		a.Choices = form.ReadChoices(data, it.focused.Type)
	case callbackModal:
		a.Modal = form.ReadModal(data, it.app.emojis)
	}
	if formErr := f.Form.Err(); formErr != nil {
		return a, formErr
	}
	if it.original != nil && kind != callbackDeferredUpdate {
		m := it.original.Message
		a.Message = &m
	}
	return a, err
}

// callbackTypes returns the callback types that may answer the interaction. An update needs a message: that of the
// pressed component, or of the component whose press opened the submitted modal.
func (it *interaction) callbackTypes() []int {
	if it.kind == typeAutocomplete {
		return []int{callbackChoices}
	}
	types := []int{callbackMessage, callbackDeferredMessage}
	if it.kind != typeModal {
		types = append(types, callbackModal)
	}
	if it.source != nil {
		types = append(types, callbackDeferredUpdate, callbackUpdate)
	}
	return types
}

func (it *interaction) message() *sentMessage {
	m := newMessage(it.app)
	m.WebhookID, m.token, m.Interaction = it.app.ID, it.token, it.metadata()
	switch {
	case it.source != nil:
		m.replyTo(it.source)
	case it.command != nil:
		m.Type = object.MessageContextMenu
		if it.command.Type == object.CommandChatInput {
			m.Type = object.MessageChatInput
		}
		m.Command = &MessageInteraction{ID: it.id, Type: it.kind, Name: it.command.Name, User: it.user.object()}
	}
	return m
}

func (it *interaction) post(m *sentMessage, f form.Field, files []object.Attachment) (*sentMessage, error) {
	rules := it.channel.rules(it.app, files)
	rules.Interaction = true
	d := form.ReadDraft(f, rules)
	if err := f.Form.Err(); err != nil {
		return nil, err
	}
	d.Apply(&m.Message)
	m.Flags |= d.Flags & (object.FlagEphemeral | object.FlagSuppressNotifications)
	if m.Empty() {
		return nil, form.ErrEmptyMessage
	}
	it.hush(m)
	it.channel.mention(&m.Message, it.app.User, d.Allowed)
	it.channel.post(m)
	return m, nil
}

// think posts the "is thinking…" message of a deferred answer. It uses only the ephemeral flag; Components V2 has to be
// set by the later edit.
func (it *interaction) think(flags int) {
	m := it.message()
	m.Flags = object.FlagLoading | flags&object.FlagEphemeral
	it.hush(m)
	it.channel.post(m)
	it.original = m
}

// hush lets only the interaction's user see an ephemeral message. A message becomes ephemeral if only the user's own
// installation allows the interaction, in a channel where the user may not use external apps.
func (it *interaction) hush(m *sentMessage) {
	c := it.channel
	if !it.byGuild() && c.Guild != nil && !c.can(it.user, object.PermissionUseExternalApps) {
		m.Flags |= object.FlagEphemeral
	}
	if m.Ephemeral() {
		m.only = it.user
	}
}

// maxUserInstallFollowUps is the most follow-ups that a bot may send if only the user has installed it.
const maxUserInstallFollowUps = 5

// webhook returns the interaction of a webhook's token, which works from the initial response on for fifteen minutes.
func (d *desk) webhook(app *Application, token string) (*interaction, error) {
	it := d.byToken[token]
	switch {
	case it == nil || it.app != app || time.Since(it.created) >= tokenLife:
		return nil, form.ErrWebhookToken
	case !it.acknowledged:
		return nil, form.ErrUnknownWebhook
	case it.channel.deleted:
		return nil, form.ErrUnknownChannel
	}
	return it, nil
}

// find returns a message that the interaction's webhook may see and change: "@original", or one that the token created.
func (it *interaction) find(id string) (*sentMessage, error) {
	if id == "@original" && it.original != nil {
		id = it.original.ID
	}
	m := it.channel.message(id)
	if m == nil || m.token != it.token && m != it.original {
		return nil, form.ErrUnknownMessage
	}
	return m, nil
}

// followUp sends a further message and returns it. While the deferred answer is still loading, it fills that message
// instead, which stays ephemeral or not as it was.
func (it *interaction) followUp(f form.Field, files []object.Attachment) (*sentMessage, error) {
	if o := it.original; o != nil && o.Loading() && it.channel.message(o.ID) != nil {
		return o, o.editFrom(f, files, true)
	}
	userInstallOnly := !it.byGuild() && (it.channel.Guild == nil || !it.channel.Guild.has(it.app))
	if userInstallOnly && it.followUps >= maxUserInstallFollowUps {
		return nil, form.Refuse(http.StatusBadRequest, 40094,
			"The application is not installed in this context and has sent too many follow-up messages")
	}
	m := it.message()
	if it.original != nil {
		m.replyTo(it.original)
		m.Interaction.OriginalResponseMessageID = it.original.ID
	}
	m, err := it.post(m, f, files)
	if err == nil {
		it.followUps++
	}
	return m, err
}

type callbackObject struct {
	Interaction struct {
		ID        Snowflake `json:"id"`
		Type      int       `json:"type"`
		MessageID Snowflake `json:"response_message_id,omitempty"`
		Loading   *bool     `json:"response_message_loading,omitempty"`
		Ephemeral *bool     `json:"response_message_ephemeral,omitempty"`
	} `json:"interaction"`
	Resource *callbackResource `json:"resource,omitempty"`
}

type callbackResource struct {
	Type    int      `json:"type"`
	Message *Message `json:"message"`
}

func (it *interaction) callbackObject() callbackObject {
	var o callbackObject
	o.Interaction.ID, o.Interaction.Type = it.id, it.kind
	if m := it.original; m != nil {
		o.Interaction.MessageID, o.Interaction.Loading, o.Interaction.Ephemeral = m.ID, new(m.Loading()), new(m.Ephemeral())
	}
	if it.answer.Type == callbackMessage || it.answer.Type == callbackUpdate {
		o.Resource = &callbackResource{Type: it.answer.Type, Message: it.answer.Message}
	}
	return o
}
