package discordtest

// This file has what tells bots of things that have happened. It is made with
// w.mu held and called without it.

// telling returns what tells the bots that are in the guild then of an event.
func (g *Guild) telling(event string, data any) func() {
	w := g.world
	if !w.events.anybodyHears(event, true) {
		return func() {}
	}
	return func() {
		for _, a := range w.botsOf(g) {
			w.events.dispatch(a, g.ID, event, data)
		}
	}
}

// botsOf returns the applications whose bots are in a guild.
func (w *world) botsOf(g *Guild) []*Application {
	w.Lock()
	defer w.Unlock()
	var out []*Application
	for _, a := range w.applications {
		if g.has(a) {
			out = append(out, a)
		}
	}
	return out
}

// tellingReaders returns what tells the bots that see the channel now of an
// event: of its end. Callers hold w.mu.
func (c *Channel) tellingReaders(event string, data any) func() {
	w := c.world
	readers := w.readersOf(c)
	return func() {
		for _, a := range readers {
			w.events.dispatch(a, c.guildID(), event, data)
		}
	}
}

// telling returns what tells the bots that see the channel then of an event.
func (c *Channel) telling(event string, data any) func() {
	w := c.world
	if !w.events.anybodyHears(event, c.Guild != nil) {
		return func() {}
	}
	return func() {
		for _, a := range w.botsIn(c) {
			w.events.dispatch(a, c.guildID(), event, data)
		}
	}
}
