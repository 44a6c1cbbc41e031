package interaction

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Interaction types.
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
	TokenLife    = 15 * time.Minute // for edits and follow-ups
)

// An Interaction is something a user did that a bot must answer. Its mutable
// part is guarded by Server.mu.
type Interaction struct {
	ID      object.Snowflake
	Token   string
	Type    int
	App     *world.Application
	User    *world.User
	Channel *world.Channel
	Created time.Time
	Owners  map[string]object.Snowflake
	Source  *world.Message        // the message of a component
	Trigger *Interaction          // of a submitted modal: what opened it
	Command *object.Command       // of commands and autocompletions
	Focused *object.CommandOption // the option of an autocompletion
	Data    any                   // the payload's data

	Acknowledged bool
	expired      bool           // nobody answered in time
	Refused      error          // the last answer that was refused
	answer       *Answer        // set before done is closed, until somebody has taken it
	done         chan struct{}  // closed by the initial response
	Original     *world.Message // what @original means
	FollowUps    int
}

// A Desk takes interactions to applications and hands back their answers. The
// world's lock guards what it remembers: the interactions of the last fifteen
// minutes.
type Desk struct {
	world     *world.World
	Gateway   *gateway.Gateway
	Log       *slog.Logger
	Observers []func(object.Delivery)
	Outbox    outbox
	Callback  func(*http.Request) (status int, answer []byte) // serves a callback as the REST API does

	ByID    map[object.Snowflake]*Interaction
	ByToken map[string]*Interaction
	oldest  []*Interaction
	limit   int // how many are kept
}

// New returns a desk without interactions.
func New(w *world.World, g *gateway.Gateway) *Desk {
	return &Desk{world: w, Gateway: g, ByID: map[object.Snowflake]*Interaction{}, ByToken: map[string]*Interaction{}, limit: world.InteractionLimit}
}

// add enters an interaction and forgets those that nobody can use any more, and
// the oldest of too many.
func (d *Desk) add(it *Interaction) {
	for len(d.oldest) > 0 && (len(d.oldest) >= d.limit || it.Created.Sub(d.oldest[0].Created) >= TokenLife) {
		delete(d.ByID, d.oldest[0].ID)
		delete(d.ByToken, d.oldest[0].Token)
		d.oldest[0] = nil
		d.oldest = d.oldest[1:]
	}
	d.ByID[it.ID], d.ByToken[it.Token] = it, it
	d.oldest = append(d.oldest, it)
}

// Open enters a new interaction of the user's. Callers hold the world's lock.
func (d *Desk) Open(it *Interaction) {
	it.ID, it.Token = d.world.Snowflake(), world.RandomText(86)
	it.Created, it.done = time.Now(), make(chan struct{})
	d.add(it)
}

// MoveAhead gives an interaction an id of a time to come. Callers hold the world's lock.
func (d *Desk) MoveAhead(it *Interaction, by time.Duration) {
	n, _ := strconv.ParseUint(it.ID, 10, 64) // it was made of one
	delete(d.ByID, it.ID)
	it.ID = strconv.FormatUint(n+uint64(by.Milliseconds())<<22, 10)
	d.ByID[it.ID] = it
}

// Late says whether the time for the initial response is over.
func (it *Interaction) Late() bool {
	return it.expired || time.Since(it.Created) >= ResponseTime
}

// Acknowledge notes the initial response. Callers hold the world's lock.
func (it *Interaction) Acknowledge(a Answer) {
	a.Interaction = it
	it.Acknowledged, it.answer = true, &a
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

// hushed returns FlagEphemeral when the user may not show others what an
// application of their own says, else 0. Callers hold the world's lock.
func (it *Interaction) hushed() int {
	c := it.Channel
	if _, byGuild := it.Owners["0"]; byGuild || c.Guild == nil || c.Can(it.User, object.PermissionUseExternalApps) {
		return 0
	}
	return object.FlagEphemeral
}

// UserInstallOnly says whether the bot answers only because the user installed
// it: in a server that it is not in, it may send no more than 5 follow-ups.
func (it *Interaction) UserInstallOnly() bool {
	_, byGuild := it.Owners["0"]
	return !byGuild && (it.Channel.Guild == nil || !it.Channel.Guild.Has(it.App))
}
