package rest

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// CanPlay reports whether a member can press the bot's buttons in a channel or thread of a guild. The channel must
// exist and be visible to the member and the bot. It must not be a locked thread, unless the member manages threads. The
// member must be in the guild and not timed out. An archived thread is no obstacle: see OpenThread. If `member` is "",
// CanPlay asks only for the channel. Errors: *Error, and those of ctx and of the network.
func (c *Client) CanPlay(ctx context.Context, guild, in, member string) (bool, error) {
	can, err := c.canPlay(ctx, guild, in, member)
	if Gone(err) || NoMember(err) {
		return false, nil
	}
	return can, err
}

func (c *Client) canPlay(ctx context.Context, guild, in, member string) (bool, error) {
	var place channel
	if err := c.get(ctx, discordgo.EndpointChannel(segment(in)), &place); err != nil {
		return false, err
	}
	if member == "" {
		return !place.Thread.Locked, nil
	}
	above := place
	if place.isThread() {
		if err := c.get(ctx, discordgo.EndpointChannel(segment(place.Parent)), &above); err != nil {
			return false, err
		}
	}
	var server serverRoles
	if err := c.get(ctx, discordgo.EndpointGuild(segment(guild)), &server); err != nil {
		return false, err
	}
	var m struct {
		Roles    []string  `json:"roles"`
		Silenced time.Time `json:"communication_disabled_until"`
	}
	if err := c.get(ctx, discordgo.EndpointGuildMember(segment(guild), segment(member)), &m); err != nil {
		return false, err
	}
	roles := append(m.Roles, guild)
	inGuild := permissionsOf(server.Roles, roles)
	may := above.permissions(inGuild, guild, member, roles)
	switch {
	case server.Owner == member || inGuild&discordgo.PermissionAdministrator != 0:
		return true, nil
	case time.Now().Before(m.Silenced), may&discordgo.PermissionViewChannel == 0:
		return false, nil
	case may&discordgo.PermissionManageThreads != 0:
		return true, nil
	case place.Thread.Locked:
		return false, nil
	case place.Type == discordgo.ChannelTypeGuildPrivateThread:
		err := c.get(ctx, discordgo.EndpointThreadMember(segment(in), segment(member)), nil)
		if Unknown(err) {
			return false, nil
		}
		return err == nil, err
	}
	return true, nil
}

func (c *Client) get(ctx context.Context, endpoint string, answer any) error {
	return c.do(ctx, http.MethodGet, endpoint, withToken, nil, answer)
}

func permissionsOf(roles []role, has []string) (all int64) {
	for _, r := range roles {
		if slices.Contains(has, r.ID) {
			all |= r.Permissions
		}
	}
	return all
}
