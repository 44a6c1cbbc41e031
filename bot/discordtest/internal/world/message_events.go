package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// A messageEvent is the data of MESSAGE_CREATE and MESSAGE_UPDATE.
type messageEvent struct {
	*object.WireMessage
	GuildID object.Snowflake `json:"guild_id,omitempty"`
	Member  *MemberObject    `json:"member,omitempty"` // the author's membership, without its user
}

// messageGone is the data of MESSAGE_DELETE.
type messageGone struct {
	ID        object.Snowflake `json:"id"`
	ChannelID object.Snowflake `json:"channel_id"`
	GuildID   object.Snowflake `json:"guild_id,omitempty"`
}

// messagesGone is the data of MESSAGE_DELETE_BULK.
type messagesGone struct {
	IDs       []object.Snowflake `json:"ids"`
	ChannelID object.Snowflake   `json:"channel_id"`
	GuildID   object.Snowflake   `json:"guild_id,omitempty"`
}

// tell dispatches an event about the message to the bots that can see the message. Ephemeral
// messages have no events. Callers hold the world's lock.
func (m *Message) tell(event string) {
	c, w := m.Channel, m.Channel.World
	if m.Only != nil || !w.Events.Heard(event, c.Guild != nil) {
		return
	}
	now := *m
	w.later(func() {
		for _, a := range w.botsIn(c) {
			now.tellTo(a, event)
		}
	})
}

// tellTo sends an event about the message to an application's sessions. Sessions without the
// privileged intent get the message's content only if the message concerns the application. It takes the world's lock.
func (m *Message) tellTo(a *Application, event string) {
	c, w := m.Channel, m.Channel.World
	if m.concerns(a) {
		w.Events.Dispatch(a, c.GuildID(), event, m.eventFor(a, event, true))
		return
	}
	for _, reads := range []bool{true, false} {
		to := func(l Listener) bool {
			return l.Hears(event, c.Guild != nil) && reads == (l.Intents&object.IntentMessageContent != 0)
		}
		if slices.ContainsFunc(w.Events.Listeners(a), to) {
			w.Events.DispatchTo(a, c.GuildID(), event, m.eventFor(a, event, reads), to)
		}
	}
}

// concerns reports whether an application gets the message's content without the privileged intent: the application
// posted the message, or the message mentions the application's bot or is outside guilds.
func (m *Message) concerns(a *Application) bool {
	return m.App == a || m.Channel.Guild == nil || m.MentionsUser(a.User.ID)
}

// eventFor returns an event's data for an application. `reads` says whether the data includes the message's content. It
// takes the world's lock.
func (m *Message) eventFor(a *Application, event string, reads bool) any {
	c := m.Channel
	if event == "MESSAGE_DELETE" {
		return messageGone{ID: m.ID, ChannelID: c.ID, GuildID: c.GuildID()}
	}
	shown := m.SeenBy(a.User)
	if !reads {
		shown.Conceal()
	}
	e := messageEvent{WireMessage: shown.OnWire(), GuildID: c.GuildID()}
	if c.Guild == nil {
		return e
	}
	c.World.Lock()
	defer c.World.Unlock()
	if author := c.Guild.Member(c.World.Users[m.Author.ID]); author != nil {
		o := author.Resolved(nil)
		e.Member = &o
	}
	return e
}
