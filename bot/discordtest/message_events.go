package discordtest

import (
	"encoding/json"
	"slices"
)

// A messageEvent is the data of MESSAGE_CREATE and MESSAGE_UPDATE.
type messageEvent struct {
	*wireMessage
	GuildID Snowflake     `json:"guild_id,omitempty"`
	Member  *memberObject `json:"member,omitempty"` // the author's, without the user
}

// messageGone is the data of MESSAGE_DELETE.
type messageGone struct {
	ID        Snowflake `json:"id"`
	ChannelID Snowflake `json:"channel_id"`
	GuildID   Snowflake `json:"guild_id,omitempty"`
}

// tells returns what tells the bots that see a message what has happened to it,
// as it is now; to be called without s.mu. Ephemeral messages are told of to
// nobody. Callers hold s.mu.
func (m *message) tells(event string) func() {
	c, s := m.channel, m.channel.server
	if m.only != nil || !s.gateway.anybodyHears(event, c.Guild != nil) {
		return func() {}
	}
	now := *m
	return func() {
		for _, a := range s.botsIn(c) {
			now.tell(a, event)
		}
	}
}

// tell tells an application's sessions of the message. Those without the
// privileged intent learn what it says only where it concerns the application.
func (m *message) tell(a *Application, event string) {
	c, s := m.channel, m.channel.server
	if m.concerns(a) {
		s.dispatch(a, c.guildID(), event, m.eventFor(a, event, true))
		return
	}
	for _, reads := range []bool{true, false} {
		to := func(sess *session) bool {
			return receives(sess.intents, event, c.Guild != nil) && reads == (sess.intents&intentMessageContent != 0)
		}
		if s.gateway.anySession(a, to) {
			s.dispatchTo(a, c.guildID(), event, m.eventFor(a, event, reads), to)
		}
	}
}

// concerns says whether an application reads what the message says without the
// privileged intent: its own messages, those that mention it, and those in
// direct messages with it.
func (m *message) concerns(a *Application) bool {
	return m.app == a || m.channel.Guild == nil || m.mentions(a.User)
}

// conceal takes out what only those with the privileged intent may read.
func (m *Message) conceal() {
	m.Content, m.Snapshots, m.Poll = "", nil, nil
	m.Embeds, m.Attachments, m.Components = []json.RawMessage{}, []json.RawMessage{}, nil
}

// eventFor returns an event's data for an application, which reads what the
// message says or not.
func (m *message) eventFor(a *Application, event string, reads bool) any {
	c := m.channel
	if event == "MESSAGE_DELETE" {
		return messageGone{ID: m.ID, ChannelID: c.ID, GuildID: c.guildID()}
	}
	shown := m.seenBy(a.User)
	if !reads {
		shown.conceal()
	}
	e := messageEvent{wireMessage: shown.onWire(), GuildID: c.guildID()}
	if c.Guild == nil {
		return e
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if author := c.Guild.member(c.server.users[m.Author.ID]); author != nil {
		o := author.resolved(nil)
		e.Member = &o
	}
	return e
}

// mentions says whether the message notifies a user by name.
func (m *Message) mentions(u *User) bool {
	for _, o := range m.Mentions {
		if o.ID == u.ID {
			return true
		}
	}
	return false
}

// anySession says whether some session of the application is such a one.
func (g *gateway) anySession(a *Application, such func(*session) bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.app(a).sessions, such)
}

// anybodyHears says whether some session has the intent of an event.
func (g *gateway) anybodyHears(event string, inGuild bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, sess := range g.sessions {
		if receives(sess.intents, event, inGuild) {
			return true
		}
	}
	return false
}
