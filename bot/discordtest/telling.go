package discordtest

// This file has what tells bots of things that have happened. It is made with
// s.mu held and called without it.

// telling returns what tells the bots that are in the guild then of an event.
func (g *Guild) telling(event string, data any) func() {
	s := g.server
	if !s.gateway.anybodyHears(event, true) {
		return func() {}
	}
	return func() {
		for _, a := range s.botsOf(g) {
			s.dispatch(a, g.ID, event, data)
		}
	}
}

// botsOf returns the applications whose bots are in a guild.
func (s *Server) botsOf(g *Guild) []*Application {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Application
	for _, a := range s.applications {
		if g.has(a) {
			out = append(out, a)
		}
	}
	return out
}

// tellingReaders returns what tells the bots that see the channel now of an
// event: of its end. Callers hold s.mu.
func (c *Channel) tellingReaders(event string, data any) func() {
	s := c.server
	readers := s.readersOf(c)
	return func() {
		for _, a := range readers {
			s.dispatch(a, c.guildID(), event, data)
		}
	}
}

// telling returns what tells the bots that see the channel then of an event.
func (c *Channel) telling(event string, data any) func() {
	s := c.server
	if !s.gateway.anybodyHears(event, c.Guild != nil) {
		return func() {}
	}
	return func() {
		for _, a := range s.botsIn(c) {
			s.dispatch(a, c.guildID(), event, data)
		}
	}
}
