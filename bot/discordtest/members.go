package discordtest

import "time"

// A memberObject is a member as the API sends it. Resolved members of
// interactions come without their user and without deaf and mute, and only
// interactions state permissions: those in their channel.
type memberObject struct {
	User         *UserObject `json:"user,omitempty"`
	Nick         *string     `json:"nick"`
	Avatar       *string     `json:"avatar"`
	Banner       *string     `json:"banner"`
	Roles        []Snowflake `json:"roles"`
	JoinedAt     time.Time   `json:"joined_at"`
	PremiumSince *time.Time  `json:"premium_since"`
	Timeout      *time.Time  `json:"communication_disabled_until"`
	Deaf         *bool       `json:"deaf,omitempty"`
	Mute         *bool       `json:"mute,omitempty"`
	Pending      bool        `json:"pending"`
	Flags        int         `json:"flags"`
	Permissions  string      `json:"permissions,omitempty"`
}

// resolved returns the member as in the resolved data of an interaction in a
// channel. Callers hold s.mu.
func (m *member) resolved(c *Channel) memberObject {
	o := memberObject{Roles: make([]Snowflake, len(m.roles)), JoinedAt: m.joined.UTC()}
	for i, r := range m.roles {
		o.Roles[i] = r.ID
	}
	if m.nick != "" {
		nick := m.nick
		o.Nick = &nick
	}
	if m.timedOut() {
		until := m.timeout.UTC()
		o.Timeout = &until
	}
	if c != nil {
		o.Permissions = c.permissions(m.user).String()
	}
	return o
}

// object returns the member with its user, and what it may do in a channel
// unless that is nil. Callers hold s.mu.
func (m *member) object(c *Channel) memberObject {
	o := m.resolved(c)
	u, no := m.user.object(), false
	o.User, o.Deaf, o.Mute = &u, &no, &no
	return o
}
