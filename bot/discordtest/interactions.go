package discordtest

import (
	"strconv"
	"time"
)

// Interaction types.
const (
	interactionPing         = 1
	interactionCommand      = 2
	interactionComponent    = 3
	interactionAutocomplete = 4
	interactionModal        = 5
)

// The life of an interaction.
const (
	responseTime = 3 * time.Second  // for the initial response
	tokenLife    = 15 * time.Minute // for edits and follow-ups
)

// An interaction is something a user did that a bot must answer. Its mutable
// part is guarded by Server.mu.
type interaction struct {
	id      Snowflake
	token   string
	kind    int
	app     *Application
	user    *User
	channel *Channel
	created time.Time
	owners  map[string]Snowflake
	source  *message       // the message of a component
	trigger *interaction   // of a submitted modal: what opened it
	command *Command       // of commands and autocompletions
	focused *CommandOption // the option of an autocompletion
	data    any            // the payload's data

	acknowledged bool
	expired      bool          // nobody answered in time
	refused      error         // the last answer that was refused
	answer       *Answer       // set before done is closed, until somebody has taken it
	done         chan struct{} // closed by the initial response
	original     *message      // what @original means
	followUps    int
}

// An interactionLog finds the interactions of the last fifteen minutes.
type interactionLog struct {
	byID    map[Snowflake]*interaction
	byToken map[string]*interaction
	oldest  []*interaction
	limit   int // how many are kept
}

// add enters an interaction and forgets those that nobody can use any more, and
// the oldest of too many.
func (l *interactionLog) add(it *interaction) {
	if l.byID == nil {
		l.byID, l.byToken = map[Snowflake]*interaction{}, map[string]*interaction{}
	}
	for len(l.oldest) > 0 && (len(l.oldest) >= l.limit || it.created.Sub(l.oldest[0].created) >= tokenLife) {
		delete(l.byID, l.oldest[0].id)
		delete(l.byToken, l.oldest[0].token)
		l.oldest[0] = nil
		l.oldest = l.oldest[1:]
	}
	l.byID[it.id], l.byToken[it.token] = it, it
	l.oldest = append(l.oldest, it)
}

// open enters a new interaction of the user's. Callers hold s.mu.
func (s *Server) open(it *interaction) {
	it.id, it.token = s.snowflake(), randomText(86)
	it.created, it.done = time.Now(), make(chan struct{})
	s.interactions.add(it)
}

// moveAhead gives an interaction an id of a time to come. Callers hold s.mu.
func (s *Server) moveAhead(it *interaction, by time.Duration) {
	n, _ := strconv.ParseUint(it.id, 10, 64) // it was made of one
	delete(s.interactions.byID, it.id)
	it.id = strconv.FormatUint(n+uint64(by.Milliseconds())<<22, 10)
	s.interactions.byID[it.id] = it
}

// late says whether the time for the initial response is over.
func (it *interaction) late() bool {
	return it.expired || time.Since(it.created) >= responseTime
}

// acknowledge notes the initial response. Callers hold s.mu.
func (it *interaction) acknowledge(a Answer) {
	a.interaction = it
	it.acknowledged, it.answer = true, &a
	close(it.done)
}

// metadata describes the interaction on messages that it caused.
func (it *interaction) metadata() *InteractionMetadata {
	m := &InteractionMetadata{ID: it.id, Type: it.kind, User: it.user.object(), AuthorizingOwners: it.owners}
	switch {
	case it.trigger != nil:
		m.Triggering = it.trigger.metadata()
	case it.source != nil:
		m.InteractedMessageID = it.source.ID
	}
	return m
}

// hushed returns FlagEphemeral when the user may not show others what an
// application of their own says, else 0. Callers hold s.mu.
func (it *interaction) hushed() int {
	c := it.channel
	if _, byGuild := it.owners["0"]; byGuild || c.Guild == nil || c.can(it.user, PermissionUseExternalApps) {
		return 0
	}
	return FlagEphemeral
}

// userInstallOnly says whether the bot answers only because the user installed
// it: in a server that it is not in, it may send no more than 5 follow-ups.
func (it *interaction) userInstallOnly() bool {
	_, byGuild := it.owners["0"]
	return !byGuild && (it.channel.Guild == nil || !it.channel.Guild.has(it.app))
}
