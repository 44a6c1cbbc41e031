package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// A Sink receives events for bots. Only Heard is called with the world's lock held, so a sink must not call the
// world while it holds a lock of its own.
type Sink interface {
	// Dispatch sends an event to the application's sessions that have the guild
	// ("" outside guilds) and whose intents include it.
	Dispatch(a *Application, guild object.Snowflake, event string, data any)
	// DispatchUnheard sends it to the sessions whose intents do not include it: events about the bot itself.
	DispatchUnheard(a *Application, guild object.Snowflake, event string, data any)
	// DispatchTo sends it to the sessions with this Listener.
	DispatchTo(a *Application, guild object.Snowflake, event string, data any, to func(Listener) bool)
	// Listeners returns the different Listeners of the application's sessions.
	Listeners(a *Application) []Listener
	// Heard reports whether some session has the intent of an event.
	Heard(event string, inGuild bool) bool
}

// A Listener is what decides which events a session gets, and how much of them.
type Listener struct {
	Intents   object.Intents
	Threshold int // large_threshold: the most members that a guild lists at once
}

// Hears reports whether the session is sent an event.
func (l Listener) Hears(event string, inGuild bool) bool {
	return object.Receives(l.Intents, event, inGuild)
}

// tell sends an event to the bots in the guild. Callers hold the world's lock.
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

// tell dispatches an event to the bots that see the channel at the time of the dispatch. Callers
// hold the world's lock.
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

// tellReaders dispatches an event to the bots that see the channel now, before it is deleted.
// Callers hold the world's lock.
func (c *Channel) tellReaders(event string, data any) {
	c.tellTo(c.World.readersOf(c), event, data)
}

// tellManagers dispatches an event to the bots that may manage the channel now. Callers hold the
// world's lock.
func (c *Channel) tellManagers(event string, data any) {
	managers := slices.DeleteFunc(c.World.readersOf(c), func(a *Application) bool { return !c.Can(a.User, object.PermissionManageChannels) })
	c.tellTo(managers, event, data)
}

// tellTo dispatches an event in the channel to some bots. Callers hold the world's lock.
func (c *Channel) tellTo(bots []*Application, event string, data any) {
	c.World.later(func() {
		for _, a := range bots {
			c.World.Events.Dispatch(a, c.GuildID(), event, data)
		}
	})
}

// botsOf returns the applications whose bots are in a guild. It takes the world's
// lock.
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

// botsIn returns the applications whose bots see a channel. It takes the world's
// lock.
func (w *World) botsIn(c *Channel) []*Application {
	w.Lock()
	defer w.Unlock()
	return w.readersOf(c)
}

// readersOf returns the applications whose bots see a channel. Callers hold the
// world's lock.
func (w *World) readersOf(c *Channel) []*Application {
	var out []*Application
	for _, a := range w.Applications {
		if c.Reads(a.User) {
			out = append(out, a)
		}
	}
	return out
}

// applicationOf returns the application whose bot the user is, or nil. It takes
// the world's lock.
func (w *World) applicationOf(u *User) *Application {
	w.Lock()
	defer w.Unlock()
	return w.botOf(u)
}

// botOf returns the application whose bot the user is, or nil. Callers hold the
// world's lock.
func (w *World) botOf(u *User) *Application {
	for _, a := range w.Applications {
		if a.User == u {
			return a
		}
	}
	return nil
}
