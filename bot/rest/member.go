package rest

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Codes by which Discord says that somebody is not in a server: that it does not know them
// there, or at all. Its other answers with the status 404 say nothing of the member.
const (
	codeUnknownMember = 10007
	codeUnknownUser   = 10013
)

// IsMember asks once whether a user is in a server that the bot is in. Errors: *Error,
// ctx's, network errors.
func (c *Client) IsMember(ctx context.Context, guild, user string) (bool, error) {
	err := c.once(ctx, http.MethodGet, discordgo.EndpointGuildMember(segment(guild), segment(user)), nil, nil)
	if code := asRefusal(err).Code; code == codeUnknownMember || code == codeUnknownUser {
		return false, nil
	}
	return err == nil, err
}
