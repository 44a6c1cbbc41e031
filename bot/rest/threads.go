package rest

import (
	"cmp"
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// threadLife is how many minutes a thread of the bot may be idle before Discord archives it. It is the maximum that
// Discord allows, because members cannot play in an archived thread.
const threadLife = 10080

// StartThread opens a public thread at a message. The thread gets the message's id. StartThread
// does nothing if the thread exists. Errors: *Error, and those of ctx and of the network.
func (c *Client) StartThread(ctx context.Context, channel, message, name string) error {
	body := struct {
		Name        string `json:"name"`
		AutoArchive int    `json:"auto_archive_duration"`
	}{name, threadLife}
	err := c.do(ctx, http.MethodPost, discordgo.EndpointChannelMessageThread(segment(channel), segment(message)), withToken, body, nil)
	if asRefusal(err).Code == codeThreadExists {
		return nil
	}
	return err
}

// CloseThread archives a thread. Any new message opens it again. Errors: those of StartThread.
func (c *Client) CloseThread(ctx context.Context, thread string) error {
	return c.archive(ctx, thread, true)
}

// OpenThread reopens an archived thread: Discord edits no message in one. Errors: those of StartThread.
func (c *Client) OpenThread(ctx context.Context, thread string) error {
	return c.archive(ctx, thread, false)
}

func (c *Client) archive(ctx context.Context, thread string, archived bool) error {
	body := struct {
		Archived bool `json:"archived"`
	}{archived}
	return c.do(ctx, http.MethodPatch, discordgo.EndpointChannel(segment(thread)), withToken, body, nil)
}

// UserName returns a user's display name. Errors: those of StartThread.
func (c *Client) UserName(ctx context.Context, id string) (string, error) {
	var u struct {
		Name   string `json:"username"`
		Global string `json:"global_name"`
	}
	err := c.get(ctx, discordgo.EndpointUser(segment(id)), &u)
	return cmp.Or(u.Global, u.Name), err
}
