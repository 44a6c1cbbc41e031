package discordtest

import (
	"context"

	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
)

// A Client is a user who looks at one channel. Its methods allow exactly the actions of Discord's
// own clients. It is safe for concurrent use.
type Client struct {
	user    *User
	channel *Channel
	driver  *driver.Client
}

// An Answer is the bot's initial response to an interaction.
type Answer struct {
	Type    int      // callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal
	Message *Message // the message that the response created or changed, as it was at that time; nil if there is none
	Choices []Choice // type 8
	Modal   *Modal   // type 9, for Client.Submit

	driver *interaction.Answer // the internal answer that this Answer was made from; Submit needs it
}

// answered converts an answer of package internal/interaction to an Answer. It returns `err` if `err` is not nil.
func answered(a *interaction.Answer, err error) (*Answer, error) {
	if err != nil {
		return nil, err
	}
	return &Answer{Type: a.Type, Message: a.Message, Choices: a.Choices, Modal: a.Modal, driver: a}, nil
}

// inDriver returns the answer of package internal/interaction that the Answer was made from, or nil if the Answer is
// nil.
func (a *Answer) inDriver() *interaction.Answer {
	if a == nil {
		return nil
	}
	return a.driver
}

// User returns the client's user.
func (c *Client) User() *User { return c.user }

// Channel returns the channel that the client looks at.
func (c *Client) Channel() *Channel { return c.channel }

// Messages returns the messages of the channel as this user sees them, oldest first. They include
// ephemeral messages for this user.
func (c *Client) Messages() []Message {
	return c.driver.Messages()
}

// Message returns one message as this user sees it, and false if the user does not see it.
func (c *Client) Message(id Snowflake) (Message, bool) {
	return c.driver.Message(id)
}

// Pings returns the number of mentions in the channel that have notified this user.
func (c *Client) Pings() int {
	return c.driver.Pings()
}

// Changed returns a Go channel that is closed as soon as anything changes that the user sees in this Discord channel.
func (c *Client) Changed() <-chan struct{} {
	return c.driver.Changed()
}

// Await waits until the function `ok` returns true for the messages that the user sees, and returns
// these messages. It returns ctx's error if ctx ends first.
func (c *Client) Await(ctx context.Context, ok func([]Message) bool) ([]Message, error) {
	return c.driver.Await(ctx, ok)
}

// Use uses a slash command, such as "/settings" or "/config channels". `values` has the command's options by name, as
// string, int, float64, bool, *User, *Role, *Channel or File. Use returns when the bot has answered. Errors: ErrFailed,
// ErrNotThere, ErrBadValue.
func (c *Client) Use(ctx context.Context, command string, values map[string]any) (*Answer, error) {
	return answered(c.driver.Use(ctx, command, states(values)))
}

// Complete asks the bot for the choices of an option with autocomplete. `text` is the text typed so far into that
// option, and `values` holds the other options.
func (c *Client) Complete(ctx context.Context, command, option, text string, values map[string]any) ([]Choice, error) {
	return c.driver.Complete(ctx, command, option, text, states(values))
}

// UseOn uses a user command, from the menu of a member.
func (c *Client) UseOn(ctx context.Context, command string, target *User) (*Answer, error) {
	return answered(c.driver.UseOn(ctx, command, target.orNil()))
}

// UseKnown is like Use, for a client that read the command from [Client.Commands] some time ago. If the command has
// changed since then, UseKnown returns ErrOutdated, because Discord would refuse the outdated command. If the command
// has been deleted, UseKnown returns ErrNotThere.
func (c *Client) UseKnown(ctx context.Context, known Command, command string, values map[string]any) (*Answer, error) {
	return answered(c.driver.UseKnown(ctx, known, command, states(values)))
}

// Press presses the button with a custom id.
func (c *Client) Press(ctx context.Context, message Snowflake, customID string) (*Answer, error) {
	return answered(c.driver.Press(ctx, message, customID))
}

// Choose chooses values in the menu with a custom id. In a menu of users, roles or channels the values are ids.
func (c *Client) Choose(ctx context.Context, message Snowflake, customID string, values ...string) (*Answer, error) {
	return answered(c.driver.Choose(ctx, message, customID, values...))
}

// Say writes a message of at most 2000 characters as the user. In an archived thread, the message
// unarchives the thread. Errors: ErrNotAllowed if the user may not write here, ErrBadValue if
// Discord's client would not send the content.
func (c *Client) Say(content string) (Message, error) {
	return c.driver.Say(content)
}

// Invite adds a user to the thread that the client looks at, as a mention of that user in the
// thread does. Errors: ErrNotThere if the channel is not a thread or if u does not see the thread's
// parent channel, ErrNotAllowed if the thread is archived or the client's user may not add others.
func (c *Client) Invite(u *User) error {
	return c.driver.Invite(u.state)
}

// Delete deletes a message as a moderator does, or dismisses an ephemeral message. In a guild it does not check the
// user's permissions. In direct and group messages, users can delete only their own messages: otherwise ErrNotThere.
func (c *Client) Delete(message Snowflake) error {
	return c.driver.Delete(message)
}

// Submit submits the modal of an answer. `values` has the values of each input by custom id: one text for a text input
// or a radio group, any number of values for a menu or a checkbox group, "true" or "false" for a checkbox. In menus of
// users, roles and channels the values are ids. An input that is missing from `values` keeps the bot's preset. Inputs
// for files need SubmitForm. Errors: ErrFailed, ErrNotThere, ErrBadValue.
func (c *Client) Submit(ctx context.Context, a *Answer, values map[string][]string) (*Answer, error) {
	return answered(c.driver.Submit(ctx, a.inDriver(), values))
}

// SubmitForm is like Submit, with values of more types: string, []string, bool (for a checkbox), File or []File (for a
// file upload), and *User, *Role or *Channel (for a menu of them). An empty []string or []File clears the bot's preset.
func (c *Client) SubmitForm(ctx context.Context, a *Answer, values map[string]any) (*Answer, error) {
	return answered(c.driver.SubmitForm(ctx, a.inDriver(), states(values)))
}

// Commands returns the commands that the user can use here, sorted by name.
func (c *Client) Commands() []Command {
	return c.driver.Commands()
}

// Type uses a slash command from a typed line, such as "/classic size:4 opponent:@bob". A value extends to the next
// option. Choices may be given by their names. The error for a wrong line also wraps an object.Mistake or
// object.Missing.
func (c *Client) Type(ctx context.Context, line string) (*Answer, error) {
	return answered(c.driver.Type(ctx, line))
}

// CompleteLine asks the bot for the choices of the last option of a typed line.
func (c *Client) CompleteLine(ctx context.Context, line string) ([]Choice, error) {
	return c.driver.CompleteLine(ctx, line)
}

// states returns a copy of a command's option values. In the copy each handle, such as a *User, is replaced by the
// object of package internal/world behind it. A nil handle becomes a nil object.
func states(values map[string]any) map[string]any {
	out := make(map[string]any, len(values))
	for name, v := range values {
		switch v := v.(type) {
		case *User:
			out[name] = v.orNil()
		case *Channel:
			out[name] = v.orNil()
		case *Role:
			out[name] = v.orNil()
		default:
			out[name] = v
		}
	}
	return out
}

func (u *User) orNil() *world.User {
	if u == nil {
		return nil
	}
	return u.state
}

func (c *Channel) orNil() *world.Channel {
	if c == nil {
		return nil
	}
	return c.state
}

func (r *Role) orNil() *world.Role {
	if r == nil {
		return nil
	}
	return r.state
}
