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
	ResponseTime = 3 * time.Second  // for the initial response, unless Desk.SetResponseTime
	tokenLife    = 15 * time.Minute // for edits and follow-ups
)

// An Interaction is something a user did that a bot must answer. Its creator fills in the exported fields of
// its type, except ID and Token, which Desk.Open sets. The world's lock guards the others.
type Interaction struct {
	ID      object.Snowflake
	Token   string
	Type    int // such as TypeCommand
	App     *world.Application
	User    *world.User
	Channel *world.Channel
	Owners  map[string]object.Snowflake // the installations that authorize it: authorizing_integration_owners
	Source  *world.Message              // the message of a component
	Trigger *Interaction                // of a submitted modal: the interaction that opened it
	Command *object.Command             // of commands and autocompletions
	Focused *object.CommandOption       // the option of an autocompletion
	Data    any                         // the payload's data

	created      time.Time
	deadline     time.Time // for the initial response
	acknowledged bool
	expired      bool           // nobody answered in time
	refused      error          // the last answer that was refused
	answer       *Answer        // set before done is closed, until the reader takes it
	done         chan struct{}  // closed by the initial response
	original     *world.Message // what @original means
	followUps    int
}

// late reports whether the time for the initial response is over. Callers hold the world's lock.
func (it *Interaction) late() bool {
	return it.expired || !time.Now().Before(it.deadline)
}

// acknowledge records the initial response. Callers hold the world's lock.
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

// byGuild reports whether the application's installation in the guild, or its direct messages, authorizes the
// interaction.
func (it *Interaction) byGuild() bool {
	_, ok := it.Owners["0"]
	return ok
}

// userInstallOnly reports whether only the user's installation lets the bot answer: in a guild that it is not
// in, it may send at most 5 follow-ups. Callers hold the world's lock.
func (it *Interaction) userInstallOnly() bool {
	return !it.byGuild() && (it.Channel.Guild == nil || !it.Channel.Guild.Has(it.App))
}
