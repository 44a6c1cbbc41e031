package discordtest

// readReply makes a bot's new message a reply to the one that its body names.
// Callers hold s.mu.
func (c *Channel) readReply(m *message, a *Application, f field) {
	f.get("message_id").required()
	id := f.get("message_id").snowflake()
	for name, own := range map[string]Snowflake{"channel_id": c.ID, "guild_id": c.guildID()} {
		if given := f.get(name).snowflake(); given != "" && given != own {
			f.get(name).fail("MESSAGE_REFERENCE_INVALID", "A reply must be in the channel of the message")
		}
	}
	to := c.message(id)
	switch known := to != nil && to.only == nil; {
	case f.form.failed:
	case !c.can(a.User, PermissionReadMessageHistory):
		f.fail("REPLIES_CANNOT_REPLY_WITHOUT_READ_MESSAGE_HISTORY", "You cannot reply without permission to read message history")
	case known:
		m.replyTo(to, c)
	case f.get("fail_if_not_exists").null() || f.get("fail_if_not_exists").boolean():
		f.fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
}
