package discordtest

// This file has what tells bots that members come, change and go. It is made
// with s.mu held and called without it.

// memberEvent is the data of GUILD_MEMBER_ADD and GUILD_MEMBER_UPDATE.
type memberEvent struct {
	memberObject
	GuildID Snowflake `json:"guild_id"`
}

// memberGone is the data of GUILD_MEMBER_REMOVE.
type memberGone struct {
	GuildID Snowflake  `json:"guild_id"`
	User    UserObject `json:"user"`
}

// telling returns what tells of a change of the member: those who have the
// privileged intent, and always the bot that it is. Callers hold s.mu.
func (m *member) telling() func() {
	w, e := m.guild.world, memberEvent{m.object(nil), m.guild.ID}
	others := m.guild.telling("GUILD_MEMBER_UPDATE", e)
	return func() {
		others()
		if a := w.applicationOf(m.user); a != nil {
			w.events.dispatchUnheard(a, m.guild.ID, "GUILD_MEMBER_UPDATE", e)
		}
	}
}

// tellingJoin returns what tells of a new member those who have the privileged
// intent; a bot learns of its own joining by GUILD_CREATE. Callers hold s.mu.
func (m *member) tellingJoin() func() {
	g := m.guild
	if !g.world.events.anybodyHears("GUILD_MEMBER_ADD", true) {
		return func() {}
	}
	e := memberEvent{m.object(nil), g.ID}
	return func() {
		for _, a := range g.world.botsOf(g) {
			if a.User != m.user {
				g.world.events.dispatch(a, g.ID, "GUILD_MEMBER_ADD", e)
			}
		}
	}
}

// tellingLeave returns what tells that the user is a member no more: those who
// have the privileged intent, and the bot that it is by GUILD_DELETE. Callers
// hold s.mu.
func (g *Guild) tellingLeave(u *User) func() {
	others := g.telling("GUILD_MEMBER_REMOVE", memberGone{g.ID, u.object()})
	return func() {
		others()
		g.left(u)
	}
}
