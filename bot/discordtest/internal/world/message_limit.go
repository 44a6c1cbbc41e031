package world

// This file keeps a server that runs for days from growing: what nobody asks for
// any more is forgotten, the oldest first.

// messageLimit is how many messages a channel keeps without WithMessageLimit.
const messageLimit = 10_000

// noteSent counts a new message and makes the channel keep to its limit. Callers
// hold the world's lock.
func (c *Channel) noteSent(m *Message) {
	if m.Only == nil {
		id := m.ID
		c.lastPublic = &id
		c.public, c.everPublic = c.public+1, c.everPublic+1
	}
	c.forgetOldest()
}

// forgetOldest makes the channel keep to its limit. Callers hold the world's lock.
func (c *Channel) forgetOldest() {
	for len(c.Messages) > c.World.MessageLimit {
		oldest := c.Messages[0]
		c.Messages[0] = nil
		c.Messages = c.Messages[1:]
		oldest.forget()
		if c.lastPublic != nil && *c.lastPublic == oldest.ID {
			c.lastPublic = nil // all that came later are for somebody alone
		}
	}
}

// forget lets go of what a message held that is no longer in its channel:
// interactions may still know it. Callers hold the world's lock.
func (m *Message) forget() {
	m.Components, m.Embeds, m.Attachments = nil, nil, nil
}
