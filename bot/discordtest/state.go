package discordtest

import (
	"strconv"
	"sync"
	"time"
)

// A world is all that a Discord remembers but for connections and interactions:
// who and what there is, and what was written. One lock guards it and the
// unexported fields of applications, guilds, channels, users and messages.
// The gateway has a lock of its own and does not hold it when it asks the world
// something; nothing is dispatched while the world's is held.
type world struct {
	locale  string  // see WithLocale
	reading *Reader // see WithReader, nil without
	events  eventSink
	hub     *Server

	mu           sync.Mutex
	after        []func()
	lastID       uint64
	applications []*Application
	tokens       map[string]*Application
	guilds       map[Snowflake]*Guild
	channels     map[Snowflake]*Channel
	direct       map[[2]Snowflake]*Channel // direct messages, by both users, the older first
	users        map[Snowflake]*User
	webhooks     map[Snowflake]*incomingWebhook
	invites      []*invite  // oldest first
	files        []keptFile // oldest first
	fileBytes    int
	messageLimit int // of each channel: see WithMessageLimit
}

// An eventSink takes what happens to those bots that listen. It is asked for nothing
// while it keeps the world from going on.
type eventSink interface {
	// dispatch sends an event to the application's sessions that have the guild
	// ("" outside guilds) and whose intents include it.
	dispatch(a *Application, guild Snowflake, event string, data any)
	// dispatchUnheard sends it to those whose intents do not include it: what is
	// told a bot of itself.
	dispatchUnheard(a *Application, guild Snowflake, event string, data any)
	// dispatchTo sends it to those that listen in such a way.
	dispatchTo(a *Application, guild Snowflake, event string, data any, to func(listener) bool)
	// listeners returns how the application's sessions listen.
	listeners(a *Application) []listener
	// anybodyHears says whether some session has the intent of an event.
	anybodyHears(event string, inGuild bool) bool
}

// A listener is how a session of the gateway listens.
type listener struct {
	intents   Intents
	threshold int // large_threshold: how many members a guild may have of which it is told all
}

// hears says whether the session is sent an event.
func (l listener) hears(event string, inGuild bool) bool { return receives(l.intents, event, inGuild) }

// newWorld returns a world with nothing in it.
func newWorld() *world {
	return &world{
		locale:       "en-US",
		messageLimit: messageLimit,
		tokens:       map[string]*Application{},
		guilds:       map[Snowflake]*Guild{},
		channels:     map[Snowflake]*Channel{},
		direct:       map[[2]Snowflake]*Channel{},
		users:        map[Snowflake]*User{},
		webhooks:     map[Snowflake]*incomingWebhook{},
	}
}

// Lock takes the world's lock.
func (w *world) Lock() { w.mu.Lock() }

// Unlock lets go of the world's lock and then does what was to be done later.
func (w *world) Unlock() {
	after := w.after
	w.after = nil
	w.mu.Unlock()
	for _, do := range after {
		do()
	}
}

// later has something done as soon as the world's lock, which callers hold, is
// free.
func (w *world) later(do func()) { w.after = append(w.after, do) }

// epoch is the first millisecond that a snowflake can express: 2015-01-01.
const epoch = 1420070400000

// snowflake returns a new id, greater than all before it. Callers hold s.mu.
//
// The clock of a synctest bubble stands before the epoch; there the ids count
// from 1970 instead, so that they stay positive and grow with time.
func (w *world) snowflake() Snowflake {
	ms := time.Now().UnixMilli()
	if ms >= epoch {
		ms -= epoch
	}
	id := uint64(ms) << 22
	if id <= w.lastID {
		id = w.lastID + 1
	}
	w.lastID = id
	return strconv.FormatUint(id, 10)
}

// spacedSnowflake returns a new id with a millisecond of its own, so that
// things made at once still spread over shards. Callers hold s.mu.
func (w *world) spacedSnowflake() Snowflake {
	w.lastID = (w.lastID>>22 + 1) << 22
	return w.snowflake()
}
