package rest

import (
	"context"
	"math"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Permissions returns a member's permissions, as Discord's bits, in each channel of a guild except threads. If `member`
// is "" it returns those of @everyone. It applies roles and overwrites as described in
// https://discord.com/developers/docs/topics/permissions#permission-overwrites, but ignores timeouts and the rights of
// the guild's owner. Errors: *Error, and those of ctx and of the network.
func (c *Client) Permissions(ctx context.Context, guild, member string) (map[string]int64, error) {
	var (
		roles    []role
		channels []channel
		m        struct {
			Roles []string `json:"roles"`
		}
	)
	ask := map[string]any{discordgo.EndpointGuildRoles(segment(guild)): &roles, discordgo.EndpointGuildChannels(segment(guild)): &channels}
	if member != "" {
		ask[discordgo.EndpointGuildMember(segment(guild), segment(member))] = &m
	}
	for endpoint, answer := range ask {
		if err := c.get(ctx, endpoint, answer); err != nil {
			return nil, err
		}
	}
	m.Roles = append(m.Roles, guild) // the id of the @everyone role is the guild's id
	inGuild := permissionsOf(roles, m.Roles)
	may := make(map[string]int64, len(channels))
	for _, ch := range channels {
		may[ch.ID] = ch.permissions(inGuild, guild, member, m.Roles)
	}
	return may, nil
}

// Deleted returns those of the given channels and roles that a guild does not have. Errors: those of Permissions.
func (c *Client) Deleted(ctx context.Context, guild string, channels, roles []string) (gone []string, err error) {
	for endpoint, ids := range map[string][]string{discordgo.EndpointGuildChannels(segment(guild)): channels, discordgo.EndpointGuildRoles(segment(guild)): roles} {
		if len(ids) == 0 {
			continue
		}
		var has []messageID // these have ids, too
		if err := c.get(ctx, endpoint, &has); err != nil {
			return nil, err
		}
		for _, id := range ids {
			if !slices.ContainsFunc(has, func(one messageID) bool { return one.ID == id }) {
				gone = append(gone, id)
			}
		}
	}
	return gone, nil
}

// Outranks reports whether the highest of a user's roles in a guild is above a role, or the user owns the guild. Errors:
// *Error, and those of ctx and of the network.
func (c *Client) Outranks(ctx context.Context, guild, user string, roles []string, over string) (bool, error) {
	var g serverRoles
	if err := c.get(ctx, discordgo.EndpointGuild(segment(guild)), &g); err != nil {
		return false, err
	}
	highest, wanted := 0, math.MaxInt
	for _, r := range g.Roles {
		if slices.Contains(roles, r.ID) {
			highest = max(highest, r.Position)
		}
		if r.ID == over {
			wanted = r.Position
		}
	}
	return g.Owner == user || highest > wanted, nil
}

// These types have only the fields that the bot reads.
type (
	serverRoles struct {
		Owner string `json:"owner_id"`
		Roles []role `json:"roles"`
	}
	role struct {
		ID          string `json:"id"`
		Position    int    `json:"position"`
		Permissions int64  `json:"permissions,string"`
	}
	channel struct {
		ID         string                `json:"id"`
		Type       discordgo.ChannelType `json:"type"`
		Parent     string                `json:"parent_id"`
		Overwrites []overwrite           `json:"permission_overwrites"`
		Thread     struct {
			Locked bool `json:"locked"`
		} `json:"thread_metadata"`
	}
	overwrite struct {
		ID    string `json:"id"` // id of a role or a member
		Allow int64  `json:"allow,string"`
		Deny  int64  `json:"deny,string"`
	}
)

func (c channel) isThread() bool {
	return slices.Contains([]discordgo.ChannelType{
		discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
	}, c.Type)
}

// permissions applies the overwrites of @everyone, then those of all the member's roles together, then the member's
// own.
func (c channel) permissions(inGuild int64, guild, member string, roles []string) int64 {
	if inGuild&discordgo.PermissionAdministrator != 0 {
		return inGuild
	}
	var everyone, ofRoles, own overwrite
	for _, o := range c.Overwrites {
		switch {
		case member != "" && o.ID == member:
			own = o
		case o.ID == guild:
			everyone = o
		case slices.Contains(roles, o.ID):
			ofRoles.Allow |= o.Allow
			ofRoles.Deny |= o.Deny
		}
	}
	may := inGuild
	for _, o := range []overwrite{everyone, ofRoles, own} {
		may = may&^o.Deny | o.Allow
	}
	if may&discordgo.PermissionViewChannel == 0 {
		return 0
	}
	return may
}
