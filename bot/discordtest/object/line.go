package object

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A TypedCommand is what a member can type after a slash: a command without subcommands, or a subcommand with the names
// above it.
type TypedCommand struct {
	Name        string // as registered, such as "config channels"
	Shown       string // in the member's language
	Description string
	Options     []TypedOption
}

// A TypedOption is an option in the member's language.
type TypedOption struct {
	CommandOption

	Registered CommandOption // as the bot has registered it
}

// Typed returns what a member with a locale can type for the command.
func (c Command) Typed(locale string) []TypedCommand {
	local := c.Localized(locale)
	root := TypedCommand{Name: c.Name, Shown: local.Name, Description: local.Description}
	return typedCommands(root, c.Options, local.Options)
}

func typedCommands(c TypedCommand, registered, local []CommandOption) []TypedCommand {
	if len(registered) == 0 || !IsSubcommand(registered[0]) {
		for i := range registered {
			c.Options = append(c.Options, TypedOption{local[i], registered[i]})
		}
		return []TypedCommand{c}
	}
	var all []TypedCommand
	for i := range registered {
		sub := TypedCommand{
			Name: c.Name + " " + registered[i].Name, Shown: c.Shown + " " + local[i].Name, Description: local[i].Description,
		}
		all = append(all, typedCommands(sub, registered[i].Options, local[i].Options)...)
	}
	return all
}

// A Line is a typed slash command, such as "/classic size:4 opponent:@bob".
type Line struct {
	Command   *TypedCommand // nil if there is no such command
	Arguments []Argument
	Rest      string // what stands before the first option
}

// An Argument is an option of a line, with the text of its value as typed. A value extends to the next option.
type Argument struct {
	Option TypedOption
	Text   string
}

// optionStart matches a word that ends with a colon.
var optionStart = regexp.MustCompile(`(?:^|\s)([\p{L}\p{M}\p{N}_'-]{1,32}):`)

// SplitLine splits a line. Names that the member sees come before registered ones.
func SplitLine(text string, all []TypedCommand) Line {
	text = strings.TrimPrefix(strings.TrimLeft(text, " "), "/")
	for _, registered := range []bool{false, true} {
		for i, c := range all {
			name := c.Shown
			if registered {
				name = c.Name
			}
			if rest, ok := strings.CutPrefix(text, name); ok && (rest == "" || rest[0] == ' ') {
				return all[i].split(rest)
			}
		}
	}
	return Line{}
}

func (c *TypedCommand) split(text string) Line {
	l, end := Line{Command: c}, len(text)
	for _, m := range slices.Backward(optionStart.FindAllStringSubmatchIndex(text, -1)) {
		option, ok := c.option(text[m[2]:m[3]])
		if !ok {
			continue
		}
		l.Arguments = append(l.Arguments, Argument{option, text[m[1]:end]})
		end = m[0]
	}
	slices.Reverse(l.Arguments)
	l.Rest = text[:end]
	return l
}

func (c *TypedCommand) option(name string) (TypedOption, bool) {
	i := slices.IndexFunc(c.Options, func(o TypedOption) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		i = slices.IndexFunc(c.Options, func(o TypedOption) bool { return strings.EqualFold(o.Registered.Name, name) })
	}
	if i < 0 {
		return TypedOption{}, false
	}
	return c.Options[i], true
}

// Mistake is a fault of a typed line: a sentence for the member.
type Mistake string

func (m Mistake) Error() string { return string(m) }

func mistake(format string, values ...any) error { return Mistake(fmt.Sprintf(format, values...)) }

// Missing is the fault of a line without a required option, whose name it holds.
type Missing string

func (m Missing) Error() string {
	return fmt.Sprintf("The option “%s” is required. Specify a value.", string(m))
}

// Values returns the values by their options' registered names. `named` returns the member or channel that a text
// names. The error is a Mistake or Missing.
func (l Line) Values(named func(o CommandOption, text string) any) (map[string]any, error) {
	values := map[string]any{}
	for _, a := range l.Arguments {
		name := a.Option.Registered.Name
		if _, twice := values[name]; twice {
			return nil, mistake("The option “%s” is there twice.", a.Option.Name)
		}
		value, err := a.Value(named)
		if err != nil {
			return nil, err
		}
		values[name] = value
	}
	for _, o := range l.Command.Options {
		if _, ok := values[o.Registered.Name]; o.Required && !ok {
			return nil, Missing(o.Name)
		}
	}
	return values, nil
}

// Value converts the text to the type of its option. It does not check the option's limits.
func (a Argument) Value(named func(o CommandOption, text string) any) (any, error) {
	text, o := strings.TrimSpace(a.Text), a.Option
	if text == "" {
		return nil, mistake("The option “%s” has no value. Specify one.", o.Name)
	}
	if len(o.Choices) > 0 {
		return o.chosen(text)
	}
	switch o.Type {
	case OptionString:
		return text, nil
	case OptionInteger:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, mistake("%s: “%s” is not a whole number.", o.Name, text)
		}
		return n, nil
	case OptionBoolean:
		switch strings.ToLower(text) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, mistake("%s: “%s” is neither True nor False.", o.Name, text)
	}
	if value := named(o.CommandOption, text); value != nil {
		return value, nil
	}
	return nil, mistake("%s: There is no “%s” here.", o.Name, text)
}

// chosen returns the value of the choice with a name, or of the only choice whose name begins with the text.
func (o TypedOption) chosen(text string) (any, error) {
	var begun []any
	for i, c := range o.Choices {
		if n, ok := c.Value.(int64); ok {
			c.Value = int(n)
		}
		names := []string{c.Name, o.Registered.Choices[i].Name, fmt.Sprint(c.Value)}
		if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, text) }) {
			return c.Value, nil
		}
		if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)) }) {
			begun = append(begun, c.Value)
		}
	}
	if len(begun) != 1 {
		return nil, mistake("%s: “%s” is not one of the choices.", o.Name, text)
	}
	return begun[0], nil
}
