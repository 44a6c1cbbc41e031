package rest

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// An Emoji is one of the application's own. Messages show it as <:Name:ID>.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// User is who added it: the bot, or one of the people whom the application belongs to.
	User struct {
		Bot bool `json:"bot"`
	} `json:"user"`
}

// Emojis returns the application's emoji. Like CreateEmoji and DeleteEmoji it is one
// call with the bot's token, which the caller may repeat: the limits of these routes can
// last an hour, and show only when Discord refuses. Errors of all three: *Error, ctx's,
// network errors.
func (c *Client) Emojis(ctx context.Context, app string) ([]Emoji, error) {
	var list struct {
		Items []Emoji `json:"items"`
	}
	err := c.once(ctx, http.MethodGet, discordgo.EndpointApplicationEmojis(segment(app)), nil, &list)
	return list.Items, err
}

// CreateEmoji makes a PNG an emoji of the application's. Discord refuses a name that
// another one has.
func (c *Client) CreateEmoji(ctx context.Context, app, name string, png []byte) (Emoji, error) {
	body := map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}
	var made Emoji
	err := c.once(ctx, http.MethodPost, discordgo.EndpointApplicationEmojis(segment(app)), body, &made)
	return made, err
}

// DeleteEmoji deletes an emoji of the application's. Messages that show it show its name
// from then on.
func (c *Client) DeleteEmoji(ctx context.Context, app, id string) error {
	return c.once(ctx, http.MethodDelete, discordgo.EndpointApplicationEmoji(segment(app), segment(id)), nil, nil)
}
