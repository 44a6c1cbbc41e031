package driver

import (
	"context"
	"errors"
	"fmt"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Reasons why a client cannot do something. Package discordtest exports them under the same names and documents each.
var (
	ErrNotVisible = errors.New("discordtest: no such message for this user")
	ErrNotThere   = errors.New("discordtest: nothing there to use")
	ErrDisabled   = errors.New("discordtest: the component is disabled")
	ErrNotAllowed = errors.New("discordtest: the user may not do that here")
	ErrOutdated   = errors.New("discordtest: this command is outdated")
	ErrBadValue   = errors.New("discordtest: a value that the client does not accept")
)

// A Client is a user looking at one channel. It has no other state.
type Client struct {
	desk    *interaction.Desk
	user    *world.User
	channel *world.Channel
}

// New returns the client of user u, who looks at channel c.
func New(d *interaction.Desk, u *world.User, c *world.Channel) *Client {
	return &Client{desk: d, user: u, channel: c}
}

// world returns the Discord that the client is connected to.
func (c *Client) world() *world.World { return c.user.World }

// sees reports whether the user sees a message.
func (c *Client) sees(m *world.Message) bool {
	return c.channel.Reads(c.user) && (m.Only == nil || m.Only == c.user)
}

// find returns a message, or ErrNotVisible if the user does not see it.
func (c *Client) find(id object.Snowflake) (*world.Message, error) {
	m := c.channel.Message(id)
	if m == nil || !c.sees(m) {
		return nil, fmt.Errorf("%w: %s in %q as %s", ErrNotVisible, id, c.channel.Name, c.user.Name)
	}
	return m, nil
}

// Messages returns the messages of the channel that the user sees, the oldest first. They include
// the user's own ephemeral messages.
func (c *Client) Messages() []object.Message {
	c.world().Lock()
	defer c.world().Unlock()
	if !c.channel.Reads(c.user) {
		return nil
	}
	out := make([]object.Message, 0, len(c.channel.Messages))
	for _, m := range c.channel.Messages {
		if m.Only == nil || m.Only == c.user {
			out = append(out, m.Linked())
		}
	}
	return out
}

// Message returns one message as the user sees it. It returns false if the user does not see it.
func (c *Client) Message(id object.Snowflake) (object.Message, bool) {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(id)
	if err != nil {
		return object.Message{}, false
	}
	return m.Linked(), true
}

// Pings returns how often a message in the channel has notified the user by a mention.
func (c *Client) Pings() int {
	c.world().Lock()
	defer c.world().Unlock()
	return c.channel.Pings(c.user)
}

// Changed returns a Go channel that is closed at the next change that the user sees in the Discord channel.
func (c *Client) Changed() <-chan struct{} {
	c.world().Lock()
	defer c.world().Unlock()
	return c.channel.Watch(c.user)
}

// Await waits until `ok` returns true for the user's messages and returns those messages, or returns ctx's error.
func (c *Client) Await(ctx context.Context, ok func([]object.Message) bool) ([]object.Message, error) {
	for {
		changed := c.Changed() // before reading the messages, so that no change is missed
		if seen := c.Messages(); ok(seen) {
			return seen, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// send sends an interaction to the bot and waits for its initial response.
func (c *Client) send(ctx context.Context, it *interaction.Interaction) (*interaction.Answer, error) {
	it.User, it.Channel = c.user, c.channel
	return c.desk.Send(ctx, it)
}
