package world

import (
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// A Member is a user's membership in a guild.
type Member struct {
	Guild   *Guild
	User    *User
	Joined  time.Time
	Nick    string    // "" for none
	Roles   []*Role   // without @everyone
	Timeout time.Time // the end of the member's timeout
}

// Give gives the member roles. It ignores @everyone, roles of other guilds, and roles that the
// member has. Callers hold the world's lock.
func (m *Member) Give(roles ...*Role) {
	for _, r := range roles {
		if r.Guild == m.Guild && r != m.Guild.Everyone && !slices.Contains(m.Roles, r) {
			m.Roles = append(slices.Clip(m.Roles), r)
		}
	}
}

// Take takes roles from a member. Callers hold the world's lock.
func (m *Member) Take(roles ...*Role) {
	m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), func(r *Role) bool { return slices.Contains(roles, r) })
}

// Alter calls `how` to change a member and, if something has changed, dispatches GUILD_MEMBER_UPDATE. It ignores users
// who are not members. Callers hold the world's lock.
func (g *Guild) Alter(u *User, how func(*Member)) {
	m := g.Member(u)
	if m == nil {
		return
	}
	before := *m
	how(m)
	if m.Nick != before.Nick || !m.Timeout.Equal(before.Timeout) || !slices.Equal(m.Roles, before.Roles) {
		m.TellUpdate()
	}
}

// hasRole reports whether the member has a role. Callers hold the world's lock.
func (m *Member) hasRole(id object.Snowflake) bool {
	return slices.ContainsFunc(m.Roles, func(r *Role) bool { return r.ID == id })
}

// timedOut reports whether the member is timed out at present.
func (m *Member) timedOut() bool { return time.Now().Before(m.Timeout) }

// A MemberObject is a member as the API sends it. In the resolved data of an interaction the fields user, deaf and mute
// are absent. The field permissions is set only in interactions: it has the permissions in the interaction's channel.
type MemberObject struct {
	User         *object.UserObject `json:"user,omitempty"`
	Nick         *string            `json:"nick"`
	Avatar       *string            `json:"avatar"`
	Banner       *string            `json:"banner"`
	Roles        []object.Snowflake `json:"roles"`
	JoinedAt     object.Time        `json:"joined_at"`
	PremiumSince *object.Time       `json:"premium_since"`
	Timeout      *object.Time       `json:"communication_disabled_until"`
	Deaf         *bool              `json:"deaf,omitempty"`
	Mute         *bool              `json:"mute,omitempty"`
	Pending      bool               `json:"pending"`
	Flags        int                `json:"flags"`
	Permissions  string             `json:"permissions,omitempty"`
}

// Object returns the member with its user. If c is not nil, it adds the member's permissions in
// that channel. Callers hold the world's lock.
func (m *Member) Object(c *Channel) MemberObject {
	o := m.Resolved(c)
	u, no := m.User.Object(), false
	o.User, o.Deaf, o.Mute = &u, &no, &no
	return o
}

// Resolved returns the member in the form for the resolved data of an interaction. If c is not nil,
// it adds the member's permissions in that channel. Callers hold the world's lock.
func (m *Member) Resolved(c *Channel) MemberObject {
	o := MemberObject{Roles: make([]object.Snowflake, len(m.Roles)), JoinedAt: object.At(m.Joined)}
	for i, r := range m.Roles {
		o.Roles[i] = r.ID
	}
	if m.Nick != "" {
		nick := m.Nick
		o.Nick = &nick
	}
	if m.timedOut() {
		until := object.At(m.Timeout)
		o.Timeout = &until
	}
	if c != nil {
		o.Permissions = c.Permissions(m.User).String()
	}
	return o
}

// MemberObjects returns the members for which `keep` returns true, at most `limit`, the oldest account first. Callers
// hold the world's lock.
func (g *Guild) MemberObjects(limit int, keep func(*Member) bool) []MemberObject {
	members := slices.SortedFunc(slices.Values(g.Members), func(a, b *Member) int { return object.CompareIDs(a.User.ID, b.User.ID) })
	out := []MemberObject{}
	for _, m := range members {
		if len(out) < limit && keep(m) {
			out = append(out, m.Object(nil))
		}
	}
	return out
}

// HasPrefixFold reports whether a text has a prefix, ignoring letter case.
func HasPrefixFold(s, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(s), strings.ToLower(prefix))
}

// A Presence is a user's presence in a guild. In the emulator all users are online and have no activity.
type Presence struct {
	User struct {
		ID object.Snowflake `json:"id"`
	} `json:"user"`
	Status       string            `json:"status"`
	Activities   []any             `json:"activities"`
	ClientStatus map[string]string `json:"client_status"`
}

// PresencesOf returns the presences of members.
func PresencesOf(members []MemberObject) []Presence {
	out := make([]Presence, len(members))
	for i, m := range members {
		p := Presence{Status: "online", Activities: []any{}, ClientStatus: map[string]string{"desktop": "online"}}
		p.User.ID = m.User.ID
		out[i] = p
	}
	return out
}

// memberEvent is the data of GUILD_MEMBER_ADD and GUILD_MEMBER_UPDATE.
type memberEvent struct {
	MemberObject
	GuildID object.Snowflake `json:"guild_id"`
}

// TellUpdate dispatches GUILD_MEMBER_UPDATE to the bots with the privileged intent. A bot always gets
// the event if the member is the bot itself. Callers hold the world's lock.
func (m *Member) TellUpdate() {
	w, e := m.Guild.World, memberEvent{m.Object(nil), m.Guild.ID}
	m.Guild.tell("GUILD_MEMBER_UPDATE", e)
	w.later(func() {
		if a := w.applicationOf(m.User); a != nil {
			w.Events.DispatchUnheard(a, m.Guild.ID, "GUILD_MEMBER_UPDATE", e)
		}
	})
}

// tellJoin dispatches GUILD_MEMBER_ADD to the bots with the privileged intent. A bot that joins
// gets GUILD_CREATE instead. Callers hold the world's lock.
func (m *Member) tellJoin() {
	g := m.Guild
	if !g.World.Events.Heard("GUILD_MEMBER_ADD", true) {
		return
	}
	e := memberEvent{m.Object(nil), g.ID}
	g.World.later(func() {
		for _, a := range g.World.botsOf(g) {
			if a.User != m.User {
				g.World.Events.Dispatch(a, g.ID, "GUILD_MEMBER_ADD", e)
			}
		}
	})
}

// memberGone is the data of GUILD_MEMBER_REMOVE.
type memberGone struct {
	GuildID object.Snowflake  `json:"guild_id"`
	User    object.UserObject `json:"user"`
}

// tellLeave dispatches GUILD_MEMBER_REMOVE to the bots with the privileged intent. A bot that
// leaves gets GUILD_DELETE instead. Callers hold the world's lock.
func (g *Guild) tellLeave(u *User) {
	g.tell("GUILD_MEMBER_REMOVE", memberGone{g.ID, u.Object()})
	g.World.later(func() {
		if a := g.World.applicationOf(u); a != nil {
			g.World.Events.Dispatch(a, g.ID, "GUILD_DELETE", map[string]object.Snowflake{"id": g.ID})
		}
	})
}
