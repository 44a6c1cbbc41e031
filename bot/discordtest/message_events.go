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
			now.tell(a, event)
		}
	}
}

// tell tells an application's sessions of the message. Those without the
// privileged intent learn what it says only where it concerns the application.
func (m *message) tell(a *Application, event string) {
	c, w := m.channel, m.channel.world
	if m.concerns(a) {
		w.events.dispatch(a, c.guildID(), event, m.eventFor(a, event, true))
		return
	}
	for _, reads := range []bool{true, false} {
		to := func(l listener) bool {
			return l.hears(event, c.Guild != nil) && reads == (l.intents&IntentMessageContent != 0)
		}
		if slices.ContainsFunc(w.events.listeners(a), to) {
			w.events.dispatchTo(a, c.guildID(), event, m.eventFor(a, event, reads), to)
		}
	}
}

// concerns says whether an application reads what the message says without the
// privileged intent: its own messages, those that mention it, and those in
// direct messages with it.
func (m *message) concerns(a *Application) bool {
	return m.app == a || m.channel.Guild == nil || m.mentions(a.User.ID)
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
