package discordtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/object"
)

// These are the errors for actions that Discord's client would not allow. The methods of [Client] return errors that
// wrap one of them, or ErrFailed.
var (
	// ErrNotVisible means that the user does not see the message, or that it does not exist.
	ErrNotVisible = errors.New("discordtest: no such message for this user")
	// ErrNotThere means that the command, option, button or menu does not exist, or that Discord's client does not offer
	// the action here.
	ErrNotThere = errors.New("discordtest: nothing there to use")
	// ErrDisabled means that the button or menu is disabled.
	ErrDisabled = errors.New("discordtest: the component is disabled")
	// ErrNotAllowed means that the user is timed out or lacks a permission, or that the thread is archived.
	ErrNotAllowed = errors.New("discordtest: the user may not do that here")
	// ErrBadValue means that Discord's client would not send the value.
	ErrBadValue = errors.New("discordtest: a value that the client does not accept")
)

// These errors mean that the test itself asked for something invalid.
var (
	ErrFault        = gateway.ErrFault        // the fault is invalid
	ErrNotConnected = gateway.ErrNotConnected // the fault has no connection to strike
)

// A Client is a user who looks at one channel. Its methods allow exactly the actions of Discord's own clients.
type Client struct {
	server  *Server
	user    *User
	channel *Channel
}

// In returns a client of the user that looks at a channel.
func (u *User) In(c *Channel) *Client { return &Client{server: u.server, user: u, channel: c} }

// User returns the client's user.
func (c *Client) User() *User { return c.user }

// Channel returns the channel that the client looks at.
func (c *Client) Channel() *Channel { return c.channel }

// Messages returns the channel's messages as this user sees them, oldest first, including ephemeral ones for this user.
func (c *Client) Messages() []Message {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if !c.channel.reads(c.user) {
		return nil
	}
	out := make([]Message, 0, len(c.channel.messages))
	for _, m := range c.channel.messages {
		if m.only == nil || m.only == c.user {
			out = append(out, m.Message)
		}
	}
	return out
}

// Message returns one message as this user sees it, and false if the user does not see it.
func (c *Client) Message(id Snowflake) (Message, bool) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	m, err := c.find(id)
	if err != nil {
		return Message{}, false
	}
	return m.Message, true
}

// find returns a message, or ErrNotVisible if the user does not see it.
func (c *Client) find(id Snowflake) (*sentMessage, error) {
	m := c.channel.message(id)
	if m == nil || !c.channel.reads(c.user) || m.only != nil && m.only != c.user {
		return nil, fmt.Errorf("%w: %s in %q as %s", ErrNotVisible, id, c.channel.name, c.user.name)
	}
	return m, nil
}

// Pings returns the number of mentions in the channel that have notified this user.
func (c *Client) Pings() int {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.channel.pings[c.user]
}

// Changed returns a Go channel that is closed as soon as anything changes that the user sees in this Discord channel.
func (c *Client) Changed() <-chan struct{} {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.channel.watch(c.user)
}

// Await waits until `ok` returns true for the messages that the user sees, and returns them, or ctx's error.
func (c *Client) Await(ctx context.Context, ok func([]Message) bool) ([]Message, error) {
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

// act sends the interaction that `prepare` returns under the lock, and waits for the bot's initial response.
func (c *Client) act(ctx context.Context, prepare func() (*interaction, error)) (*Answer, error) {
	c.server.mu.Lock()
	it, err := prepare()
	c.server.mu.Unlock()
	if err != nil {
		return nil, err
	}
	it.user, it.channel = c.user, c.channel
	return c.server.interactions.send(ctx, it)
}

// Say writes a message as the user. In an archived thread, it unarchives the thread. Errors: ErrNotAllowed if the user
// may not write here, ErrBadValue if the content is empty or has over 2000 characters.
func (c *Client) Say(content string) (Message, error) {
	content = strings.TrimSpace(content)
	if n := utf8.RuneCountInString(content); n == 0 || n > 2000 {
		return Message{}, fmt.Errorf("%w: a message of %d characters", ErrBadValue, n)
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if !c.mayWrite() {
		return Message{}, fmt.Errorf("%w: %s cannot write in %q", ErrNotAllowed, c.user.name, c.channel.name)
	}
	m := messageBy(c.user)
	m.Content = content
	c.channel.mention(&m.Message, c.user, form.DefaultMentions(false))
	c.channel.post(m)
	return m.Message, nil
}

func (c *Client) mayWrite() bool {
	if c.channel.Guild == nil {
		return c.channel.reads(c.user)
	}
	locked := c.channel.thread != nil && c.channel.thread.locked
	return c.channel.canSend(c.user) && (!locked || c.channel.can(c.user, object.PermissionManageThreads))
}

// Delete deletes a message as a moderator does, or dismisses an ephemeral one. In a guild it does not check the user's
// permissions. In direct and group messages users can delete only their own: otherwise ErrNotThere.
func (c *Client) Delete(message Snowflake) error {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	m, err := c.find(message)
	if err != nil {
		return err
	}
	if m.only == nil && c.channel.Guild == nil && m.Author.ID != c.user.ID {
		return fmt.Errorf("%w: nobody can delete that here", ErrNotThere)
	}
	m.remove()
	return nil
}
