package discordtest

import (
	"net/http"
	"unicode/utf8"
)

// Callback types.
const (
	callbackPong            = 1 // answers a PING, which has no callback
	callbackMessage         = 4
	callbackDeferredMessage = 5
	callbackDeferredUpdate  = 6
	callbackUpdate          = 7
	callbackChoices         = 8
	callbackModal           = 9
)

// callbackTypes returns the callback types that may answer the interaction.
// Updates need a message to update: that of the component, also when a modal
// lies between.
func (it *interaction) callbackTypes() []int {
	updates := []int{callbackDeferredUpdate, callbackUpdate}
	switch {
	case it.kind == interactionAutocomplete:
		return []int{callbackChoices}
	case it.kind == interactionCommand:
		return []int{callbackMessage, callbackDeferredMessage, callbackModal}
	case it.kind == interactionComponent:
		return append([]int{callbackMessage, callbackDeferredMessage, callbackModal}, updates...)
	case it.source != nil:
		return append([]int{callbackMessage, callbackDeferredMessage}, updates...)
	default:
		return []int{callbackMessage, callbackDeferredMessage}
	}
}

// createCallback is the initial response to an interaction.
func createCallback(r *request) (reply, error) {
	withResponse, err := r.flag("with_response")
	if err != nil {
		return failed(err)
	}
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	it := r.api.desk.byID[r.PathValue("interaction")]
	switch {
	case it == nil || it.token != r.PathValue("token"):
		return failed(errUnknownInteraction())
	case it.acknowledged:
		return failed(refuse(http.StatusBadRequest, codeAcknowledged, "Interaction has already been acknowledged."))
	case it.late():
		return failed(errUnknownInteraction())
	}
	answer, err := r.api.desk.respond(it, f, r.files)
	if err != nil {
		it.refused = err
		return failed(err)
	}
	it.acknowledge(answer)
	if !withResponse {
		return noContent()
	}
	return ok(it.callbackObject())
}

// respond does what a callback says. Callers hold s.mu.
func (d *desk) respond(it *interaction, f field, files []attachment) (Answer, error) {
	f.get("type").required()
	kind := f.get("type").oneOf(it.callbackTypes()...)
	if err := f.form.err(); err != nil {
		return Answer{}, err
	}
	a := Answer{Type: kind}
	var err error
	switch data := f.get("data"); kind {
	case callbackMessage:
		err = it.respondMessage(data, files)
	case callbackDeferredMessage:
		it.think(int(data.get("flags").integer(0, 1<<31-1)))
	case callbackDeferredUpdate:
		it.original = it.source
	case callbackUpdate:
		err = it.respondUpdate(data, files)
	case callbackChoices:
		a.Choices = readChoices(data, it.focused.Type)
	case callbackModal:
		a.Modal = readModal(data, it.app.emojis)
	}
	if formErr := f.form.err(); formErr != nil {
		return a, formErr
	}
	if it.original != nil && kind != callbackDeferredUpdate {
		m := it.original.Message
		a.Message = &m
	}
	return a, err
}

// respondMessage answers with a new message. Callers hold s.mu.
func (it *interaction) respondMessage(data field, files []attachment) error {
	d := readDraft(data, draftRules{emojis: it.app.emojis, files: files, interaction: true})
	if err := data.form.err(); err != nil {
		return err
	}
	m := it.message()
	if err := it.post(m, d); err != nil {
		return err
	}
	it.original = m
	return nil
}

// post fills and posts an interaction's message. Callers hold s.mu.
func (it *interaction) post(m *message, d draft) error {
	d.apply(&m.Message)
	m.Flags |= d.flags&(FlagEphemeral|FlagSuppressNotifications) | it.hushed()
	if m.empty() {
		return errEmptyMessage()
	}
	if m.Ephemeral() {
		m.only = it.user
	}
	it.channel.mention(&m.Message, it.app.User, d.allowed)
	it.channel.post(m)
	return nil
}

// message returns an empty message that answers the interaction.
func (it *interaction) message() *message {
	m := newMessage(it.app)
	m.WebhookID, m.token, m.Interaction = it.app.ID, it.token, it.metadata()
	switch {
	case it.source != nil:
		m.replyTo(it.source, it.channel)
	case it.command != nil:
		m.answerCommand(it)
	}
	return m
}

// answerCommand makes a message the answer to a command.
func (m *message) answerCommand(it *interaction) {
	m.Type = messageContextMenu
	if it.command.Type == commandChatInput {
		m.Type = messageChatInput
	}
	m.Command = &MessageInteraction{ID: it.id, Type: it.kind, Name: it.command.Name, User: it.user.object()}
}

// replyTo makes a message a reply to another.
func (m *message) replyTo(other *message, c *Channel) {
	m.Type = messageReply
	m.Reference = &MessageReference{MessageID: other.ID, ChannelID: c.ID, GuildID: c.guildID()}
}

// think posts the "is thinking…" of a deferred answer. Only the ephemeral flag
// counts there; Components V2 must be set by the edit. Callers hold s.mu.
func (it *interaction) think(flags int) {
	m := it.message()
	m.Flags = FlagLoading | flags&FlagEphemeral | it.hushed()
	if m.Ephemeral() {
		m.only = it.user
	}
	it.channel.post(m)
	it.original = m
}

// respondUpdate edits the component's message. Callers hold s.mu.
func (it *interaction) respondUpdate(data field, files []attachment) error {
	if it.channel.message(it.source.ID) == nil {
		return errUnknownMessage()
	}
	if err := it.source.editFrom(data, files, true); err != nil {
		return err
	}
	it.original = it.source
	return nil
}

// readChoices reads the choices of an autocompletion.
func readChoices(data field, kind int) []Choice {
	out := []Choice{}
	if !data.required() || !data.object() || !data.get("choices").required() {
		return out
	}
	for _, c := range data.get("choices").list(0, 25) {
		out = append(out, readChoice(c, kind, field.words))
	}
	return out
}

// readChoice reads one choice of an option of a type, its name as name reads texts.
func readChoice(f field, kind int, name func(f field, lo, hi int) string) Choice {
	if !f.object() {
		f.required()
		return Choice{}
	}
	f.get("name").required()
	f.get("value").required()
	c := Choice{Name: name(f.get("name"), 1, 100)}
	c.NameLocalizations = dropDefaults(localizations(f.get("name_localizations"), 100, nil), c.Name)
	v := f.get("value")
	switch kind {
	case OptionInteger:
		c.Value = v.integer(-maxSafeInteger, maxSafeInteger)
	case OptionNumber:
		c.Value = v.number()
	default:
		text := v.text(0, 100)
		if !v.null() && utf8.RuneCountInString(text) == 0 {
			v.fail("BASE_TYPE_REQUIRED", "This field is required")
		}
		c.Value = text
	}
	return c
}

// maxSafeInteger is the largest whole number that an option can hold.
const maxSafeInteger = 1<<53 - 1

// A callbackObject is the answer to a callback with_response.
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

// callbackObject describes the initial response. Callers hold s.mu.
func (it *interaction) callbackObject() callbackObject {
	var o callbackObject
	o.Interaction.ID, o.Interaction.Type = it.id, it.kind
	if m := it.original; m != nil {
		loading, ephemeral := m.Loading(), m.Ephemeral()
		o.Interaction.MessageID, o.Interaction.Loading, o.Interaction.Ephemeral = m.ID, &loading, &ephemeral
	}
	if it.answer.Type == callbackMessage || it.answer.Type == callbackUpdate {
		o.Resource = &callbackResource{Type: it.answer.Type, Message: it.answer.Message}
	}
	return o
}
