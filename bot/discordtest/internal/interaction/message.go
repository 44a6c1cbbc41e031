package interaction

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// message returns an empty message that answers the interaction.
func (it *Interaction) message() *world.Message {
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
	m.Command = &object.MessageInteraction{ID: it.ID, Type: it.Type, Name: it.Command.Name, User: it.User.Object()}
}

// post fills and posts an interaction's message. Callers hold the world's lock.
func (it *Interaction) post(m *world.Message, d validate.Draft) error {
	d.Apply(&m.Message)
	m.Flags |= d.Flags & (object.FlagEphemeral | object.FlagSuppressNotifications)
	if m.Empty() {
		return form.ErrEmptyMessage()
	}
	it.hush(m)
	it.Channel.Mention(&m.Message, it.App.User, d.Allowed)
	it.Channel.Post(m)
	return nil
}

// think posts the "is thinking…" message of a deferred answer. Of `flags`, think uses only the ephemeral flag. If the
// answer uses Components V2, the later edit has to set that flag. Callers hold the world's lock.
func (it *Interaction) think(flags int) {
	m := it.message()
	m.Flags = object.FlagLoading | flags&object.FlagEphemeral
	it.hush(m)
	it.Channel.Post(m)
	it.original = m
}

// hush lets only the interaction's user see the message if it is ephemeral. It first makes the message ephemeral if
// only the user's own installation of the application allows the interaction, in a channel where the user may not use
// external apps. Callers hold the world's lock.
func (it *Interaction) hush(m *world.Message) {
	c := it.Channel
	if !it.byGuild() && c.Guild != nil && !c.Can(it.User, object.PermissionUseExternalApps) {
		m.Flags |= object.FlagEphemeral
	}
	if m.Ephemeral() {
		m.Only = it.User
	}
}
