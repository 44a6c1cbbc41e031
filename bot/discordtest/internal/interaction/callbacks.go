package interaction

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Callback types.
const (
	callbackPong            = 1 // answers a PING, which has no callback
	callbackMessage         = 4
	CallbackDeferredMessage = 5
	CallbackDeferredUpdate  = 6
	callbackUpdate          = 7
	callbackChoices         = 8
	callbackModal           = 9
)

// callbackTypes returns the callback types that may answer the interaction.
// Updates need a message to update: that of the component, also when a modal
// lies between.
func (it *Interaction) callbackTypes() []int {
	updates := []int{CallbackDeferredUpdate, callbackUpdate}
	switch {
	case it.Kind == InteractionAutocomplete:
		return []int{callbackChoices}
	case it.Kind == InteractionCommand:
		return []int{callbackMessage, CallbackDeferredMessage, callbackModal}
	case it.Kind == InteractionComponent:
		return append([]int{callbackMessage, CallbackDeferredMessage, callbackModal}, updates...)
	case it.Source != nil:
		return append([]int{callbackMessage, CallbackDeferredMessage}, updates...)
	default:
		return []int{callbackMessage, CallbackDeferredMessage}
	}
}

// Respond does what a callback says. Callers hold the world's lock.
func (d *Desk) Respond(it *Interaction, f form.Field, files []object.Attachment) (Answer, error) {
	f.Get("type").Required()
	kind := f.Get("type").OneOf(it.callbackTypes()...)
	if err := f.Form.Err(); err != nil {
		return Answer{}, err
	}
	a := Answer{Type: kind}
	var err error
	switch data := f.Get("data"); kind {
	case callbackMessage:
		err = it.respondMessage(data, files)
	case CallbackDeferredMessage:
		it.think(int(data.Get("flags").Integer(0, 1<<31-1)))
	case CallbackDeferredUpdate:
		it.Original = it.Source
	case callbackUpdate:
		err = it.respondUpdate(data, files)
	case callbackChoices:
		a.Choices = validate.ReadChoices(data, it.Focused.Type)
	case callbackModal:
		a.Modal = validate.ReadModal(data, it.App.Emojis)
	}
	if formErr := f.Form.Err(); formErr != nil {
		return a, formErr
	}
	if it.Original != nil && kind != CallbackDeferredUpdate {
		m := it.Original.Message
		a.Message = &m
	}
	return a, err
}

// respondMessage answers with a new message. Callers hold the world's lock.
func (it *Interaction) respondMessage(data form.Field, files []object.Attachment) error {
	d := validate.ReadDraft(data, validate.DraftRules{Emojis: it.App.Emojis, Files: files, Interaction: true})
	if err := data.Form.Err(); err != nil {
		return err
	}
	m := it.Message()
	if err := it.Post(m, d); err != nil {
		return err
	}
	it.Original = m
	return nil
}

// Post fills and posts an interaction's message. Callers hold the world's lock.
func (it *Interaction) Post(m *world.Message, d validate.Draft) error {
	d.Apply(&m.Message)
	m.Flags |= d.Flags&(object.FlagEphemeral|object.FlagSuppressNotifications) | it.hushed()
	if m.Empty() {
		return form.ErrEmptyMessage()
	}
	if m.Ephemeral() {
		m.Only = it.User
	}
	it.Channel.Mention(&m.Message, it.App.User, d.Allowed)
	it.Channel.Post(m)
	return nil
}

// Message returns an empty message that answers the interaction.
func (it *Interaction) Message() *world.Message {
	m := world.NewMessage(it.App)
	m.WebhookID, m.Token, m.Interaction = it.App.ID, it.Token, it.metadata()
	switch {
	case it.Source != nil:
		m.ReplyTo(it.Source)
	case it.Command != nil:
		answerCommand(m, it)
	}
	return m
}

// answerCommand makes a message the answer to a command.
func answerCommand(m *world.Message, it *Interaction) {
	m.Type = object.MessageContextMenu
	if it.Command.Type == object.CommandChatInput {
		m.Type = object.MessageChatInput
	}
	m.Command = &object.MessageInteraction{ID: it.ID, Type: it.Kind, Name: it.Command.Name, User: it.User.Object()}
}

// think posts the "is thinking…" of a deferred answer. Only the ephemeral flag
// counts there; Components V2 must be set by the edit. Callers hold the world's lock.
func (it *Interaction) think(flags int) {
	m := it.Message()
	m.Flags = object.FlagLoading | flags&object.FlagEphemeral | it.hushed()
	if m.Ephemeral() {
		m.Only = it.User
	}
	it.Channel.Post(m)
	it.Original = m
}

// respondUpdate edits the component's message. Callers hold the world's lock.
func (it *Interaction) respondUpdate(data form.Field, files []object.Attachment) error {
	if it.Channel.Message(it.Source.ID) == nil {
		return form.ErrUnknownMessage()
	}
	if err := it.Source.EditFrom(data, files, true); err != nil {
		return err
	}
	it.Original = it.Source
	return nil
}

// A CallbackObject is the answer to a callback with_response.
type CallbackObject struct {
	Interaction struct {
		ID        object.Snowflake `json:"id"`
		Type      int              `json:"type"`
		MessageID object.Snowflake `json:"response_message_id,omitempty"`
		Loading   *bool            `json:"response_message_loading,omitempty"`
		Ephemeral *bool            `json:"response_message_ephemeral,omitempty"`
	} `json:"interaction"`
	Resource *callbackResource `json:"resource,omitempty"`
}

type callbackResource struct {
	Type    int             `json:"type"`
	Message *object.Message `json:"message"`
}

// CallbackObject describes the initial response. Callers hold the world's lock.
func (it *Interaction) CallbackObject() CallbackObject {
	var o CallbackObject
	o.Interaction.ID, o.Interaction.Type = it.ID, it.Kind
	if m := it.Original; m != nil {
		loading, ephemeral := m.Loading(), m.Ephemeral()
		o.Interaction.MessageID, o.Interaction.Loading, o.Interaction.Ephemeral = m.ID, &loading, &ephemeral
	}
	if it.answer.Type == callbackMessage || it.answer.Type == callbackUpdate {
		o.Resource = &callbackResource{Type: it.answer.Type, Message: it.answer.Message}
	}
	return o
}
