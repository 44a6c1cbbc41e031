package world

// This file has what tells bots of things that have happened. It is made with
// the world's lock held and called without it.

// Telling returns what tells the bots that are in the guild then of an event.
func (g *Guild) Telling(event string, data any) func() {
	w := g.World
	if !w.Events.Heard(event, true) {
		return func() {}
	}
	return func() {
		for _, a := range w.botsOf(g) {
			w.Events.Dispatch(a, g.ID, event, data)
		}
	}
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

// tellingReaders returns what tells the bots that see the channel now of an
// event: of its end. Callers hold the world's lock.
func (c *Channel) tellingReaders(event string, data any) func() {
	w := c.World
	readers := w.readersOf(c)
	return func() {
		for _, a := range readers {
			w.Events.Dispatch(a, c.GuildID(), event, data)
		}
	}
}

// Telling returns what tells the bots that see the channel then of an event.
func (c *Channel) Telling(event string, data any) func() {
	w := c.World
	if !w.Events.Heard(event, c.Guild != nil) {
		return func() {}
	}
	return func() {
		for _, a := range w.botsIn(c) {
			w.Events.Dispatch(a, c.GuildID(), event, data)
		}
	}
}
