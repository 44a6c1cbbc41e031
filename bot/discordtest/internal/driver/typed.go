package driver

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noughts/bot/discordtest/internal/interaction"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// Type uses a slash command written as one line: "/classic size:4 opponent:@bob".
func (c *Client) Type(ctx context.Context, line string) (*interaction.Answer, error) {
	command, values, err := c.Parse(line)
	if err != nil {
		return nil, err
	}
	return c.Use(ctx, command, values)
}

// Parse splits a typed line into a command and the values of its options.
func (c *Client) Parse(line string) (string, map[string]any, error) {
	words, err := splitWords(line)
	if err != nil {
		return "", nil, err
	}
	if len(words) == 0 || !strings.HasPrefix(words[0].text, "/") {
		return "", nil, fmt.Errorf("%w: a command begins with a slash: %q", ErrNotThere, line)
	}
	c.world().Lock()
	defer c.world().Unlock()
	o, err := c.offered(words[0].text[1:], object.CommandChatInput)
	if err != nil {
		return "", nil, err
	}
	path, rest := []string{words[0].text}, words[1:]
	options := o.command.Options
	for len(rest) > 0 {
		i := slices.IndexFunc(options, func(o object.CommandOption) bool { return object.IsSubcommand(o) && o.Name == rest[0].text })
		if i < 0 {
			break
		}
		path, options, rest = append(path, rest[0].text), options[i].Options, rest[1:]
	}
	values, err := c.typedValues(options, rest)
	return strings.Join(path, " "), values, err
}

// A typedWord is a word of a typed line, without its quotes.
type typedWord struct {
	text   string
	quoted bool // a quote came before the first colon, so the word is not "option:value"
}

// splitWords splits a line at spaces outside double quotes.
func splitWords(line string) ([]typedWord, error) {
	var words []typedWord
	var word typedWord
	begun, inQuotes := false, false
	for _, r := range line {
		switch {
		case r == '"':
			word.quoted = word.quoted || !strings.Contains(word.text, ":")
			begun, inQuotes = true, !inQuotes
		case r == ' ' && !inQuotes:
			if begun {
				words = append(words, word)
			}
			word, begun = typedWord{}, false
		default:
			word.text += string(r)
			begun = true
		}
	}
	if inQuotes {
		return nil, fmt.Errorf("%w: a quote without its end: %s", ErrBadValue, line)
	}
	if begun {
		words = append(words, word)
	}
	return words, nil
}

// typedValues reads the options from the words "name:value". A value may have several words: it ends where the next
// option begins. It is converted to the type of its option.
func (c *Client) typedValues(options []object.CommandOption, words []typedWord) (map[string]any, error) {
	texts := map[string]string{}
	current := ""
	for _, w := range words {
		name, value, colon := strings.Cut(w.text, ":")
		isOption := slices.ContainsFunc(options, func(o object.CommandOption) bool { return o.Name == name })
		switch {
		case colon && !w.quoted && isOption:
			if _, twice := texts[name]; twice {
				return nil, fmt.Errorf("%w: option %q twice", ErrBadValue, name)
			}
			current, texts[name] = name, value
		case current == "":
			return nil, fmt.Errorf("%w: no option or subcommand %q", ErrNotThere, w.text)
		default:
			texts[current] += " " + w.text
		}
	}
	values := map[string]any{}
	for _, o := range options {
		text, given := texts[o.Name]
		if !given {
			continue
		}
		v, err := c.typedValue(o, text)
		if err != nil {
			return nil, fmt.Errorf("option %q: %w", o.Name, err)
		}
		values[o.Name] = v
	}
	return values, nil
}

// typedValue converts the text of an option to the option's type.
func (c *Client) typedValue(o object.CommandOption, text string) (any, error) {
	text = strings.TrimSpace(text)
	for _, choice := range o.Choices {
		own, _ := object.Localized(choice.NameLocalizations, c.user.Locale)
		if strings.EqualFold(choice.Name, text) || own != "" && strings.EqualFold(own, text) {
			return choiceArgument(choice.Value), nil
		}
	}
	var v any = text
	var err error
	switch o.Type {
	case object.OptionInteger:
		v, err = strconv.Atoi(text)
	case object.OptionNumber:
		v, err = strconv.ParseFloat(text, 64)
	case object.OptionBoolean:
		v, err = strconv.ParseBool(strings.ToLower(text))
	case object.OptionUser:
		return c.typedUser(text)
	case object.OptionMentionable:
		if r, err := c.typedRole(text); err == nil {
			return r, nil
		}
		return c.typedUser(text)
	case object.OptionRole:
		return c.typedRole(text)
	case object.OptionChannel:
		return c.typedChannel(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %q", ErrBadValue, text)
	}
	return v, nil
}

// choiceArgument converts a choice's value to the type that Use accepts.
func choiceArgument(v any) any {
	if n, ok := v.(int64); ok {
		return int(n)
	}
	return v
}

// typedUser returns the user named by "@name" or "<@id>". If several users have the name, a user
// who can read the channel comes first.
func (c *Client) typedUser(text string) (*world.User, error) {
	if id, ok := strings.CutPrefix(text, "<@"); ok {
		if u := c.world().Users[strings.TrimSuffix(strings.TrimPrefix(id, "!"), ">")]; u != nil {
			return u, nil
		}
	}
	name := strings.TrimPrefix(text, "@")
	var found *world.User
	for _, u := range c.world().Users {
		if strings.EqualFold(u.Name, name) && c.nearer(u, found) {
			found = u
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: nobody is called %q", ErrBadValue, text)
	}
	return found, nil
}

// typedRole returns the role named by "@name" or "<@&id>".
func (c *Client) typedRole(text string) (*world.Role, error) {
	if g := c.channel.Guild; g != nil {
		id := strings.TrimSuffix(strings.TrimPrefix(text, "<@&"), ">")
		for _, r := range g.Roles {
			if r.ID == id || strings.EqualFold(strings.TrimPrefix(r.Name, "@"), strings.TrimPrefix(text, "@")) {
				return r, nil
			}
		}
	}
	return nil, fmt.Errorf("%w: no role is called %q", ErrBadValue, text)
}

// typedChannel returns the channel named by "#name" or "<#id>".
func (c *Client) typedChannel(text string) (*world.Channel, error) {
	if g := c.channel.Guild; g != nil {
		id := strings.TrimSuffix(strings.TrimPrefix(text, "<#"), ">")
		for _, x := range g.Channels {
			if x.ID == id || strings.EqualFold(x.Name, strings.TrimPrefix(text, "#")) {
				return x, nil
			}
		}
	}
	return nil, fmt.Errorf("%w: no channel is called %q", ErrBadValue, text)
}

// nearer reports whether "@name" means u rather than other, which has the same name or is nil. A
// user who can read the channel comes first, then the older account.
func (c *Client) nearer(u, other *world.User) bool {
	if other == nil || c.channel.Reads(u) != c.channel.Reads(other) {
		return other == nil || c.channel.Reads(u)
	}
	return object.CompareIDs(u.ID, other.ID) < 0
}
