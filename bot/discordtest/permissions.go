package discordtest

import (
	"slices"

	"noughts/bot/discordtest/object"
)

const (
	permissionsAll = Permissions(1<<53 - 1) // of owners and administrators

	// permissionsEveryone are the permissions of a new guild's @everyone.
	permissionsEveryone = permissionsDirect |
		object.PermissionCreateInvite | object.PermissionChangeNickname | object.PermissionSendPolls

	// permissionsDirect are the permissions that the API reports for direct messages.
	permissionsDirect = object.PermissionAddReactions | object.PermissionViewChannel | object.PermissionSendMessages |
		object.PermissionEmbedLinks | object.PermissionAttachFiles | object.PermissionReadMessageHistory |
		object.PermissionMentionEveryone | object.PermissionUseExternalEmojis | object.PermissionUseCommands |
		object.PermissionCreatePublicThreads | object.PermissionCreatePrivateThreads | object.PermissionSendInThreads |
		object.PermissionSendVoice | object.PermissionUseExternalApps

	// needSending are the permissions that have no effect without permission to send messages.
	needSending = object.PermissionMentionEveryone | object.PermissionSendTTS | object.PermissionAttachFiles |
		object.PermissionEmbedLinks

	// inTimeout are the permissions that a member keeps during a timeout.
	inTimeout = object.PermissionViewChannel | object.PermissionReadMessageHistory
)

type overwrite struct {
	ID          Snowflake // the id of the role or the user
	member      bool      // whether it is for a member and not for a role
	allow, deny Permissions
}

// A Holder is a role or a user that [Channel.Overwrite] sets permissions for.
type Holder interface {
	overwrite() overwrite
}

func (r *Role) overwrite() overwrite { return overwrite{ID: r.ID} }
func (u *User) overwrite() overwrite { return overwrite{ID: u.ID, member: true} }

// Overwrite sets the permissions of a role or a member in this channel and its threads. Those in `allow` and `deny`
// take precedence over the permissions in the guild; all others stay as in the guild.
func (c *Channel) Overwrite(who Holder, allow, deny Permissions) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	o := who.overwrite()
	o.allow, o.deny = allow, deny
	others := slices.DeleteFunc(slices.Clone(c.overwrites), func(x overwrite) bool { return x.ID == o.ID })
	c.overwrites = append(others, o)
}

// Permissions returns the user's permissions in the channel: none if the user does not see the channel.
func (c *Channel) Permissions(u *User) Permissions {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if !c.reads(u) {
		return 0
	}
	return c.permissions(u)
}

// permissions returns the member's permissions in the guild, regardless of channels.
func (m *member) permissions() Permissions {
	p := m.guild.everyone.permissions
	for _, r := range m.roles {
		p |= r.permissions
	}
	if p.Has(object.PermissionAdministrator) || m.guild.owner == m.user {
		return permissionsAll
	}
	return p
}

// permissions returns a user's permissions in the channel, as interactions report them. They do not tell whether the
// user sees a private thread: reads does.
func (c *Channel) permissions(u *User) Permissions {
	switch {
	case c.deleted:
		return 0
	case c.Guild == nil && c.reads(u):
		return permissionsDirect
	case c.Guild == nil || c.Guild.member(u) == nil:
		return 0
	}
	m := c.Guild.member(u)
	p := m.permissions()
	if p == permissionsAll {
		return p
	}
	return m.limited(c.overwritten(p, m), c.parent != nil)
}

// overwritten applies the channel's overwrites to p: that of @everyone, those of the member's roles together, and the
// member's own.
func (c *Channel) overwritten(p Permissions, m *member) Permissions {
	from := c
	if c.parent != nil {
		from = c.parent
	}
	var everyone, roles, own overwrite
	for _, o := range from.overwrites {
		switch {
		case o.member && o.ID == m.user.ID:
			own = o
		case o.ID == c.Guild.ID:
			everyone = o
		case !o.member && m.hasRole(o.ID):
			roles.allow |= o.allow
			roles.deny |= o.deny
		}
	}
	for _, o := range []overwrite{everyone, roles, own} {
		p = p&^o.deny | o.allow
	}
	return p
}

func (m *member) limited(p Permissions, inThread bool) Permissions {
	sending := object.PermissionSendMessages
	if inThread {
		sending = object.PermissionSendInThreads
	}
	switch {
	case !p.Has(object.PermissionViewChannel):
		return 0
	case !p.Has(sending):
		p &^= needSending
	}
	if m.timedOut() {
		p &= inTimeout
	}
	return p
}

func (c *Channel) can(u *User, what Permissions) bool { return c.permissions(u).Has(what) }

func (c *Channel) canSend(u *User) bool {
	if c.parent != nil {
		return c.reads(u) && c.can(u, object.PermissionSendInThreads)
	}
	return c.can(u, object.PermissionSendMessages)
}

func (c *Channel) silences(u *User) bool {
	if c.Guild == nil {
		return false
	}
	m := c.Guild.member(u)
	return m != nil && m.timedOut() && m.permissions() != permissionsAll
}
