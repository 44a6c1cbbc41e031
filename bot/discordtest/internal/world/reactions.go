package world

import (
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// MaxReactions is the most different emojis that a message may have as reactions.
const MaxReactions = 20

// A reaction is an emoji on a message with its users, in order of reacting.
type reaction struct {
	emoji object.Emoji
	users []*User
}

// Reactable returns the emoji for a reaction to the message. `text` is a Unicode emoji, or
// "name:id" for a custom emoji. A custom emoji must belong to the user's own application or already
// be on the message. Callers hold the world's lock.
func (m *Message) Reactable(u *User, text string) (_ object.Emoji, ok bool) {
	name, id, custom := strings.Cut(strings.TrimPrefix(text, "a:"), ":")
	if !custom {
		return object.Emoji{Name: text}, object.IsEmoji(text)
	}
	e := object.Emoji{ID: id, Name: name}
	if i := m.reaction(e); i >= 0 {
		return m.reactions[i].emoji, true
	}
	for _, a := range m.Channel.World.Applications {
		if i := a.Emoji(id); a.User == u && i >= 0 {
			return object.Emoji{ID: id, Name: a.Emojis[i].Name, Animated: a.Emojis[i].Animated}, true
		}
	}
	return e, false
}

// MayReact returns an error if the user may not react with an emoji. The first user who reacts with an emoji needs the
// permission to add reactions. Users who add the same reaction later do not. Callers hold the world's lock.
func (m *Message) MayReact(u *User, e object.Emoji) error {
	c := m.Channel
	switch {
	case c.Archived():
		return form.ErrArchived()
	case c.Guild != nil && !c.Can(u, object.PermissionReadMessageHistory),
		c.Guild != nil && m.reaction(e) < 0 && !c.Can(u, object.PermissionAddReactions):
		return form.ErrMissingPermissions()
	case m.reaction(e) < 0 && len(m.reactions) >= MaxReactions:
		return errTooManyReactions()
	}
	return nil
}

// React adds a user's reaction and dispatches MESSAGE_REACTION_ADD, unless the reaction exists. Callers hold the
// world's lock.
func (m *Message) React(u *User, e object.Emoji) {
	m.reactions = slices.Clone(m.reactions)
	i := m.reaction(e)
	switch {
	case i < 0:
		m.reactions = append(m.reactions, reaction{e, []*User{u}})
	case slices.Contains(m.reactions[i].users, u):
		return
	default:
		e = m.reactions[i].emoji
		m.reactions[i].users = append(slices.Clip(m.reactions[i].users), u)
	}
	m.Channel.changed(m.Only)
	m.tellReaction("MESSAGE_REACTION_ADD", u, e)
}

// Unreact removes a user's reaction, if it exists, and dispatches MESSAGE_REACTION_REMOVE. Callers hold the world's
// lock.
func (m *Message) Unreact(u *User, e object.Emoji) {
	i := m.reaction(e)
	if i < 0 || !slices.Contains(m.reactions[i].users, u) {
		return
	}
	m.reactions = slices.Clone(m.reactions)
	left := slices.DeleteFunc(slices.Clone(m.reactions[i].users), func(x *User) bool { return x == u })
	m.reactions[i].users = left
	if len(left) == 0 {
		m.reactions = slices.Delete(m.reactions, i, i+1)
	}
	m.Channel.changed(m.Only)
	m.tellReaction("MESSAGE_REACTION_REMOVE", u, e)
}

// ClearReactions removes all reactions and dispatches MESSAGE_REACTION_REMOVE_ALL. Callers hold the world's lock.
func (m *Message) ClearReactions() {
	m.reactions = nil
	m.Channel.changed(m.Only)
	m.Channel.tell("MESSAGE_REACTION_REMOVE_ALL", m.reactionEvent())
}

// ClearReaction removes all reactions with an emoji, if there are any, and dispatches
// MESSAGE_REACTION_REMOVE_EMOJI. Callers hold the world's lock.
func (m *Message) ClearReaction(e object.Emoji) {
	i := m.reaction(e)
	if i < 0 {
		return
	}
	m.reactions = slices.Delete(slices.Clone(m.reactions), i, i+1)
	m.Channel.changed(m.Only)
	o, emoji := m.reactionEvent(), e.Object()
	o.Emoji = &emoji
	m.Channel.tell("MESSAGE_REACTION_REMOVE_EMOJI", o)
}

// Reactors returns the users who reacted with an emoji, in order of reacting. Callers hold the world's lock.
func (m *Message) Reactors(e object.Emoji) []*User {
	if i := m.reaction(e); i >= 0 {
		return m.reactions[i].users
	}
	return nil
}

// reaction returns the index of an emoji among the message's reactions, or -1. Callers hold the world's lock.
func (m *Message) reaction(e object.Emoji) int {
	return slices.IndexFunc(m.reactions, func(r reaction) bool { return r.emoji.Same(e) })
}

// SeenBy returns the message as the user `viewer` sees it. If `viewer` is nil, no reaction or vote in the result is
// marked as the viewer's own.
func (m *Message) SeenBy(viewer *User) object.Message {
	shown := m.Linked()
	shown.Poll = m.pollSeenBy(viewer)
	for _, r := range m.reactions {
		shown.Reactions = append(shown.Reactions, object.Reaction{
			Emoji: r.emoji.Object(), Count: len(r.users), CountDetails: object.ReactionCount{Normal: len(r.users)},
			Me: slices.Contains(r.users, viewer), BurstColors: []string{},
		})
	}
	return shown
}

// A reactionEvent is the data of events about reactions. If all reactions are removed, user and
// emoji are absent. If all reactions with one emoji are removed, the user is absent.
type reactionEvent struct {
	UserID      object.Snowflake      `json:"user_id,omitempty"`
	ChannelID   object.Snowflake      `json:"channel_id"`
	MessageID   object.Snowflake      `json:"message_id"`
	GuildID     object.Snowflake      `json:"guild_id,omitempty"`
	Member      *MemberObject         `json:"member,omitempty"` // only if a reaction is added
	AuthorID    object.Snowflake      `json:"message_author_id,omitempty"`
	Emoji       *object.ReactionEmoji `json:"emoji,omitempty"`
	Burst       *bool                 `json:"burst,omitempty"`
	BurstColors []string              `json:"burst_colors,omitzero"`
	Type        *int                  `json:"type,omitempty"` // 0: not a super reaction
}

// reactionEvent returns the data of an event about the message's reactions.
func (m *Message) reactionEvent() reactionEvent {
	return reactionEvent{ChannelID: m.Channel.ID, MessageID: m.ID, GuildID: m.Channel.GuildID()}
}

// tellReaction dispatches an event about one reaction. Callers hold the world's lock.
func (m *Message) tellReaction(event string, u *User, e object.Emoji) {
	o, no, plain, emoji := m.reactionEvent(), false, 0, e.Object()
	o.UserID, o.Emoji, o.Burst, o.Type = u.ID, &emoji, &no, &plain
	if event == "MESSAGE_REACTION_ADD" {
		o.AuthorID, o.BurstColors = m.Author.ID, []string{}
		if g := m.Channel.Guild; g != nil && g.Member(u) != nil {
			member := g.Member(u).Object(nil)
			o.Member = &member
		}
	}
	m.Channel.tell(event, o)
}

func errTooManyReactions() *form.Error {
	return form.Refuse(http.StatusBadRequest, form.CodeTooManyReactions, "Maximum number of reactions reached (20)")
}
