package interaction

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// post fills and posts an interaction's message. Callers hold the world's lock.
func (it *Interaction) post(m *world.Message, d validate.Draft) error {
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

// message returns an empty message that answers the interaction.
func (it *Interaction) message() *world.Message {
	m := world.NewMessage(it.App)
	m.WebhookID, m.Token, m.Interaction = it.App.ID, it.Token, it.metadata()
	switch {
	case it.Source != nil:
		m.ReplyTo(it.Source, it.Channel)
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
	m.Command = &object.MessageInteraction{ID: it.ID, Type: it.Type, Name: it.Command.Name, User: it.User.Object()}
}
