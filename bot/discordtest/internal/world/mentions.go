package world

import (
	"regexp"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/object"
)

// notifiesRole reports whether a mention of the role notifies its members. `all` means that the author may mention
// @everyone, and so every role.
func notifiesRole(a validate.AllowedMentions, r *Role, all bool) bool {
	return (all || r.Mentionable) && a.NotifiesRole(r.ID)
}

var (
	codeSpans      = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`\n]*`")
	userMention    = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention    = regexp.MustCompile(`<@&(\d+)>`)
	everyoneInText = regexp.MustCompile(`@(everyone|here)\b`)
)

// Mention sets the users and roles that a message notifies. Callers hold the world's lock.
func (c *Channel) Mention(m *object.Message, author *User, a validate.AllowedMentions) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []object.UserObject{}, []object.Snowflake{}, false
	text := m.Content + "\n" + object.DisplayedText(m.Components)
	if !strings.Contains(text, "@") {
		return
	}
	text = codeSpans.ReplaceAllString(text, "")
	seen := map[object.Snowflake]bool{}
	for _, found := range userMention.FindAllStringSubmatch(text, -1) {
		u := c.World.Users[found[1]]
		if u == nil || seen[u.ID] || !a.Notifies(u.ID) {
			continue
		}
		seen[u.ID] = true
		m.Mentions = append(m.Mentions, u.Object())
	}
	if c.Guild == nil {
		return
	}
	all := c.Can(author, object.PermissionMentionEveryone)
	for _, found := range roleMention.FindAllStringSubmatch(text, -1) {
		if r := c.Guild.Role(found[1]); r != nil && notifiesRole(a, r, all) && !slices.Contains(m.MentionRoles, r.ID) {
			m.MentionRoles = append(m.MentionRoles, r.ID)
		}
	}
	m.MentionEveryone = all && a.NotifiesEveryone() && everyoneInText.MatchString(text)
}

// Pings returns how many messages in the channel have notified a user. Callers hold the world's
// lock.
func (c *Channel) Pings(u *User) int { return c.pings[u] }

// ping increments the ping count of each user that a new message notifies. Ephemeral and silent
// messages notify nobody. Callers hold the world's lock.
func (c *Channel) ping(m *Message) {
	if m.Flags&(object.FlagEphemeral|object.FlagSuppressNotifications) != 0 {
		return
	}
	for u := range c.mentioned(m) {
		if c.Reads(u) {
			c.pings[u]++
		}
	}
}

// mentioned returns all users mentioned in a message: by name, by role or by @everyone. Some may be
// unable to see the message.
func (c *Channel) mentioned(m *Message) map[*User]bool {
	out := map[*User]bool{}
	for _, o := range m.Mentions {
		out[c.World.Users[o.ID]] = true
	}
	if c.Guild == nil || !m.MentionEveryone && len(m.MentionRoles) == 0 {
		return out
	}
	for _, member := range c.Guild.Members {
		if m.MentionEveryone || slices.ContainsFunc(m.MentionRoles, member.hasRole) {
			out[member.User] = true
		}
	}
	return out
}
