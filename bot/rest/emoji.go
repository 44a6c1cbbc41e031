package rest

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// An Emoji is an emoji of the application. In messages it is written as <:Name:ID>.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// User is the user who added the emoji: the bot, or a member of the application's team.
	User struct {
		Bot bool `json:"bot"`
	} `json:"user"`
}

// Emojis returns the application's emoji.
//
// Emojis, CreateEmoji and DeleteEmoji each make one call with the bot's token. They do not retry, because a rate limit
// of these routes can last an hour; the caller may retry. They return an *Error, an error of ctx, or an error of the
// network.
func (c *Client) Emojis(ctx context.Context, app string) ([]Emoji, error) {
	var list struct {
		Items []Emoji `json:"items"`
	}
	err := c.once(ctx, http.MethodGet, discordgo.EndpointApplicationEmojis(segment(app)), nil, &list)
	return list.Items, err
}

// CreateEmoji adds a PNG as an emoji. Discord refuses a name that is in use.
func (c *Client) CreateEmoji(ctx context.Context, app, name string, png []byte) (Emoji, error) {
	body := map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}
	var made Emoji
	err := c.once(ctx, http.MethodPost, discordgo.EndpointApplicationEmojis(segment(app)), body, &made)
	return made, err
}

// DeleteEmoji deletes an emoji. Messages that use it then show its name.
func (c *Client) DeleteEmoji(ctx context.Context, app, id string) error {
	return c.once(ctx, http.MethodDelete, discordgo.EndpointApplicationEmoji(segment(app), segment(id)), nil, nil)
}
