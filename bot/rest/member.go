package rest

import (
	"context"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Discord's error codes that mean that a user is not in a server: the server has no such member, or the user does not
// exist. Discord sends 404 with other codes if, for example, the server is unknown; these say nothing about the user.
const (
	codeUnknownMember = 10007
	codeUnknownUser   = 10013
)

const guildsPage = 200

// Guilds lists the ids of the servers that the bot is in. Errors: those of CallWithRetries.
func (c *Client) Guilds(ctx context.Context) (ids []string, err error) {
	for after := "0"; ; after = ids[len(ids)-1] {
		var page []struct {
			ID string `json:"id"`
		}
		endpoint := discordgo.EndpointUserGuilds("@me") + "?limit=" + strconv.Itoa(guildsPage) + "&after=" + after
		if err := c.CallWithRetries(ctx, http.MethodGet, endpoint, nil, &page); err != nil {
			return nil, err
		}
		for _, g := range page {
			ids = append(ids, g.ID)
		}
		if len(page) < guildsPage {
			return ids, nil
		}
	}
}

// IsMember asks Discord, in one call, whether a user is in a server of the bot. Errors: *Error, and
// those of ctx and of the network.
func (c *Client) IsMember(ctx context.Context, guild, user string) (bool, error) {
	err := c.once(ctx, http.MethodGet, discordgo.EndpointGuildMember(segment(guild), segment(user)), nil, nil)
	if NoMember(err) {
		return false, nil
	}
	return err == nil, err
}

// NoMember reports whether an error is Discord's response that a user is not in the server.
func NoMember(err error) bool {
	code := asRefusal(err).Code
	return code == codeUnknownMember || code == codeUnknownUser
}

// GiveRole gives a member a role. It has no effect if the member has the role. Errors: *Error, and
// those of ctx and of the network.
func (c *Client) GiveRole(ctx context.Context, guild, member, role string) error {
	return c.do(ctx, http.MethodPut, roleOf(guild, member, role), withToken, nil, nil)
}

// TakeRole takes a role from a member. It has no effect if the member lacks the role. Errors: those of GiveRole.
func (c *Client) TakeRole(ctx context.Context, guild, member, role string) error {
	return c.do(ctx, http.MethodDelete, roleOf(guild, member, role), withToken, nil, nil)
}

func roleOf(guild, member, role string) string {
	return discordgo.EndpointGuildMemberRole(segment(guild), segment(member), segment(role))
}
