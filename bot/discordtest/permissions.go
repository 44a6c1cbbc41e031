package discordtest

import (
	"slices"
	"strconv"
	"time"
)

// Permissions is a set of what somebody may do, in Discord's bits.
type Permissions uint64

// The permissions that matter here.
const (
	PermissionCreateInvite        Permissions = 1 << 0
	PermissionKickMembers         Permissions = 1 << 1
	PermissionAdministrator       Permissions = 1 << 3
	PermissionManageChannels      Permissions = 1 << 4
	PermissionManageGuild         Permissions = 1 << 5
	PermissionAddReactions        Permissions = 1 << 6
	PermissionViewChannel         Permissions = 1 << 10
	PermissionSendMessages        Permissions = 1 << 11
	PermissionSendTTS             Permissions = 1 << 12
	PermissionManageMessages      Permissions = 1 << 13
	PermissionEmbedLinks          Permissions = 1 << 14
	PermissionAttachFiles         Permissions = 1 << 15
	PermissionReadMessageHistory  Permissions = 1 << 16
	PermissionMentionEveryone     Permissions = 1 << 17
	PermissionUseExternalEmojis   Permissions = 1 << 18
	PermissionChangeNickname      Permissions = 1 << 26
	PermissionManageNicknames     Permissions = 1 << 27
	PermissionManageRoles         Permissions = 1 << 28
	PermissionManageWebhooks      Permissions = 1 << 29
	PermissionUseCommands         Permissions = 1 << 31
	PermissionManageEvents        Permissions = 1 << 33
	PermissionManageThreads       Permissions = 1 << 34
	PermissionCreatePublicThreads Permissions = 1 << 35
	PermissionSendInThreads       Permissions = 1 << 38
	PermissionModerateMembers     Permissions = 1 << 40
	PermissionSendPolls           Permissions = 1 << 49
	PermissionUseExternalApps     Permissions = 1 << 50
	PermissionPinMessages         Permissions = 1 << 51
)

const (
	permissionsAll = Permissions(1<<53 - 1)
	// permissionsEveryone are those of a new guild's @everyone.
	permissionsEveryone = PermissionCreateInvite | PermissionChangeNickname | PermissionAddReactions | PermissionViewChannel | PermissionSendMessages |
		PermissionEmbedLinks | PermissionAttachFiles | PermissionReadMessageHistory | PermissionMentionEveryone |
		PermissionUseExternalEmojis | PermissionUseCommands | PermissionCreatePublicThreads |
		PermissionSendInThreads | PermissionSendPolls | PermissionUseExternalApps
	// permissionsDirect are those that the API states in direct messages.
	permissionsDirect = permissionsEveryone &^ (PermissionCreateInvite | PermissionChangeNickname | PermissionSendPolls)
	// needSending are those that nobody has who cannot send messages.
	needSending = PermissionMentionEveryone | PermissionSendTTS | PermissionAttachFiles | PermissionEmbedLinks
	// inTimeout are those that a timeout leaves.
	inTimeout = PermissionViewChannel | PermissionReadMessageHistory
)

// has says whether all of some permissions are there.
func (p Permissions) has(all Permissions) bool { return p&all == all }

// String returns the bits as the API sends them: a decimal number.
func (p Permissions) String() string { return strconv.FormatUint(uint64(p), 10) }

// An overwrite changes in one channel what a role or a member may do.
type overwrite struct {
	id          Snowflake // the role's or the user's
	member      bool
	allow, deny Permissions
}

// A Holder of permissions is a *Role or a *User.
type Holder interface {
	holder() (id Snowflake, isMember bool)
}

func (r *Role) holder() (Snowflake, bool) { return r.ID, false }
func (u *User) holder() (Snowflake, bool) { return u.ID, true }

// Overwrite sets what a role or a member may do in this channel, whatever they
// may elsewhere; threads follow their channel. What is neither allowed nor
// denied is as in the guild.
func (c *Channel) Overwrite(who Holder, allow, deny Permissions) {
	c.world.Lock()
	defer c.world.Unlock()
	id, isMember := who.holder()
	c.overwrite(overwrite{id: id, member: isMember, allow: allow, deny: deny})
}

