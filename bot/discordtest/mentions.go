package discordtest

import (
	"regexp"
	"slices"
	"strings"
)

// allowedMentions says which mentions of a message notify.
type allowedMentions struct {
	parse []string // of "users", "roles", "everyone"
	users []Snowflake
	roles []Snowflake
}

// defaultMentions are those of a request that does not say: interactions and
// webhooks notify users only, plain messages everything.
func defaultMentions(interaction bool) allowedMentions {
	if interaction {
		return allowedMentions{parse: []string{"users"}}
	}
	return allowedMentions{parse: []string{"users", "roles", "everyone"}}
}

// readMentions reads allowed_mentions.
func readMentions(f field, interaction bool) allowedMentions {
	if !f.object() {
		return defaultMentions(interaction)
	}
	a := allowedMentions{users: ids(f.get("users")), roles: ids(f.get("roles"))}
	for _, list := range []string{"parse", "users", "roles"} {
		f.get(list).distinct()
	}
	for _, p := range f.get("parse").list(0, 3) {
		kind := p.text(0, 100)
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.fail("BASE_TYPE_CHOICES", "Value must be one of {'users', 'everyone', 'roles'}.")
		}
		a.parse = append(a.parse, kind)
	}
	f.get("replied_user").boolean()
	a.refuseBoth(f, "users", a.users)
	a.refuseBoth(f, "roles", a.roles)
	return a
}

// refuseBoth notes it when a kind is both parsed and listed.
func (a allowedMentions) refuseBoth(f field, kind string, listed []Snowflake) {
	if len(listed) > 0 && slices.Contains(a.parse, kind) {
		f.fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", kind, kind)
	}
}

// ids reads up to 100 ids.
func ids(f field) []Snowflake {
	var out []Snowflake
	for _, x := range f.list(0, 100) {
		out = append(out, x.snowflake())
	}
	return out
}

// notifies says whether a mention of the user notifies.
func (a allowedMentions) notifies(id Snowflake) bool {
	return slices.Contains(a.parse, "users") || slices.Contains(a.users, id)
}

// notifiesRole says whether a mention of the role notifies, when a user who may
// mention everyone (all) or not writes it.
func (a allowedMentions) notifiesRole(r *Role, all bool) bool {
	return (all || r.mentionable) && (slices.Contains(a.parse, "roles") || slices.Contains(a.roles, r.ID))
}

var (
	codeSpans      = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`\n]*`")
	userMention    = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention    = regexp.MustCompile(`<@&(\d+)>`)
	everyoneInText = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention fills in whom a message of an application's mentions with a
// notification. Callers hold s.mu.
func (c *Channel) mention(m *Message, author *User, a allowedMentions) {
	m.Mentions, m.MentionRoles, m.MentionEveryone = []UserObject{}, []Snowflake{}, false
	text := m.Content + "\n" + displayedText(m.Components)
	if !strings.Contains(text, "@") {
		return
	}
	text = codeSpans.ReplaceAllString(text, "")
	seen := map[Snowflake]bool{}
	for _, found := range userMention.FindAllStringSubmatch(text, -1) {
		u := c.world.users[found[1]]
		if u == nil || seen[u.ID] || !a.notifies(u.ID) {
			continue
		}
		seen[u.ID] = true
		m.Mentions = append(m.Mentions, u.object())
	}
	if c.Guild == nil {
		return
	}
	all := c.can(author, PermissionMentionEveryone)
	for _, found := range roleMention.FindAllStringSubmatch(text, -1) {
		if r := c.Guild.role(found[1]); r != nil && a.notifiesRole(r, all) && !slices.Contains(m.MentionRoles, r.ID) {
			m.MentionRoles = append(m.MentionRoles, r.ID)
		}
	}
	m.MentionEveryone = all && slices.Contains(a.parse, "everyone") && everyoneInText.MatchString(text)
}

// ping notifies the readers that a new message mentions. Edits notify nobody,
// nor do ephemeral and silent messages. Callers hold s.mu.
func (c *Channel) ping(m *message) {
	if m.Flags&(FlagEphemeral|FlagSuppressNotifications) != 0 {
		return
	}
	for u := range c.mentioned(m) {
		if c.reads(u) {
			c.pings[u]++
		}
	}
}

// mentioned returns whom a message notifies, as far as they can see it.
func (c *Channel) mentioned(m *message) map[*User]bool {
	out := map[*User]bool{}
	for _, o := range m.Mentions {
		out[c.world.users[o.ID]] = true
	}
	if c.Guild == nil || !m.MentionEveryone && len(m.MentionRoles) == 0 {
		return out
	}
	for _, member := range c.Guild.members {
		if m.MentionEveryone || slices.ContainsFunc(m.MentionRoles, member.hasRole) {
			out[member.user] = true
		}
	}
	return out
}
