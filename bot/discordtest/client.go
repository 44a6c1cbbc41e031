package discordtest

import (
	"context"

	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
)

// A Client is a user's eyes and hands in one channel. Every method does what
// Discord's own clients let a user do and no more. Safe for concurrent use.
type Client struct {
	user    *User
	channel *Channel
	driver  *driver.Client
}

// An Answer is how the bot answered an interaction of the user's.
type Answer struct {
	Type    int      // callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal
	Message *Message // the message it made or changed as it then was, nil when there is none
	Choices []Choice // type 8
	Modal   *Modal   // type 9, for Client.Submit

	driver *interaction.Answer // what a modal is submitted to
}

// answered returns the answer that the driver has got.
func answered(a *interaction.Answer, err error) (*Answer, error) {
	if err != nil {
		return nil, err
	}
	return &Answer{Type: a.Type, Message: a.Message, Choices: a.Choices, Modal: a.Modal, driver: a}, nil
}

// inDriver returns the answer as the driver knows it, nil for none.
func (a *Answer) inDriver() *interaction.Answer {
	if a == nil {
		return nil
	}
	return a.driver
}

// User returns whose client it is.
func (c *Client) User() *User { return c.user }

// Channel returns the channel that the client looks at.
func (c *Client) Channel() *Channel { return c.channel }

// Messages returns the messages of the channel as this user sees them, oldest
// first, own ephemeral ones included.
func (c *Client) Messages() []Message {
	return c.driver.Messages()
}

// Message returns one message as this user sees it, false when they do not.
func (c *Client) Message(id Snowflake) (Message, bool) {
	return c.driver.Message(id)
}

// Pings returns how often this user has been mentioned with a notification in
// the channel.
func (c *Client) Pings() int {
	return c.driver.Pings()
}

// Changed returns a channel that is closed at the next change of what the user
// sees here.
func (c *Client) Changed() <-chan struct{} {
	return c.driver.Changed()
}

// Await returns the messages as soon as ok holds for them, or ctx's error.
func (c *Client) Await(ctx context.Context, ok func([]Message) bool) ([]Message, error) {
	return c.driver.Await(ctx, ok)
}

// Use uses a slash command, such as "/settings" or "/config channels". Values are
// strings, ints, float64s, bools, *User, *Role, *Channel or File. It returns when
// the bot has answered. Errors: ErrFailed, ErrNotThere, ErrBadValue.
func (c *Client) Use(ctx context.Context, command string, values map[string]any) (*Answer, error) {
	return answered(c.driver.Use(ctx, command, states(values)))
}

// Complete asks for the choices of an autocompleted option: text is what is
// typed there so far, values the other options.
func (c *Client) Complete(ctx context.Context, command, option, text string, values map[string]any) ([]Choice, error) {
	return c.driver.Complete(ctx, command, option, text, states(values))
}

// UseOn uses a user command of the member menu.
func (c *Client) UseOn(ctx context.Context, command string, target *User) (*Answer, error) {
	return answered(c.driver.UseOn(ctx, command, target.orNil()))
}

// UseOnMessage uses a message command of a message's menu.
func (c *Client) UseOnMessage(ctx context.Context, command string, message Snowflake) (*Answer, error) {
	return answered(c.driver.UseOnMessage(ctx, command, message))
}

// UseKnown is Use with a command as the client knows it from Commands. When the
// command has changed since, or is gone, Discord refuses and the client reads
// the commands again: ErrOutdated.
func (c *Client) UseKnown(ctx context.Context, known Command, command string, values map[string]any) (*Answer, error) {
	return answered(c.driver.UseKnown(ctx, known, command, states(values)))
}

// Press presses a button, given by its custom id.
func (c *Client) Press(ctx context.Context, message Snowflake, customID string) (*Answer, error) {
	return answered(c.driver.Press(ctx, message, customID))
}

// Choose chooses values in a menu, given by its custom id. In a menu of users,
// roles or channels the values are their ids.
func (c *Client) Choose(ctx context.Context, message Snowflake, customID string, values ...string) (*Answer, error) {
	return answered(c.driver.Choose(ctx, message, customID, values...))
}