// overwrite is Overwrite for callers that hold s.mu.
func (c *Channel) overwrite(o overwrite) {
	c.overwrites = slices.DeleteFunc(slices.Clone(c.overwrites), func(x overwrite) bool { return x.id == o.id })
	c.overwrites = append(c.overwrites, o)
}

// Permissions returns what a user may do in the channel: nothing when they are
// not there.
func (c *Channel) Permissions(u *User) Permissions {
	c.world.Lock()
	defer c.world.Unlock()
	return c.permissions(u)
}

// can says whether a user may do something in the channel. Callers hold s.mu.
func (c *Channel) can(u *User, what Permissions) bool { return c.permissions(u).has(what) }

// canSend says whether a user may send messages in the channel, which in
// threads is another permission than elsewhere. Callers hold s.mu.
func (c *Channel) canSend(u *User) bool {
	if c.parent != nil {
		return c.can(u, PermissionSendInThreads)
	}
	return c.can(u, PermissionSendMessages)
}

// permissions returns what a user may do in the channel. Callers hold s.mu.
func (c *Channel) permissions(u *User) Permissions {
	if c.deleted {
		return 0
	}
	if c.Guild == nil {
		if c.reads(u) {
			return permissionsDirect
		}
		return 0
	}
	m := c.Guild.member(u)
	if m == nil {
		return 0
	}
	p := m.permissions()
	if p == permissionsAll {
		return p
	}
	return m.limited(c.overwritten(p, m), c.parent != nil)
}

// overwritten applies the channel's overwrites: those of @everyone, then of all
// roles together, then the member's own.
func (c *Channel) overwritten(p Permissions, m *member) Permissions {
	from := c
	if c.parent != nil {
		from = c.parent
	}
	var everyone, roles, own overwrite
	for _, o := range from.overwrites {
		switch {
		case o.member && o.id == m.user.ID:
			own = o
		case o.id == c.Guild.ID:
			everyone = o
		case !o.member && m.hasRole(o.id):
			roles.allow |= o.allow
			roles.deny |= o.deny
		}
	}
	for _, o := range []overwrite{everyone, roles, own} {
		p = p&^o.deny | o.allow
	}
	return p
}

// limited takes away what depends on permissions that are missing, and what a
// timeout takes.
func (m *member) limited(p Permissions, inThread bool) Permissions {
	sending := PermissionSendMessages
	if inThread {
		sending = PermissionSendInThreads
	}
	switch {
	case !p.has(PermissionViewChannel):
		return 0
	case !p.has(sending):
		p &^= needSending
	}
	if m.timedOut() {
		p &= inTimeout
	}
	return p
}

// permissions returns what a member may do in the guild as a whole. Owners and
// administrators may do everything. Callers hold s.mu.
func (m *member) permissions() Permissions {
	p := m.guild.everyone.permissions
	for _, r := range m.roles {
		p |= r.permissions
	}
	if p.has(PermissionAdministrator) || m.guild.owner == m.user {
		return permissionsAll
	}
	return p
}

// timedOut says whether the member must be silent for now.
func (m *member) timedOut() bool { return time.Now().Before(m.timeout) }

// silences says whether the user is a member whom a timeout keeps from using
// anything. Callers hold s.mu.
func (c *Channel) silences(u *User) bool {
	if c.Guild == nil {
		return false
	}
	m := c.Guild.member(u)
	return m != nil && m.timedOut() && m.permissions() != permissionsAll
}

// satisfies says whether permissions are those that a command asks for, as a
// decimal bit set; "0" means that only administrators have them.
func (p Permissions) satisfies(bits string) bool {
	want, err := strconv.ParseUint(bits, 10, 64)
	if p.has(PermissionAdministrator) {
		return true
	}
	return err == nil && want != 0 && p.has(Permissions(want))
}
