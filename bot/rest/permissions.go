package rest

import (
	"context"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Permissions returns a member's permissions in each channel of a guild except threads, as
// Discord's bits; for "" those of @everyone. It applies roles and overwrites as in
// https://discord.com/developers/docs/topics/permissions#permission-overwrites, but ignores
// timeouts and the owner's rights. Errors: *Error, ctx's, network errors.
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
		if err := c.do(ctx, http.MethodGet, endpoint, withToken, nil, answer); err != nil {
			return nil, err
		}
	}
	m.Roles = append(m.Roles, guild) // the role of everybody
	var inGuild int64
	for _, r := range roles {
		if slices.Contains(m.Roles, r.ID) {
			inGuild |= r.Permissions
		}
	}
	may := make(map[string]int64, len(channels))
	for _, ch := range channels {
		may[ch.ID] = ch.permissions(inGuild, guild, member, m.Roles)
	}
	return may, nil
}

// A role and a channel, reduced to what the bot reads.
type (
	role struct {
		ID          string `json:"id"`
		Permissions int64  `json:"permissions,string"`
	}
	channel struct {
		ID         string      `json:"id"`
		Overwrites []overwrite `json:"permission_overwrites"`
	}
	overwrite struct {
		ID    string `json:"id"` // of a role or a member
		Allow int64  `json:"allow,string"`
		Deny  int64  `json:"deny,string"`
	}
)

// permissions returns the permissions in a channel: those in the guild, changed by the overwrites
// of @everyone, then of the member's roles together, then of the member.
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
