package interaction

import (
	"time"

	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// The types of interactions, as Discord numbers them.
const (
	TypePing         = 1
	TypeCommand      = 2
	TypeComponent    = 3
	TypeAutocomplete = 4
	TypeModal        = 5
)

// The time limits of an interaction.
const (
	ResponseTime = 3 * time.Second  // the timeout of the initial response, unless SetResponseTime changes it
	tokenLife    = 15 * time.Minute // how long the token allows edits and follow-ups
)

// An Interaction is a user's action that a bot must answer. Its creator sets the exported fields that its type needs,
// except ID and Token, which Desk.Open sets. The world's lock guards the unexported fields.
type Interaction struct {
	ID      object.Snowflake
	Token   string
	Type    int // such as TypeCommand
	App     *world.Application
	User    *world.User
	Channel *world.Channel
	Owners  map[string]object.Snowflake // the application's installations that allow the interaction: authorizing_integration_owners
	Source  *world.Message              // the message of the pressed component, also for the modal that the press opened
	Trigger *Interaction                // for a submitted modal: the interaction that opened it
	Command *object.Command             // the command that is used or completed
	Focused *object.CommandOption       // for an autocompletion: the option that is completed
	Data    any                         // the data field of the payload

	created      time.Time
	deadline     time.Time // the deadline of the initial response
	acknowledged bool
	expired      bool           // the bot did not respond in time
	refused      error          // why an answer was refused; nil if none was
	answer       *Answer        // set before done is closed; cleared when it has been read
	done         chan struct{}  // closed by the initial response
	original     *world.Message // the message of the initial response; requests call it @original
	followUps    int
}

// late reports whether the interaction can no longer get an initial response. Callers hold the world's lock.
func (it *Interaction) late() bool {
	return it.expired || !time.Now().Before(it.deadline)
}

// acknowledge records the initial response. Callers hold the world's lock.
func (it *Interaction) acknowledge(a Answer) {
	a.Interaction = it
	it.acknowledged, it.answer = true, &a
	close(it.done)
}

// metadata describes the interaction for the messages that answer it.
func (it *Interaction) metadata() *object.InteractionMetadata {
	m := &object.InteractionMetadata{ID: it.ID, Type: it.Type, User: it.User.Object(), AuthorizingOwners: it.Owners}
	switch {
	case it.Trigger != nil:
		m.Triggering = it.Trigger.metadata()
	case it.Source != nil:
		m.InteractedMessageID = it.Source.ID
	}
	return m
}

// byGuild reports whether the application's installation in the guild, or a direct message with its
// bot, authorizes the interaction.
func (it *Interaction) byGuild() bool {
	_, ok := it.Owners["0"]
	return ok
}

// userInstallOnly reports whether only the user's own installation authorizes the interaction and the bot is not in the
// guild. The bot may then send at most 5 follow-ups. Callers hold the world's lock.
func (it *Interaction) userInstallOnly() bool {
	return !it.byGuild() && (it.Channel.Guild == nil || !it.Channel.Guild.Has(it.App))
}
