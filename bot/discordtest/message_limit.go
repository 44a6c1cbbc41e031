package discordtest

// This file keeps a server that runs for days from growing: what nobody asks for
// any more is forgotten, the oldest first.

const (
	// messageLimit is how many messages a channel keeps without WithMessageLimit.
	messageLimit = 10_000
	// interactionLimit is how many interactions are kept of those whose tokens are
	// still valid: more than come in fifteen minutes at a thousand a second.
	interactionLimit = 1_000_000
)

// WithMessageLimit sets how many messages each channel keeps, ephemeral ones
// included: 10,000 unless given, and at least 1. A new one more takes the place
// of the oldest, pinned or not, which is then as if it had been deleted, but
// nobody is told. Discord keeps all.
func WithMessageLimit(n int) Option {
	return func(s *Server) { s.world.messageLimit = max(n, 1) }
}

// noteSent counts a new message and makes the channel keep to its limit. Callers
// hold s.mu.
func (c *Channel) noteSent(m *message) {
	if m.only == nil {
		id := m.ID
		c.lastPublic = &id
		c.public, c.everPublic = c.public+1, c.everPublic+1
	}
	c.forgetOldest()
}

// forgetOldest makes the channel keep to its limit. Callers hold s.mu.
func (c *Channel) forgetOldest() {
	for len(c.messages) > c.world.messageLimit {
		oldest := c.messages[0]
		c.messages[0] = nil
		c.messages = c.messages[1:]
		oldest.forget()
		if c.lastPublic != nil && *c.lastPublic == oldest.ID {
			c.lastPublic = nil // all that came later are for somebody alone
		}
	}
}

// forget lets go of what a message held that is no longer in its channel:
// interactions may still know it. Callers hold s.mu.
func (m *message) forget() {
	m.Components, m.Embeds, m.Attachments = nil, nil, nil
}
