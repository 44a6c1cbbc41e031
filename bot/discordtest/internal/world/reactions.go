package world

import (
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// MaxReactions is how many different emojis a message may have.
const MaxReactions = 20

// A reaction is an emoji at a message with those who gave it, the first at first.
type reaction struct {
	emoji object.Emoji
	Users []*User
}

// SeenBy returns the message as a user sees it, nil for nobody in particular.
func (m *Message) SeenBy(viewer *User) object.Message {
	shown := m.Message
	shown.Poll = m.pollSeenBy(viewer)
	for _, r := range m.Reactions {
		shown.Reactions = append(shown.Reactions, object.Reaction{
			Emoji: r.emoji.Object(), Count: len(r.Users), CountDetails: object.ReactionCount{Normal: len(r.Users)},
			Me: slices.Contains(r.Users, viewer), BurstColors: []string{},
		})
	}
	return shown
}

// Reaction returns the index of an emoji among the message's, -1 when nobody
// has reacted so.
func (m *Message) Reaction(e object.Emoji) int {
	return slices.IndexFunc(m.Reactions, func(r reaction) bool { return r.emoji.Same(e) })
}

// Reactable returns the emoji that a text stands for when a user reacts to the
// message: one of Unicode's, or "name:id" for a custom one, which must be the
// bot's own or be there already. Callers hold the world's lock.
func (m *Message) Reactable(u *User, text string) (_ object.Emoji, ok bool) {
	name, id, custom := strings.Cut(strings.TrimPrefix(text, "a:"), ":")
	if !custom {
		return object.Emoji{Name: text}, object.IsEmoji(text)
	}
	e := object.Emoji{ID: id, Name: name}
	if i := m.Reaction(e); i >= 0 {
		return m.Reactions[i].emoji, true
	}
	for _, a := range m.Channel.World.Applications {
		if i := a.Emoji(id); a.User == u && i >= 0 {
			return object.Emoji{ID: id, Name: a.Emojis[i].Name, Animated: a.Emojis[i].Animated}, true
		}
	}
	return e, false
}

// MayReact says whether a user may react so: what nobody has given yet needs
// a permission more. Callers hold the world's lock.
func (m *Message) MayReact(u *User, e object.Emoji) error {
	c := m.Channel
	switch {
	case c.Archived():
		return form.ErrArchived()
	case c.Guild != nil && !c.Can(u, object.PermissionReadMessageHistory),
		c.Guild != nil && m.Reaction(e) < 0 && !c.Can(u, object.PermissionAddReactions):
		return form.ErrMissingPermissions()
	case m.Reaction(e) < 0 && len(m.Reactions) >= MaxReactions:
		return errTooManyReactions()
	}
	return nil
}

// React adds a user's reaction, and returns what tells of it, which does
// nothing when it was there. Callers hold the world's lock.
func (m *Message) React(u *User, e object.Emoji) (tell func()) {
	m.Reactions = slices.Clone(m.Reactions)
	i := m.Reaction(e)
	switch {
	case i < 0:
		m.Reactions = append(m.Reactions, reaction{e, []*User{u}})
	case slices.Contains(m.Reactions[i].Users, u):
		return func() {}
	default:
		e = m.Reactions[i].emoji
		m.Reactions[i].Users = append(slices.Clip(m.Reactions[i].Users), u)
	}
	m.Channel.Changed(m.Only)
	return m.tellReaction("MESSAGE_REACTION_ADD", u, e)
}

// Unreact takes a user's reaction away, and returns what tells of it, which
// does nothing when there was none. Callers hold the world's lock.
func (m *Message) Unreact(u *User, e object.Emoji) (tell func()) {
	i := m.Reaction(e)
	if i < 0 || !slices.Contains(m.Reactions[i].Users, u) {
		return func() {}
	}
	m.Reactions = slices.Clone(m.Reactions)
	left := slices.DeleteFunc(slices.Clone(m.Reactions[i].Users), func(x *User) bool { return x == u })
	m.Reactions[i].Users = left
	if len(left) == 0 {
		m.Reactions = slices.Delete(m.Reactions, i, i+1)
	}
	m.Channel.Changed(m.Only)
	return m.tellReaction("MESSAGE_REACTION_REMOVE", u, e)
}

// A reactionEvent is the data of the events of reactions. Those of the removal
// of all have neither a user nor an emoji, that of one emoji's has no user.
type reactionEvent struct {
	UserID      object.Snowflake      `json:"user_id,omitempty"`
	ChannelID   object.Snowflake      `json:"channel_id"`
	MessageID   object.Snowflake      `json:"message_id"`
	GuildID     object.Snowflake      `json:"guild_id,omitempty"`
	Member      *MemberObject         `json:"member,omitempty"` // of an addition
	AuthorID    object.Snowflake      `json:"message_author_id,omitempty"`
	Emoji       *object.ReactionEmoji `json:"emoji,omitempty"`
	Burst       *bool                 `json:"burst,omitempty"`
	BurstColors []string              `json:"burst_colors,omitzero"`
	Type        *int                  `json:"type,omitempty"` // 0: a plain one
}

// ReactionEvent returns the data of an event about the message's reactions.
func (m *Message) ReactionEvent() reactionEvent {
	return reactionEvent{ChannelID: m.Channel.ID, MessageID: m.ID, GuildID: m.Channel.GuildID()}
}

// tellReaction returns what tells of one reaction. Callers hold the world's lock.
func (m *Message) tellReaction(event string, u *User, e object.Emoji) func() {
	o, no, plain, emoji := m.ReactionEvent(), false, 0, e.Object()
	o.UserID, o.Emoji, o.Burst, o.Type = u.ID, &emoji, &no, &plain
	if event == "MESSAGE_REACTION_ADD" {
		o.AuthorID, o.BurstColors = m.Author.ID, []string{}
		if g := m.Channel.Guild; g != nil && g.Member(u) != nil {
			member := g.Member(u).Object(nil)
			o.Member = &member
		}
	}
	return m.Channel.Telling(event, o)
}

func errTooManyReactions() *form.Error {
	return form.Refuse(http.StatusBadRequest, form.CodeTooManyReactions, "Maximum number of reactions reached (20)")
}
