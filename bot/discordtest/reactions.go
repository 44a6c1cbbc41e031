package discordtest

import (
	"slices"
	"strings"
)

// maxReactions is how many different emojis a message may have.
const maxReactions = 20

// A Reaction is one emoji at a message, as a user sees it.
type Reaction struct {
	Emoji        ReactionEmoji `json:"emoji"`
	Count        int           `json:"count"`
	CountDetails ReactionCount `json:"count_details"`
	Me           bool          `json:"me"` // whether the viewer has reacted so
	MeBurst      bool          `json:"me_burst"`
	BurstColors  []string      `json:"burst_colors"`
}

// A ReactionCount tells plain reactions from super reactions, which nobody
// gives here.
type ReactionCount struct {
	Normal int `json:"normal"`
	Burst  int `json:"burst"`
}

// A ReactionEmoji is the emoji of a reaction: one of Unicode's, without an id,
// or a custom one.
type ReactionEmoji struct {
	ID       *Snowflake `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated,omitempty"`
}

// A reaction is an emoji at a message with those who gave it, the first at first.
type reaction struct {
	emoji Emoji
	users []*User
}

// object returns the emoji as the API sends it of reactions.
func (e Emoji) object() ReactionEmoji {
	o := ReactionEmoji{Name: e.Name, Animated: e.Animated}
	if e.ID != "" {
		o.ID = &e.ID
	}
	return o
}

// same says whether two emojis are one reaction. A custom one's name may have
// changed, and Unicode's may ask for the colourful picture or not.
func (e Emoji) same(other Emoji) bool {
	const variant = "\ufe0f"
	if e.ID != "" || other.ID != "" {
		return e.ID == other.ID
	}
	return strings.ReplaceAll(e.Name, variant, "") == strings.ReplaceAll(other.Name, variant, "")
}

// seenBy returns the message as a user sees it, nil for nobody in particular.
func (m *message) seenBy(viewer *User) Message {
	shown := m.Message
	shown.Poll = m.pollSeenBy(viewer)
	for _, r := range m.reactions {
		shown.Reactions = append(shown.Reactions, Reaction{
			Emoji: r.emoji.object(), Count: len(r.users), CountDetails: ReactionCount{Normal: len(r.users)},
			Me: slices.Contains(r.users, viewer), BurstColors: []string{},
		})
	}
	return shown
}

// shown returns the message as the application sees that asks, as far as it may
// read it, or as that one whose token the path holds. Callers hold s.mu.
func (r *request) shown(m *message) Message {
	if r.app == nil {
		return m.seenBy(m.app.User)
	}
	shown := m.seenBy(r.app.User)
	if !m.readBy(r.app) {
		shown.conceal()
	}
	return shown
}

// reaction returns the index of an emoji among the message's, -1 when nobody
// has reacted so.
func (m *message) reaction(e Emoji) int {
	return slices.IndexFunc(m.reactions, func(r reaction) bool { return r.emoji.same(e) })
}

// reactable returns the emoji that a text stands for when a user reacts to the
// message: one of Unicode's, or "name:id" for a custom one, which must be the
// bot's own or be there already. Callers hold s.mu.
func (m *message) reactable(u *User, text string) (_ Emoji, ok bool) {
	name, id, custom := strings.Cut(strings.TrimPrefix(text, "a:"), ":")
	if !custom {
		return Emoji{Name: text}, isEmoji(text)
	}
	e := Emoji{ID: id, Name: name}
	if i := m.reaction(e); i >= 0 {
		return m.reactions[i].emoji, true
	}
	for _, a := range m.channel.world.applications {
		if i := a.emoji(id); a.User == u && i >= 0 {
			return Emoji{ID: id, Name: a.emojis[i].Name, Animated: a.emojis[i].Animated}, true
		}
	}
	return e, false
}

// mayReact says whether a user may react so: what nobody has given yet needs
// a permission more. Callers hold s.mu.
func (m *message) mayReact(u *User, e Emoji) error {
	c := m.channel
	switch {
	case c.archived():
		return errArchived()
	case c.Guild != nil && !c.can(u, PermissionReadMessageHistory),
		c.Guild != nil && m.reaction(e) < 0 && !c.can(u, PermissionAddReactions):
		return errMissingPermissions()
	case m.reaction(e) < 0 && len(m.reactions) >= maxReactions:
		return errTooManyReactions()
	}
	return nil
}

// react adds a user's reaction, and returns what tells of it, which does
// nothing when it was there. Callers hold s.mu.
func (m *message) react(u *User, e Emoji) (tell func()) {
	m.reactions = slices.Clone(m.reactions)
	i := m.reaction(e)
	switch {
	case i < 0:
		m.reactions = append(m.reactions, reaction{e, []*User{u}})
	case slices.Contains(m.reactions[i].users, u):
		return func() {}
	default:
		e = m.reactions[i].emoji
		m.reactions[i].users = append(slices.Clip(m.reactions[i].users), u)
	}
	m.channel.changed(m.only)
	return m.tellReaction("MESSAGE_REACTION_ADD", u, e)
}

// unreact takes a user's reaction away, and returns what tells of it, which
// does nothing when there was none. Callers hold s.mu.
func (m *message) unreact(u *User, e Emoji) (tell func()) {
	i := m.reaction(e)
	if i < 0 || !slices.Contains(m.reactions[i].users, u) {
		return func() {}
	}
	m.reactions = slices.Clone(m.reactions)
	left := slices.DeleteFunc(slices.Clone(m.reactions[i].users), func(x *User) bool { return x == u })
	m.reactions[i].users = left
	if len(left) == 0 {
		m.reactions = slices.Delete(m.reactions, i, i+1)
	}
	m.channel.changed(m.only)
	return m.tellReaction("MESSAGE_REACTION_REMOVE", u, e)
}

// A reactionEvent is the data of the events of reactions. Those of the removal
// of all have neither a user nor an emoji, that of one emoji's has no user.
type reactionEvent struct {
	UserID      Snowflake      `json:"user_id,omitempty"`
	ChannelID   Snowflake      `json:"channel_id"`
	MessageID   Snowflake      `json:"message_id"`
	GuildID     Snowflake      `json:"guild_id,omitempty"`
	Member      *memberObject  `json:"member,omitempty"` // of an addition
	AuthorID    Snowflake      `json:"message_author_id,omitempty"`
	Emoji       *ReactionEmoji `json:"emoji,omitempty"`
	Burst       *bool          `json:"burst,omitempty"`
	BurstColors []string       `json:"burst_colors,omitzero"`
	Type        *int           `json:"type,omitempty"` // 0: a plain one
}

// reactionEvent returns the data of an event about the message's reactions.
func (m *message) reactionEvent() reactionEvent {
	return reactionEvent{ChannelID: m.channel.ID, MessageID: m.ID, GuildID: m.channel.guildID()}
}

// tellReaction returns what tells of one reaction. Callers hold s.mu.
func (m *message) tellReaction(event string, u *User, e Emoji) func() {
	o, no, plain, emoji := m.reactionEvent(), false, 0, e.object()
	o.UserID, o.Emoji, o.Burst, o.Type = u.ID, &emoji, &no, &plain
	if event == "MESSAGE_REACTION_ADD" {
		o.AuthorID, o.BurstColors = m.Author.ID, []string{}
		if g := m.channel.Guild; g != nil && g.member(u) != nil {
			member := g.member(u).object(nil)
			o.Member = &member
		}
	}
	return m.channel.telling(event, o)
}
