package discordtest

import "encoding/json"

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
// as it is now; to be called without w.mu. Ephemeral messages are told of to
// nobody. Callers hold w.mu.
func (m *message) tells(event string) func() {
	c, w := m.channel, m.channel.world
	if m.only != nil || !w.events.anybodyHears(event, c.Guild != nil) {
		return func() {}
	}
	now := *m
	return func() {
		for _, a := range w.botsIn(c) {
			w.events.dispatch(a, c.guildID(), event, now.eventFor(a, event))
		}
	}
}

// eventFor returns an event's data for an application, as far as it may read
// the message.
func (m *message) eventFor(a *Application, event string) any {
	c := m.channel
	if event == "MESSAGE_DELETE" {
		return messageGone{ID: m.ID, ChannelID: c.ID, GuildID: c.guildID()}
	}
	shown := m.seenBy(a.User)
	if !m.readBy(a) {
		shown.Content, shown.Snapshots, shown.Poll = "", nil, nil
		shown.Embeds, shown.Attachments, shown.Components = []json.RawMessage{}, []json.RawMessage{}, nil
	}
	e := messageEvent{wireMessage: shown.onWire(), GuildID: c.guildID()}
	if c.Guild == nil {
		return e
	}
	c.world.Lock()
	defer c.world.Unlock()
	if author := c.Guild.member(c.world.users[m.Author.ID]); author != nil {
		o := author.resolved(nil)
		e.Member = &o
	}
	return e
}

// mentions says whether the message notifies a user by name.
func (m *Message) mentions(user Snowflake) bool {
	for _, o := range m.Mentions {
		if o.ID == user {
			return true
		}
	}
	return false
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
