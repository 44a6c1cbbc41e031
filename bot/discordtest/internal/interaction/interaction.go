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

// The life of an interaction.
const (
	ResponseTime = 3 * time.Second  // for the initial response
	tokenLife    = 15 * time.Minute // for edits and follow-ups
)

// An Interaction is something a user did that a bot must answer. Its maker fills in the exported
// fields that its type has, except ID and Token, which Desk.Open sets. The others are guarded by
// the world's lock.
type Interaction struct {
	ID      object.Snowflake
	Token   string
	Type    int // such as TypeCommand
	App     *world.Application
	User    *world.User
	Channel *world.Channel
	Owners  map[string]object.Snowflake // the installations that it goes by, as authorizing_integration_owners
	Source  *world.Message              // the message of a component
	Trigger *Interaction                // of a submitted modal: what opened it
	Command *object.Command             // of commands and autocompletions
	Focused *object.CommandOption       // the option of an autocompletion
	Data    any                         // the payload's data

	created      time.Time
	acknowledged bool
	expired      bool           // nobody answered in time
	refused      error          // the last answer that was refused
	answer       *Answer        // set before done is closed, until somebody has taken it
	done         chan struct{}  // closed by the initial response
	original     *world.Message // what @original means
	followUps    int
}

// late says whether the time for the initial response is over. Callers hold the
// world's lock.
func (it *Interaction) late() bool {
	return it.expired || time.Since(it.created) >= ResponseTime
}

// acknowledge notes the initial response. Callers hold the world's lock.
func (it *Interaction) acknowledge(a Answer) {
	a.Interaction = it
	it.acknowledged, it.answer = true, &a
	close(it.done)
}

// metadata describes the interaction on messages that it caused.
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

// byGuild says whether the interaction goes by the application's installation in
// the guild, or in its direct messages.
func (it *Interaction) byGuild() bool {
	_, ok := it.Owners["0"]
	return ok
}

// userInstallOnly says whether the bot answers only because the user installed
// it: in a guild that it is not in, it may send no more than 5 follow-ups. Callers
// hold the world's lock.
func (it *Interaction) userInstallOnly() bool {
	return !it.byGuild() && (it.Channel.Guild == nil || !it.Channel.Guild.Has(it.App))
}
