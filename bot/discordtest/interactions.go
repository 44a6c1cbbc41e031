package discordtest

import (
	"log/slog"
	"net/http"
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

// A desk takes interactions to applications and hands back their answers. The
// world's lock guards what it remembers: the interactions of the last fifteen
// minutes.
type desk struct {
	world     *world
	gateway   *gateway
	log       *slog.Logger
	observers []func(Delivery)
	outbox    outbox
	callback  func(*http.Request) (status int, answer []byte) // serves a callback as the REST API does

	byID    map[Snowflake]*interaction
	byToken map[string]*interaction
	oldest  []*interaction
	limit   int // how many are kept
}

// newDesk returns a desk without interactions.
func newDesk(w *world, g *gateway) *desk {
	return &desk{world: w, gateway: g, byID: map[Snowflake]*interaction{}, byToken: map[string]*interaction{}, limit: interactionLimit}
}

// add enters an interaction and forgets those that nobody can use any more, and
// the oldest of too many.
func (d *desk) add(it *interaction) {
	for len(d.oldest) > 0 && (len(d.oldest) >= d.limit || it.created.Sub(d.oldest[0].created) >= tokenLife) {
		delete(d.byID, d.oldest[0].id)
		delete(d.byToken, d.oldest[0].token)
		d.oldest[0] = nil
		d.oldest = d.oldest[1:]
	}
	d.byID[it.id], d.byToken[it.token] = it, it
	d.oldest = append(d.oldest, it)
}

// open enters a new interaction of the user's. Callers hold s.mu.
func (d *desk) open(it *interaction) {
	it.id, it.token = d.world.snowflake(), randomText(86)
	it.created, it.done = time.Now(), make(chan struct{})
	d.add(it)
}

// moveAhead gives an interaction an id of a time to come. Callers hold s.mu.
func (d *desk) moveAhead(it *interaction, by time.Duration) {
	n, _ := strconv.ParseUint(it.id, 10, 64) // it was made of one
	delete(d.byID, it.id)
	it.id = strconv.FormatUint(n+uint64(by.Milliseconds())<<22, 10)
	d.byID[it.id] = it
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