// Say writes a message as people do: content, of at most 2000 characters. In an
// archived thread that wakes it. Errors: ErrNotAllowed where the user may not
// write, ErrBadValue for what Discord's client does not send.
func (c *Client) Say(content string) (Message, error) {
	return c.driver.Say(content)
}

// SayWith is Say with at most ten files, of 10 MiB each. With some, the content may be empty. A
// member who may not attach files here gets ErrNotAllowed.
func (c *Client) SayWith(content string, files ...File) (Message, error) {
	return c.driver.SayWith(content, files...)
}

// Invite adds somebody to the thread that the client looks at, as mentioning them
// in a message there does. Errors: ErrNotThere outside threads and for somebody who
// does not see its channel, ErrNotAllowed where the user may not add others.
func (c *Client) Invite(u *User) error {
	return c.driver.Invite(u.state)
}

// Delete deletes a message as a moderator would, or dismisses an ephemeral one.
// In direct and group messages nobody can delete what others wrote: ErrNotThere.
func (c *Client) Delete(message Snowflake) error {
	return c.driver.Delete(message)
}

// Submit submits the modal of an answer. Values are given by custom id: one
// text for a text input or a radio group, any number of values for a menu or a
// checkbox group, "true" or "false" for a checkbox; in menus of users, roles
// and channels they are ids. An input that is not named keeps what the bot
// wrote or chose there. Files are for SubmitForm. Errors: ErrFailed,
// ErrNotThere, ErrBadValue.
func (c *Client) Submit(ctx context.Context, a *Answer, values map[string][]string) (*Answer, error) {
	return answered(c.driver.Submit(ctx, a.inDriver(), values))
}

// SubmitForm is Submit with values of other types than texts: those of an input
// are a string, []string, bool (a checkbox), File or []File (a file upload),
// *User, *Role or *Channel (a menu of them). An empty []string or []File leaves
// an input empty that the bot has filled in.
func (c *Client) SubmitForm(ctx context.Context, a *Answer, values map[string]any) (*Answer, error) {
	return answered(c.driver.SubmitForm(ctx, a.inDriver(), states(values)))
}

// Commands returns the commands that the user is offered here, sorted by name.
func (c *Client) Commands() []Command {
	return c.driver.Commands()
}

// Vote votes for answers of a poll, by their ids, in place of what the user has
// voted for before; without answers it takes the vote back. Errors: ErrNotThere
// without such a poll or answer, ErrBadValue for several answers where one
// counts, ErrNotAllowed when the poll has ended, ErrNotVisible.
func (c *Client) Vote(message Snowflake, answers ...int) error {
	return c.driver.Vote(message, answers...)
}

// React adds the user's reaction to a message: with an emoji such as "👍", or
// with a custom one that somebody has reacted with before, as "name:id". Having
// reacted so already is not an error. Errors: ErrBadValue for what is no emoji,
// ErrNotAllowed where the user may not, ErrNotVisible, ErrNotThere for an
// ephemeral message.
func (c *Client) React(id Snowflake, emoji string) error {
	return c.driver.React(id, emoji)
}

// Unreact takes the user's own reaction away; not having reacted so is not an
// error. Errors as those of React.
func (c *Client) Unreact(id Snowflake, emoji string) error {
	return c.driver.Unreact(id, emoji)
}

// Type uses a slash command as it is typed: "/classic size:4 opponent:@bob".
// A value reaches to the next option; quotes keep it together when it holds
// what looks like an option. Choices may be typed by their names.
func (c *Client) Type(ctx context.Context, line string) (*Answer, error) {
	return answered(c.driver.Type(ctx, line))
}

// StartTyping shows that the user types, as Discord's client does while they
// do. ErrNotAllowed where they may not write.
func (c *Client) StartTyping() error {
	return c.driver.StartTyping()
}

// states returns the values of options, with what handles stand for; a nil handle
// stands for nothing.
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
