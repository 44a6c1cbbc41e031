package world

// This file has how bots are told of what has happened: once the world's lock is
// free.

// tell tells the bots that are in the guild then of an event. Callers hold the
// world's lock.
func (g *Guild) tell(event string, data any) {
	w := g.World
	if !w.Events.Heard(event, true) {
		return
	}
	w.Later(func() {
		for _, a := range w.botsOf(g) {
			w.Events.Dispatch(a, g.ID, event, data)
		}
	})
}

// tell tells the bots that see the channel then of an event. Callers hold the
// world's lock.
func (c *Channel) tell(event string, data any) {
	w := c.World
	if !w.Events.Heard(event, c.Guild != nil) {
		return
	}
	w.Later(func() {
		for _, a := range w.botsIn(c) {
			w.Events.Dispatch(a, c.GuildID(), event, data)
		}
	})
}

// tellReaders tells the bots that see the channel now of an event: of its end.
// Callers hold the world's lock.
func (c *Channel) tellReaders(event string, data any) {
	c.tellTo(c.World.readersOf(c), event, data)
}

// tellTo tells some bots of an event in the channel. Callers hold the world's lock.
func (c *Channel) tellTo(bots []*Application, event string, data any) {
	c.World.Later(func() {
		for _, a := range bots {
			c.World.Events.Dispatch(a, c.GuildID(), event, data)
		}
	})
}

// botsOf returns the applications whose bots are in a guild.
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

// botsIn returns the applications whose bots see a channel.
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

// applicationOf returns the application whose bot the user is, or nil.
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
