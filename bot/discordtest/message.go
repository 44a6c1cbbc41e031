package discordtest

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A sentMessage is a message with the server's own data about it. Changes do not modify the slices of the embedded
// Message in place, so earlier copies of it stay as they were.
type sentMessage struct {
	Message

	app     *Application // the application that posted it; nil for a person's message
	only    *User        // the only user who sees an ephemeral message; nil: everybody
	token   string       // the token of the interaction that the message answers, which allows edits of the message; "" for other messages
	channel *Channel
}

func messageBy(u *User) *sentMessage {
	return &sentMessage{Message: Message{
		Author: u.object(), Attachments: []json.RawMessage{}, Components: []Component{},
		Mentions: []UserObject{}, MentionRoles: []Snowflake{},
	}}
}

func newMessage(a *Application) *sentMessage {
	m := messageBy(a.User)
	m.app, m.ApplicationID = a, a.ID
	return m
}

func (m *sentMessage) replyTo(other *sentMessage) {
	m.Type = object.MessageReply
	m.Reference = &MessageReference{MessageID: other.ID, ChannelID: other.channel.ID, GuildID: other.channel.guildID()}
}

func (c *Channel) rules(a *Application, files []object.Attachment) form.DraftRules {
	return form.DraftRules{Emojis: a.emojis, Files: files, Folder: c.server.URL() + "/attachments/" + c.ID}
}

// mayPost returns an error if a bot may not send a message. Answers to interactions need no permission.
func (c *Channel) mayPost(a *Application, m *Message) error {
	u := a.User
	switch {
	case c.Guild == nil && !c.reaches(a):
		return form.ErrCannotReach
	case c.Guild == nil:
		return nil
	case !c.canSend(u),
		len(m.Attachments) > 0 && !c.can(u, object.PermissionAttachFiles):
		return form.ErrMissingPermissions
	case c.kind == channelCategory:
		return form.ErrWrongChannel
	case c.thread == nil || !c.thread.locked || c.can(u, object.PermissionManageThreads):
		return nil
	case c.thread.archived:
		return form.ErrArchived
	}
	return form.Refuse(http.StatusForbidden, 160005, "This thread is locked")
}

// post adds a new message and notifies the mentioned users. In an archived thread it first unarchives the thread.
func (c *Channel) post(m *sentMessage) {
	if c.thread != nil {
		c.thread.archive(false)
	}
	c.inviteMentioned(m)
	m.ID, m.ChannelID, m.channel = c.server.snowflake(), c.ID, c
	m.Timestamp = object.At(time.Now())
	c.messages = append(c.messages, m)
	c.ping(m)
	c.changed(m.only)
	for len(c.messages) > messageLimit {
		c.messages[0].forget()
		c.messages[0] = nil
		c.messages = c.messages[1:]
	}
	// The author joins the thread, except a bot that answers an interaction in a private thread that it cannot see.
	if author := c.server.users[m.Author.ID]; c.thread != nil && author != nil && c.reads(author) {
		c.join(author)
	}
}

const messageLimit = 10_000

// editFrom edits a message as the request's body f says. `interaction` is that of DraftRules.
func (m *sentMessage) editFrom(f form.Field, files []object.Attachment, interaction bool) error {
	rules := m.channel.rules(m.app, files)
	rules.Old, rules.Interaction = &m.Message, interaction
	d := form.ReadDraft(f, rules)
	changed := m.Message
	d.Apply(&changed)
	switch err := f.Form.Err(); {
	case err != nil:
		return err
	case m.channel.archived():
		return form.ErrArchived
	case changed.Empty():
		return form.ErrEmptyMessage
	}
	m.channel.mention(&changed, m.app.User, d.Allowed)
	if changed.Loading() {
		changed.Flags &^= object.FlagLoading
	} else {
		now := object.At(time.Now())
		changed.EditedTimestamp = &now
	}
	m.Message = changed
	m.channel.changed(m.only)
	m.channel.inviteMentioned(m)
	return nil
}

func (m *sentMessage) remove() {
	c := m.channel
	if c.message(m.ID) != m {
		return
	}
	c.messages = slices.DeleteFunc(c.messages, func(x *sentMessage) bool { return x == m })
	m.forget()
	c.changed(m.only)
}

// forget frees the large content of a deleted message, to which interactions may still point.
func (m *sentMessage) forget() { m.Components, m.Attachments = nil, nil }

func (c *Channel) message(id Snowflake) *sentMessage {
	i, found := slices.BinarySearchFunc(c.messages, id, func(m *sentMessage, id Snowflake) int { return object.CompareIDs(m.ID, id) })
	if !found {
		return nil
	}
	return c.messages[i]
}

func (c *Channel) lastPublic() *Snowflake {
	for _, m := range slices.Backward(c.messages) {
		if m.only == nil {
			return new(m.ID)
		}
	}
	return nil
}

// nonceLife is how long an enforced nonce prevents a second message. Discord says "the past few minutes".
const nonceLife = 5 * time.Minute

// notePost records the nonce of a message and removes expired nonces.
func (a *Application) notePost(nonce string, m *sentMessage) {
	maps.DeleteFunc(a.posted, func(_ string, m *sentMessage) bool { return time.Since(m.Timestamp.Time) >= nonceLife })
	if nonce != "" {
		a.posted[nonce] = m
	}
}

// postedWith returns the message that was sent with a nonce in the last few minutes, or nil.
func (a *Application) postedWith(nonce string) *sentMessage {
	m := a.posted[nonce]
	if m == nil || time.Since(m.Timestamp.Time) >= nonceLife {
		return nil
	}
	return m
}

var (
	codeSpans      = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`\n]*`")
	userMention    = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention    = regexp.MustCompile(`<@&(\d+)>`)
	everyoneInText = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention sets the users and roles that a message notifies. To mention everyone, or a role that not everybody may
// mention, the author needs permission.
func (c *Channel) mention(m *Message, author *User, a form.AllowedMentions) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []UserObject{}, []Snowflake{}, false
	text := m.Content + "\n" + object.DisplayedText(m.Components)
	if !strings.Contains(text, "@") {
		return
	}
	text = codeSpans.ReplaceAllString(text, "")
	for _, found := range userMention.FindAllStringSubmatch(text, -1) {
		if u := c.server.users[found[1]]; u != nil && !m.MentionsUser(u.ID) && a.Notifies(u.ID) {
			m.Mentions = append(m.Mentions, u.object())
		}
	}
	if c.Guild == nil {
		return
	}
	all := c.can(author, object.PermissionMentionEveryone)
	for _, found := range roleMention.FindAllStringSubmatch(text, -1) {
		r := c.Guild.role(found[1])
		if r != nil && (all || r.mentionable) && a.NotifiesRole(r.ID) && !slices.Contains(m.MentionRoles, r.ID) {
			m.MentionRoles = append(m.MentionRoles, r.ID)
		}
	}
	m.MentionEveryone = all && a.NotifiesEveryone() && everyoneInText.MatchString(text)
}

func (c *Channel) ping(m *sentMessage) {
	if m.Flags&(object.FlagEphemeral|object.FlagSuppressNotifications) != 0 {
		return
	}
	notified := map[*User]bool{}
	for _, o := range m.Mentions {
		notified[c.server.users[o.ID]] = true
	}
	if m.MentionEveryone || len(m.MentionRoles) > 0 {
		for _, member := range c.Guild.members {
			if m.MentionEveryone || slices.ContainsFunc(m.MentionRoles, member.hasRole) {
				notified[member.user] = true
			}
		}
	}
	for u := range notified {
		if c.reads(u) {
			c.pings[u]++
		}
	}
}
