package world

import (
	"math"
	"slices"

	"noughts/bot/discordtest/object"
)

// Sets of permissions.
const (
	// PermissionsAll are the permissions of owners and administrators.
	PermissionsAll = object.Permissions(1<<53 - 1)
	// PermissionsEveryone are the permissions of a new guild's @everyone.
	PermissionsEveryone = object.PermissionCreateInvite | object.PermissionChangeNickname | object.PermissionAddReactions | object.PermissionViewChannel | object.PermissionSendMessages |
		object.PermissionEmbedLinks | object.PermissionAttachFiles | object.PermissionReadMessageHistory | object.PermissionMentionEveryone |
		object.PermissionUseExternalEmojis | object.PermissionUseCommands | object.PermissionCreatePublicThreads |
		object.PermissionCreatePrivateThreads | object.PermissionSendInThreads | object.PermissionSendVoice | object.PermissionSendPolls | object.PermissionUseExternalApps
	// PermissionsDirect are the permissions that the API reports for direct messages.
	PermissionsDirect = PermissionsEveryone &^ (object.PermissionCreateInvite | object.PermissionChangeNickname | object.PermissionSendPolls)
	// needSending are the permissions that have no effect without permission to send messages.
	needSending = object.PermissionMentionEveryone | object.PermissionSendTTS | object.PermissionAttachFiles | object.PermissionEmbedLinks
	// InTimeout are the permissions that a member keeps during a timeout.
	InTimeout = object.PermissionViewChannel | object.PermissionReadMessageHistory
)

// An Overwrite changes the permissions of a role or a member in one channel.
type Overwrite struct {
	ID          object.Snowflake // the id of the role or the user
	Member      bool             // whether it is for a member and not for a role
	Allow, Deny object.Permissions
}

// SetOverwrite sets the overwrite of a role or a member. It replaces an existing one. Callers hold the world's lock.
func (c *Channel) SetOverwrite(o Overwrite) {
	c.Overwrites = slices.DeleteFunc(slices.Clone(c.Overwrites), func(x Overwrite) bool { return x.ID == o.ID })
	c.Overwrites = append(c.Overwrites, o)
}

// Permissions returns the member's permissions in the guild, regardless of channels. Owners and
// administrators have all permissions. Callers hold the world's lock.
func (m *Member) Permissions() object.Permissions {
	p := m.Guild.Everyone.Permissions
	for _, r := range m.Roles {
		p |= r.Permissions
	}
	if p.Has(object.PermissionAdministrator) || m.Guild.Owner == m.User {
		return PermissionsAll
	}
	return p
}

// May reports whether a bot has all the permissions p in the guild, regardless of channels. Callers hold the world's
// lock.
func (g *Guild) May(a *Application, p object.Permissions) bool {
	m := g.Member(a.User)
	return m != nil && m.Permissions().Has(p)
}

// MayChange reports whether a bot may change a role. The bot needs the permission to manage roles
// and a higher role. Callers hold the world's lock.
func (g *Guild) MayChange(a *Application, r *Role) bool {
	return g.May(a, object.PermissionManageRoles) && slices.Index(g.Roles, r) < g.Rank(a.User)
}

// MayGive reports whether a bot may give a role to a member or take it away. The rules are those of MayChange, but
// managed roles of bots can be neither given nor taken away. Callers hold the world's lock.
func (g *Guild) MayGive(a *Application, r *Role) bool { return r.Bot == nil && g.MayChange(a, r) }

// Rank returns the position of a user's highest role. A user may change members with a lower rank.
// The owner has the highest rank, so nobody may change the owner. Callers hold the world's lock.
func (g *Guild) Rank(u *User) int {
	if g.Owner == u {
		return math.MaxInt
	}
	highest := 0
	if m := g.Member(u); m != nil {
		for _, r := range m.Roles {
			highest = max(highest, slices.Index(g.Roles, r))
		}
	}
	return highest
}

// Permissions returns a user's permissions in the channel, as interactions report them. They do not tell whether the
// user sees a private thread: Reads reports that. Callers hold the world's lock.
func (c *Channel) Permissions(u *User) object.Permissions {
	if c.Deleted {
		return 0
	}
	if c.Guild == nil {
		if c.Reads(u) {
			return PermissionsDirect
		}
		return 0
	}
	m := c.Guild.Member(u)
	if m == nil {
		return 0
	}
	p := m.Permissions()
	if p == PermissionsAll {
		return p
	}
	return m.limited(c.overwritten(p, m), c.Parent != nil)
}

// Can reports whether a user has all the permissions `what` in the channel. Callers hold the world's lock.
func (c *Channel) Can(u *User, what object.Permissions) bool { return c.Permissions(u).Has(what) }

// CanSend reports whether a user may send messages in the channel. Threads and other channels have separate permissions
// for this. Callers hold the world's lock.
func (c *Channel) CanSend(u *User) bool {
	if c.Parent != nil {
		return c.Reads(u) && c.Can(u, object.PermissionSendInThreads)
	}
	return c.Can(u, object.PermissionSendMessages)
}

// Silences reports whether the user is timed out in the channel's guild. Callers hold the world's lock.
func (c *Channel) Silences(u *User) bool {
	if c.Guild == nil {
		return false
	}
	m := c.Guild.Member(u)
	return m != nil && m.timedOut() && m.Permissions() != PermissionsAll
}

// overwritten applies the channel's overwrites to p, in this order: the overwrite of @everyone,
// those of the member's roles together, and the member's own overwrite.
func (c *Channel) overwritten(p object.Permissions, m *Member) object.Permissions {
	from := c
	if c.Parent != nil {
		from = c.Parent
	}
	var everyone, roles, own Overwrite
	for _, o := range from.Overwrites {
		switch {
		case o.Member && o.ID == m.User.ID:
			own = o
		case o.ID == c.Guild.ID:
			everyone = o
		case !o.Member && m.hasRole(o.ID):
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		}
	}
	for _, o := range []Overwrite{everyone, roles, own} {
		p = p&^o.Deny | o.Allow
	}
	return p
}

// limited removes the permissions that have no effect: all if the member cannot view the channel, the
// set needSending if the member cannot send messages, and all outside the set InTimeout during a timeout.
func (m *Member) limited(p object.Permissions, inThread bool) object.Permissions {
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
		p &= InTimeout
	}
	return p
}
