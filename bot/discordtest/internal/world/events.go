package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// A Sink receives events for bots. The world calls Heard while it holds its lock, so Heard must not call the world. The
// world calls the other methods without holding its lock. They may call the world, but not while the sink holds a lock
// of its own.
type Sink interface {
	// Dispatch sends an event to the application's sessions whose shard owns the guild ("" outside
	// guilds) and whose intents include the event.
	Dispatch(a *Application, guild object.Snowflake, event string, data any)
	// DispatchUnheard sends an event about the bot itself to the sessions whose intents do not include the event.
	DispatchUnheard(a *Application, guild object.Snowflake, event string, data any)
	// DispatchTo sends an event to the application's sessions whose shard owns the guild and for whose Listener the
	// function `to` returns true.
	DispatchTo(a *Application, guild object.Snowflake, event string, data any, to func(Listener) bool)
	// Listeners returns the Listeners of the application's sessions.
	Listeners(a *Application) []Listener
	// Heard reports whether any session has an intent that includes the event.
	Heard(event string, inGuild bool) bool
}

// A Listener has the settings of a session that decide which events it gets and how much data they have.
type Listener struct {
	Intents   object.Intents
	Threshold int // large_threshold: a guild with more members counts as large
}

// Hears reports whether the session's intents include an event.
func (l Listener) Hears(event string, inGuild bool) bool {
	return object.Receives(l.Intents, event, inGuild)
}

// tell dispatches an event to the bots in the guild. Callers hold the world's lock.
func (g *Guild) tell(event string, data any) {
	w := g.World
	if !w.Events.Heard(event, true) {
		return
	}
	w.later(func() {
		for _, a := range w.botsOf(g) {
			w.Events.Dispatch(a, g.ID, event, data)
		}
	})
}

// tell dispatches an event to the bots that can see the channel when the event is dispatched.
// Callers hold the world's lock.
func (c *Channel) tell(event string, data any) {
	w := c.World
	if !w.Events.Heard(event, c.Guild != nil) {
		return
	}
	w.later(func() {
		for _, a := range w.botsIn(c) {
			w.Events.Dispatch(a, c.GuildID(), event, data)
		}
	})
}

// tellReaders dispatches an event to the bots that can see the channel now. It is for a channel
// that is about to be deleted. Callers hold the world's lock.
func (c *Channel) tellReaders(event string, data any) {
	c.tellTo(c.World.readersOf(c), event, data)
}

// tellManagers dispatches an event to the bots that can manage the channel now. Callers hold the world's lock.
func (c *Channel) tellManagers(event string, data any) {
	managers := slices.DeleteFunc(c.World.readersOf(c), func(a *Application) bool { return !c.Can(a.User, object.PermissionManageChannels) })
	c.tellTo(managers, event, data)
}

// tellTo dispatches an event about the channel to the given bots. Callers hold the world's lock.
func (c *Channel) tellTo(bots []*Application, event string, data any) {
	c.World.later(func() {
		for _, a := range bots {
			c.World.Events.Dispatch(a, c.GuildID(), event, data)
		}
	})
}

// botsOf returns the applications whose bots are in a guild. It takes the world's lock.
func (w *World) botsOf(g *Guild) []*Application {
	w.Lock()
	defer w.Unlock()
	var out []*Application
	for _, a := range w.Applications {
		if g.Has(a) {
			out = append(out, a)
		}
	}
	return out
}

// botsIn returns the applications whose bots can see a channel. It takes the world's lock.
func (w *World) botsIn(c *Channel) []*Application {
	w.Lock()
	defer w.Unlock()
	return w.readersOf(c)
}

// readersOf returns the applications whose bots can see a channel. Callers hold the world's lock.
func (w *World) readersOf(c *Channel) []*Application {
	var out []*Application
	for _, a := range w.Applications {
		if c.Reads(a.User) {
			out = append(out, a)
		}
	}
	return out
}

// applicationOf returns the application that the bot user belongs to, or nil for a person. It takes the world's lock.
func (w *World) applicationOf(u *User) *Application {
	w.Lock()
	defer w.Unlock()
	return w.botOf(u)
}

// botOf returns the application that the bot user belongs to, or nil for a person. Callers hold the world's lock.
func (w *World) botOf(u *User) *Application {
	for _, a := range w.Applications {
		if a.User == u {
			return a
		}
	}
	return nil
}
