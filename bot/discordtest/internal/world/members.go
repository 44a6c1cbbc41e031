package world

import (
	"slices"
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
