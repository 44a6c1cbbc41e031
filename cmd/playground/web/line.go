package web

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"noughts/bot/discordtest"
)

// A line is a command line taken apart: "/classic size:4 opponent:@Bob".
type line struct {
	typed   string // what stands for the name when command is nil
	command *leaf
	args    []arg
	rest    string // before the first option
}

type arg struct {
	option option
	text   string // as typed, with the spaces around it
}

// optionStart is where an option may begin: its name at the start of a word,
// then a colon. A value reaches to the next option, so it may have spaces.
var optionStart = regexp.MustCompile(`(?:^|\s)([\p{L}\p{N}_-]{1,32}):`)

// parseLine takes a line apart. What is wrong with it, values says.
func parseLine(text string, all []leaf) line {
	text, ok := strings.CutPrefix(strings.TrimLeft(text, " "), "/")
	if !ok {
		return line{typed: text}
	}
	l := line{typed: text}
	for i := range all {
		rest, ok := strings.CutPrefix(text, all[i].shownName())
		if ok && (rest == "" || rest[0] == ' ') {
			l.command = &all[i]
			l.split(rest)
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

func (l *leaf) option(name string) (option, bool) {
	return find(l.options, func(o option) bool { return strings.EqualFold(o.shown, name) })
}

var errNoCommand = errors.New("only commands can be sent here: type / to see them")

// values returns the values of a line's options as a client sends them, or
// what a member has to do first.
func (v *view) values(l line) (map[string]any, error) {
	switch {
	case l.command == nil && l.typed == "":
		return nil, errNoCommand
	case l.command == nil:
		return nil, fmt.Errorf("there is no command %q: type / to see them", firstWord(l.typed))
	case strings.TrimSpace(l.rest) != "":
		return nil, fmt.Errorf("%q is not an option of /%s", strings.TrimSpace(l.rest), l.command.shownName())
	}
	values := map[string]any{}
	for _, a := range l.args {
		if _, twice := values[a.option.Name]; twice {
			return nil, fmt.Errorf("the option %q is there twice", a.option.shown)
		}
		value, err := v.value(a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.option.shown, err)
		}
		values[a.option.Name] = value
	}
	return values, missing(l.command.options, values)
}

func missing(options []option, values map[string]any) error {
	for _, o := range options {
		if _, ok := values[o.Name]; o.Required && !ok {
			return fmt.Errorf("the option %q is required", o.shown)
		}
	}
	return nil
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return "/" + strings.TrimPrefix(word, "/")
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
func (v *view) value(a arg) (any, error) {
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
		return wholeNumber(text)
	case discordtest.OptionNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is %w", text, errNotNumber)
		}
		return n, nil
	case discordtest.OptionBoolean:
		return boolean(text)
	case discordtest.OptionUser, discordtest.OptionMentionable, discordtest.OptionRole, discordtest.OptionChannel:
		return v.named(a.option, text)
	}
	return nil, errUnknowable
}

func wholeNumber(text string) (any, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil, fmt.Errorf("%q is %w", text, errNotWhole)
	}
	return n, nil
}

func boolean(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return nil, fmt.Errorf("%q is %w", text, errNotBool)
}

// choiceValue finds a choice by its name, or by its value as typed.
func choiceValue(o option, text string) (any, error) {
	c, ok := find(o.Choices, func(c discordtest.Choice) bool {
		return strings.EqualFold(c.Name, text) || strings.EqualFold(fmt.Sprint(c.Value), text)
	})
	if !ok {
		return nil, fmt.Errorf("%q is %w", text, errNotChoice)
	}
	if f, isFloat := c.Value.(float64); isFloat && o.Type == discordtest.OptionInteger {
		return int(f), nil // JSON has no whole numbers
	}
	return c.Value, nil
}
