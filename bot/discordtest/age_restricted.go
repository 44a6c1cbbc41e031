package discordtest

// SetNSFW makes a channel of a guild age-restricted, or takes that back, and
// tells the bots. Its threads are what it is. Commands that are age-restricted
// are offered in such channels only.
func (c *Channel) SetNSFW(nsfw bool) {
	tell := func() {}
	c.world.Lock()
	if c.Guild != nil && c.parent == nil && c.nsfw != nsfw {
		c.nsfw = nsfw
		c.changed(nil)
		tell = c.telling("CHANNEL_UPDATE", c.object(nil))
	}
	c.world.Unlock()
	tell()
}

// NSFW says whether the channel, or the one that a thread is in, is age-restricted.
func (c *Channel) NSFW() bool {
	c.world.Lock()
	defer c.world.Unlock()
	return c.isNSFW()
}

// isNSFW is NSFW for callers that hold s.mu.
func (c *Channel) isNSFW() bool { return c.nsfw || c.parent != nil && c.parent.nsfw }

// AllowNSFWCommands sets whether the user wants age-restricted commands in
// direct messages with bots: a setting of Discord's client that is off at first.
func (u *User) AllowNSFWCommands(allow bool) {
	u.world.Lock()
	defer u.world.Unlock()
	u.nsfwCommands = allow
}

// offersNSFW says whether the user is offered age-restricted commands of an
// application here. Callers hold s.mu.
func (c *Client) offersNSFW(a *Application) bool {
	if c.channel.Guild != nil {
		return c.channel.isNSFW()
	}
	return c.user.nsfwCommands && c.channel.context(a) == contextBotDM
}
