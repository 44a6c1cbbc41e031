package discordtest

import (
	"regexp"
	"slices"
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

var (
	codeSpans      = regexp.MustCompile("(?s)```.*?```|``.*?``|`[^`\n]*`")
	userMention    = regexp.MustCompile(`<@!?(\d+)>`)
	everyoneInText = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention fills in whom a message mentions with a notification. Callers hold s.mu.
func (s *Server) mention(m *Message, a allowedMentions) {
	text := codeSpans.ReplaceAllString(m.Content+"\n"+displayedText(m.Components), "")
	m.Mentions = []UserObject{}
	seen := map[Snowflake]bool{}
	for _, found := range userMention.FindAllStringSubmatch(text, -1) {
		u := s.users[found[1]]
		if u == nil || seen[u.ID] || !a.notifies(u.ID) {
			continue
		}
		seen[u.ID] = true
		m.Mentions = append(m.Mentions, u.object())
	}
	m.MentionEveryone = slices.Contains(a.parse, "everyone") && everyoneInText.MatchString(text)
}

// ping notifies the readers that a new message mentions. Edits notify nobody,
// nor do ephemeral and silent messages. Callers hold s.mu.
func (c *Channel) ping(m *message) {
	if m.Flags&(FlagEphemeral|FlagSuppressNotifications) != 0 {
		return
	}
	if m.MentionEveryone && c.Guild != nil {
		for _, member := range c.Guild.members {
			c.pings[member.user]++
		}
		return
	}
	for _, o := range m.Mentions {
		if u := c.server.users[o.ID]; c.reads(u) {
			c.pings[u]++
		}
	}
}
