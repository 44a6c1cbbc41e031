package interaction

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/object"
)

// The types of callbacks, as Discord numbers them.
const (
	CallbackPong            = 1 // the answer to a PING, in the HTTP response only
	CallbackMessage         = 4
	CallbackDeferredMessage = 5
	CallbackDeferredUpdate  = 6
	CallbackUpdate          = 7
	CallbackChoices         = 8
	CallbackModal           = 9
)

// Respond handles a callback, which is the initial response to an interaction, and returns the interaction with this
// `id` and `token`. Its errors are the refusals that Discord would send. Callers hold the world's lock.
func (d *Desk) Respond(id object.Snowflake, token string, f form.Field, files []object.Attachment) (*Interaction, error) {
	it := d.byID[id]
	switch {
	case it == nil || it.Token != token:
		return nil, form.ErrUnknownInteraction()
	case it.acknowledged:
		return nil, form.Refuse(http.StatusBadRequest, form.CodeAcknowledged, "Interaction has already been acknowledged.")
	case it.late():
		return nil, form.ErrUnknownInteraction()
	}
	answer, err := it.respond(f, files)
	if err != nil {
		it.refused = err
		return nil, err
	}
	it.acknowledge(answer)
	return it, nil
}

// respond carries out a callback. Callers hold the world's lock.
func (it *Interaction) respond(f form.Field, files []object.Attachment) (Answer, error) {
	f.Get("type").Required()
	kind := f.Get("type").OneOf(it.callbackTypes()...)
	if err := f.Form.Err(); err != nil {
		return Answer{}, err
	}
	a := Answer{Type: kind}
	var err error
	switch data := f.Get("data"); kind {
	case CallbackMessage:
		err = it.respondMessage(data, files)
	case CallbackDeferredMessage:
		it.think(int(data.Get("flags").Integer(0, 1<<31-1)))
	case CallbackDeferredUpdate:
		it.original = it.Source
	case CallbackUpdate:
		err = it.respondUpdate(data, files)
	case CallbackChoices:
		a.Choices = validate.ReadChoices(data, it.Focused.Type)
	case CallbackModal:
		a.Modal = validate.ReadModal(data, it.App.Emojis)
	}
	if formErr := f.Form.Err(); formErr != nil {
		return a, formErr
	}
	if it.original != nil && kind != CallbackDeferredUpdate {
		m := it.original.Linked()
		a.Message = &m
	}
	return a, err
}

// callbackTypes returns the callback types that may answer the interaction. An update is possible only if there is a
// message to update: that of the pressed component, or of the component whose press opened the submitted modal.
func (it *Interaction) callbackTypes() []int {
	updates := []int{CallbackDeferredUpdate, CallbackUpdate}
	switch {
	case it.Type == TypeAutocomplete:
		return []int{CallbackChoices}
	case it.Type == TypeCommand:
		return []int{CallbackMessage, CallbackDeferredMessage, CallbackModal}
	case it.Type == TypeComponent:
		return append([]int{CallbackMessage, CallbackDeferredMessage, CallbackModal}, updates...)
	case it.Source != nil:
		return append([]int{CallbackMessage, CallbackDeferredMessage}, updates...)
	default:
		return []int{CallbackMessage, CallbackDeferredMessage}
	}
}

// respondMessage answers with a new message. Callers hold the world's lock.
func (it *Interaction) respondMessage(data form.Field, files []object.Attachment) error {
	d := validate.ReadDraft(data, validate.DraftRules{Emojis: it.App.Emojis, Files: files, Place: it.Channel.Place, Interaction: true})
	if err := data.Form.Err(); err != nil {
		return err
	}
	m := it.message()
	if err := it.post(m, d); err != nil {
		return err
	}
	it.original = m
	return nil
}

// respondUpdate edits the message of the pressed component. Callers hold the world's lock.
func (it *Interaction) respondUpdate(data form.Field, files []object.Attachment) error {
	if it.Channel.Message(it.Source.ID) == nil {
		return form.ErrUnknownMessage()
	}
	if err := it.Source.EditFrom(data, files, true); err != nil {
		return err
	}
	it.original = it.Source
	return nil
}

// A CallbackObject is the answer to a callback that sets with_response.
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

// A callbackResource describes the message that a callback created or changed.
type callbackResource struct {
	Type    int             `json:"type"`
	Message *object.Message `json:"message"`
}

// CallbackObject describes the initial response. Callers hold the world's lock.
func (it *Interaction) CallbackObject() CallbackObject {
	var o CallbackObject
	o.Interaction.ID, o.Interaction.Type = it.ID, it.Type
	if m := it.original; m != nil {
		loading, ephemeral := m.Loading(), m.Ephemeral()
		o.Interaction.MessageID, o.Interaction.Loading, o.Interaction.Ephemeral = m.ID, &loading, &ephemeral
	}
	if it.answer.Type == CallbackMessage || it.answer.Type == CallbackUpdate {
		o.Resource = &callbackResource{Type: it.answer.Type, Message: it.answer.Message}
	}
	return o
}
