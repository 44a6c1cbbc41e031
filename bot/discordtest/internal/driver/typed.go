package driver

import (
	"context"
	"fmt"
	"strings"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Type uses a slash command written as one line: "/classic size:4 opponent:@bob".
func (c *Client) Type(ctx context.Context, line string) (*interaction.Answer, error) {
	command, values, err := c.parse(line)
	if err != nil {
		return nil, err
	}
	return c.Use(ctx, command, values)
}

// parse reads a typed line: the registered name of its command, and the values of its options. An error wraps
// ErrNotThere or ErrBadValue, and an object.Mistake or object.Missing.
func (c *Client) parse(line string) (command string, values map[string]any, err error) {
	c.world().Lock()
	defer c.world().Unlock()
	l, err := c.split(line)
	if err != nil {
		return "", nil, err
	}
	if values, err = l.Values(c.named); err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrBadValue, err)
	}
	return l.Command.Name, values, nil
}

// split splits a line whose command the user is offered.
func (c *Client) split(line string) (object.Line, error) {
	rest, isCommand := strings.CutPrefix(strings.TrimLeft(line, " "), "/")
	name, _, _ := strings.Cut(rest, " ")
	if !isCommand {
		return object.Line{}, fmt.Errorf("%w: a command begins with a slash: %q", ErrNotThere, line)
	}
	var l object.Line
	if o, err := c.offered(name, object.CommandChatInput); err == nil {
		l = object.SplitLine(line, o.command.Typed(c.user.Locale))
	}
	switch extra := strings.TrimSpace(l.Rest); {
	case l.Command == nil:
		mistake := object.Mistake("There is no command “/" + name + "” here. Type / to see those that there are.")
		return l, fmt.Errorf("%w: %w", ErrNotThere, mistake)
	case extra != "":
		mistake := object.Mistake("“" + extra + "” is not an option of /" + l.Command.Shown + ".")
		return l, fmt.Errorf("%w: %w", ErrNotThere, mistake)
	}
	return l, nil
}

// CompleteLine asks the bot for the choices of the last option of a line. It sends the values of the other options too,
// except those that cannot be read yet.
func (c *Client) CompleteLine(ctx context.Context, line string) ([]object.Choice, error) {
	c.world().Lock()
	l, err := c.split(line)
	values := map[string]any{}
	for _, a := range l.Arguments {
		if value, err := a.Value(c.named); err == nil {
			values[a.Option.Registered.Name] = value
		}
	}
	c.world().Unlock()
	if err != nil || len(l.Arguments) == 0 {
		return nil, err
	}
	last := l.Arguments[len(l.Arguments)-1]
	return c.Complete(ctx, l.Command.Name, last.Option.Registered.Name, strings.TrimSpace(last.Text), values)
}

// named returns the user, role or channel that a text names, or nil.
func (c *Client) named(o object.CommandOption, text string) any {
	if o.Type == object.OptionRole || o.Type == object.OptionMentionable {
		if r := c.typedRole(text); r != nil {
			return r
		}
	}
	if o.Type == object.OptionUser || o.Type == object.OptionMentionable {
		if u := c.typedUser(text); u != nil {
			return u
		}
	}
	if o.Type == object.OptionChannel {
		if x := c.typedChannel(text); x != nil {
			return x
		}
	}
	return nil
}

// typedUser returns the user named by "@name" or "<@id>", or nil. If several users have the name, a user who can read
// the channel comes first.
func (c *Client) typedUser(text string) *world.User {
	if u := c.world().Users[strings.Trim(text, "<@!>")]; u != nil {
		return u
	}
	name := strings.TrimPrefix(text, "@")
	var found *world.User
	for _, u := range c.world().Users {
		if strings.EqualFold(u.Name, name) && c.nearer(u, found) {
			found = u
		}
	}
	return found
}

// typedRole returns the role named by "@name" or "<@&id>", or nil.
func (c *Client) typedRole(text string) *world.Role {
	if c.channel.Guild == nil {
		return nil
	}
	for _, r := range c.channel.Guild.Roles {
		if r.ID == strings.Trim(text, "<@&>") || strings.EqualFold(strings.TrimPrefix(r.Name, "@"), strings.TrimPrefix(text, "@")) {
			return r
		}
	}
	return nil
}

// typedChannel returns the channel or thread named by "#name" or "<#id>", or nil.
func (c *Client) typedChannel(text string) *world.Channel {
	if c.channel.Guild == nil {
		return nil
	}
	for _, x := range c.channel.Guild.Channels {
		for _, x := range append([]*world.Channel{x}, x.Threads...) {
			if x.ID == strings.Trim(text, "<#>") || strings.EqualFold(x.Name, strings.TrimPrefix(text, "#")) {
				return x
			}
		}
	}
	return nil
}

// nearer reports whether "@name" means u rather than other, which has the same name or is nil. A
// user who can read the channel comes first, then the older account.
func (c *Client) nearer(u, other *world.User) bool {
	if other == nil || c.channel.Reads(u) != c.channel.Reads(other) {
		return other == nil || c.channel.Reads(u)
	}
	return object.CompareIDs(u.ID, other.ID) < 0
}
