package rest

import (
	"context"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Discord's codes for a user who is not in a server: unknown there, or unknown at all. Other 404
// answers say nothing about the member.
const (
	codeUnknownMember = 10007
	codeUnknownUser   = 10013
)

// guildsPage is how many servers Discord lists in one answer.
const guildsPage = 200

// Guilds lists the servers that the bot is in. Errors: as CallWithRetries's.
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

// IsMember asks once whether a user is in one of the bot's servers. Errors: *Error, ctx's, network
// errors.
func (c *Client) IsMember(ctx context.Context, guild, user string) (bool, error) {
	err := c.once(ctx, http.MethodGet, discordgo.EndpointGuildMember(segment(guild), segment(user)), nil, nil)
	if NoMember(err) {
		return false, nil
	}
	return err == nil, err
}

// NoMember reports whether Discord answered that a user is not in the server.
func NoMember(err error) bool {
	code := asRefusal(err).Code
	return code == codeUnknownMember || code == codeUnknownUser
}

// GiveRole gives a member a role, and TakeRole takes it away; both may be repeated. Errors: *Error, ctx's, network
// errors.
func (c *Client) GiveRole(ctx context.Context, guild, member, role string) error {
	return c.do(ctx, http.MethodPut, roleOf(guild, member, role), withToken, nil, nil)
}

// TakeRole takes a role from a member: see GiveRole.
func (c *Client) TakeRole(ctx context.Context, guild, member, role string) error {
	return c.do(ctx, http.MethodDelete, roleOf(guild, member, role), withToken, nil, nil)
}

func roleOf(guild, member, role string) string {
	return discordgo.EndpointGuildMemberRole(segment(guild), segment(member), segment(role))
}
