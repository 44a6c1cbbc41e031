package discordtest

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"noughts/bot/discordtest/object"
)

// Type uses a slash command written as one line: "/classic size:4 opponent:@bob".
func (c *Client) Type(ctx context.Context, line string) (*Answer, error) {
	command, values, err := c.parse(line)
	if err != nil {
		return nil, err
	}
	return c.Use(ctx, command, values)
}

// parse reads a typed line: the registered name of its command, and the values of its options. An error wraps
// ErrNotThere or ErrBadValue, and an object.Mistake or object.Missing.
func (c *Client) parse(line string) (command string, values map[string]any, err error) {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	l, err := c.split(line)
	if err != nil {
		return "", nil, err
	}
	if values, err = l.Values(c.named); err != nil {
		return "", nil, fmt.Errorf("%w: %w", ErrBadValue, err)
	}
	return l.Command.Name, values, nil
}

func (c *Client) split(line string) (object.Line, error) {
	rest, isCommand := strings.CutPrefix(strings.TrimLeft(line, " "), "/")
	name, _, _ := strings.Cut(rest, " ")
	if !isCommand {
		return object.Line{}, fmt.Errorf("%w: a command begins with a slash: %q", ErrNotThere, line)
	}
	var l object.Line
	if o, err := c.offered(name, object.CommandChatInput); err == nil {
		l = object.SplitLine(line, o.command.Typed(c.user.locale))
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

// CompleteLine asks the bot for the choices of the last option of a line. It sends the values of the other options,
// too, except those that cannot be read yet.
func (c *Client) CompleteLine(ctx context.Context, line string) ([]Choice, error) {
	c.server.mu.Lock()
	l, err := c.split(line)
	values := map[string]any{}
	for _, a := range l.Arguments {
		if value, err := a.Value(c.named); err == nil {
			values[a.Option.Registered.Name] = value
		}
	}
	c.server.mu.Unlock()
	if err != nil || len(l.Arguments) == 0 {
		return nil, err
	}
	last := l.Arguments[len(l.Arguments)-1]
	return c.Complete(ctx, l.Command.Name, last.Option.Registered.Name, strings.TrimSpace(last.Text), values)
}

func (c *Client) named(o CommandOption, text string) any {
	g := cmp.Or(c.channel.Guild, &Guild{})
	switch o.Type {
	case object.OptionUser:
		if u := c.typedUser(text); u != nil {
			return u
		}
	case object.OptionChannel:
		for _, top := range g.channels {
			for _, x := range append([]*Channel{top}, top.threads...) {
				if x.ID == strings.Trim(text, "<#>") || strings.EqualFold(x.name, strings.TrimPrefix(text, "#")) {
					return x
				}
			}
		}
	}
	return nil
}

// typedUser returns the user named by "@name" or "<@id>", or nil. Of several with the name, one who can read the
// channel comes first, then the older account.
func (c *Client) typedUser(text string) *User {
	if u := c.server.users[strings.Trim(text, "<@!>")]; u != nil {
		return u
	}
	var found *User
	for _, u := range c.server.users {
		if strings.EqualFold(u.name, strings.TrimPrefix(text, "@")) && c.nearer(u, found) {
			found = u
		}
	}
	return found
}

// nearer reports whether "@name" means u rather than other, which has the same name or is nil.
func (c *Client) nearer(u, other *User) bool {
	if other == nil || c.channel.reads(u) != c.channel.reads(other) {
		return other == nil || c.channel.reads(u)
	}
	return object.CompareIDs(u.ID, other.ID) < 0
}
