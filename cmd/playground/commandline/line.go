// Package commandline reads and completes what a member types to use a slash
// command, such as "/classic size:4 opponent:@Bob".
package commandline

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"noughts/bot/discordtest"
)

// A line is a command line taken apart: "/classic size:4 opponent:@Bob".
type line struct {
	typed   string // what stands for the name when command is nil
	command *Command
	args    []arg
	rest    string // before the first option
}

type arg struct {
	option Option
	text   string // as typed, with the spaces around it
}

// optionStart is where an option may begin: its name at the start of a word,
// then a colon. A value reaches to the next option, so it may have spaces.
var optionStart = regexp.MustCompile(`(?:^|\s)([\p{L}\p{M}\p{N}_'-]{1,32}):`)

// parseLine takes a line apart. What is wrong with it, Values says.
func parseLine(text string, all []Command) line {
	text, ok := strings.CutPrefix(strings.TrimLeft(text, " "), "/")
	if !ok {
		return line{typed: text}
	}
	l := line{typed: text}
	for _, name := range []func(*Command) string{(*Command).Name, (*Command).Shown} { // what is shown goes before
		for i := range all {
			rest, ok := strings.CutPrefix(text, name(&all[i]))
			if ok && (rest == "" || rest[0] == ' ') {
				l.command = &all[i]
				l.split(rest)
			}
		}
	}
	return l
}

func (l *line) split(text string) {
	l.args, l.rest = nil, ""
	end := len(text)
	starts := optionStart.FindAllStringSubmatchIndex(text, -1)
	for i := len(starts) - 1; i >= 0; i-- {
		m := starts[i]
		option, ok := l.command.option(text[m[2]:m[3]])
		if !ok {
			continue
		}
		l.args = append([]arg{{option, text[m[1]:end]}}, l.args...)
		end = m[0]
	}
	l.rest = text[:end]
}

func (c *Command) option(name string) (Option, bool) {
	i := slices.IndexFunc(c.options, func(o Option) bool { return strings.EqualFold(o.shown, name) })
	if i < 0 { // as it is registered, as Discord takes it too
		i = slices.IndexFunc(c.options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	}
	if i < 0 {
		return Option{}, false
	}
	return c.options[i], true
}

var errNoCommand = errors.New("only commands can be sent here: type / to see them")

// A Channel is where a command line is typed.
type Channel interface {
	// Named returns the person, role or channel that a text names as the value of an
	// option, and an error when there is none.
	Named(o Option, text string) (any, error)
	// Nameable returns what an option can name: nothing when its values are no
	// people, roles or channels.
	Nameable(o Option) []Suggestion
	// Choices asks the bot for the choices of an option, with what is typed of it and
	// the values of others.
	Choices(ctx context.Context, command, option, text string, values map[string]any) ([]discordtest.Choice, error)
	// WhyNoCommands says why there is no command to type.
	WhyNoCommands() string
}

// A Reader reads lines.
type Reader struct {
	Commands []Command // that can be typed
	Locale   string    // of the member's client
	Channel  Channel
}

// Values returns the name of a line's command and the values of its options, as a
// client sends them. The error says what the member has to do first.
func (r Reader) Values(text string) (command string, values map[string]any, err error) {
	l := parseLine(text, r.Commands)
	switch {
	case l.command == nil && l.typed == "":
		return "", nil, errNoCommand
	case l.command == nil:
		word, _, _ := strings.Cut(l.typed, " ")
		return "", nil, fmt.Errorf("there is no command %q: type / to see them", "/"+strings.TrimPrefix(word, "/"))
	case strings.TrimSpace(l.rest) != "":
		return "", nil, fmt.Errorf("%q is not an option of /%s", strings.TrimSpace(l.rest), l.command.Shown())
	}
	values = map[string]any{}
	for _, a := range l.args {
		if _, twice := values[a.option.Name]; twice {
			return "", nil, fmt.Errorf("the option %q is there twice", a.option.shown)
		}
		value, err := r.value(a)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", a.option.shown, err)
		}
		values[a.option.Name] = value
	}
	for _, o := range l.command.options {
		if _, ok := values[o.Name]; o.Required && !ok {
			return "", nil, fmt.Errorf("the option %q is required", o.shown)
		}
	}
	return l.command.Name(), values, nil
}

var (
	errNotWhole   = errors.New("not a whole number")
	errNotNumber  = errors.New("not a number")
	errNotBool    = errors.New("neither true nor false")
	errNotChoice  = errors.New("not one of the choices")
	errEmpty      = errors.New("a value is missing")
	errUnknowable = errors.New("the playground cannot fill in options of this type")
)

// value reads an option's text.
func (r Reader) value(a arg) (any, error) {
	text := strings.TrimSpace(a.text)
	if text == "" {
		return nil, errEmpty
	}
	if len(a.option.Choices) > 0 {
		return choiceValue(a.option, text)
	}
	switch a.option.Type {
	case discordtest.OptionString:
		return text, nil
	case discordtest.OptionInteger:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is %w", text, errNotWhole)
		}
		return n, nil
	case discordtest.OptionNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is %w", text, errNotNumber)
		}
		return n, nil
	case discordtest.OptionBoolean:
		switch strings.ToLower(text) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, fmt.Errorf("%q is %w", text, errNotBool)
	case discordtest.OptionUser, discordtest.OptionMentionable, discordtest.OptionRole, discordtest.OptionChannel:
		return r.Channel.Named(a.option, text)
	}
	return nil, errUnknowable
}

// choiceValue finds a choice by its name, also as it is registered, or by its value as typed.
func choiceValue(o Option, text string) (any, error) {
	i := slices.IndexFunc(o.Choices, func(c discordtest.Choice) bool {
		return strings.EqualFold(c.Name, text) || strings.EqualFold(fmt.Sprint(c.Value), text)
	})
	if i < 0 {
		i = slices.IndexFunc(o.registered, func(name string) bool { return strings.EqualFold(name, text) })
	}
	if i < 0 {
		return nil, fmt.Errorf("%q is %w", text, errNotChoice)
	}
	c := o.Choices[i]
	if f, isFloat := c.Value.(float64); isFloat && o.Type == discordtest.OptionInteger {
		return int(f), nil // JSON has no whole numbers
	}
	return c.Value, nil
}
