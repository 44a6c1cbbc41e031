package discordtest

// This file has what tells bots of things that have happened. It is made with
// s.mu held and called without it.

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
