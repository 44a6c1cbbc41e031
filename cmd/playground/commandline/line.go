// Package commandline reads and completes what a member types to use a slash
// command, such as "/classic size:4 opponent:@Bob".
package commandline

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A line is a parsed command line, such as "/classic size:4 opponent:@Bob".
type line struct {
	typed   string // text without the slash; if command is nil, its first word is an unknown name
	command *Command
	args    []arg
	rest    string // text before the first option
}

type arg struct {
	option Option
	text   string // text as typed, including spaces around the value
}

// optionStart matches where an option may begin: its name at the start of a word, then a colon. A
// value extends to the next option, so it may contain spaces.
var optionStart = regexp.MustCompile(`(?:^|\s)([\p{L}\p{M}\p{N}_'-]{1,32}):`)

// parseLine splits a line into its command and options. It does not report mistakes: Values does.
func parseLine(text string, all []Command) line {
	text, ok := strings.CutPrefix(strings.TrimLeft(text, " "), "/")
	if !ok {
		return line{typed: text}
	}
	l := line{typed: text}
	for _, name := range []func(*Command) string{(*Command).Name, (*Command).Shown} { // the shown name comes last, so it takes precedence
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
	if i < 0 { // Discord also accepts the registered name
		i = slices.IndexFunc(c.options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	}
	if i < 0 {
		return Option{}, false
	}
	return c.options[i], true
}

// A Channel is the Discord channel where a member types command lines. It knows what can be named there.
type Channel interface {
	// Named returns the person, role or channel with the given name, as a value for option o. ok is false if
	// there is none.
	Named(o Option, text string) (value any, ok bool)
	// Nameable returns suggestions for the values of an option. It returns none for an option whose
	// values are not people, roles or channels.
	Nameable(o Option) []Suggestion
	// Choices requests the choices of an option from the bot. `text` is the value typed so far, and
	// `values` are those of the other options.
	Choices(ctx context.Context, command, option, text string, values map[string]any) ([]discordtest.Choice, error)
	// WhyNoCommands explains why there are no commands in the channel.
	WhyNoCommands() string
}

// A Reader parses and completes command lines.
type Reader struct {
	Commands []Command // the commands that can be typed
	Locale   string    // of the member's client
	Channel  Channel
}

// IsCommand reports whether a text uses a command. All other texts are messages.
func IsCommand(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " "), "/") }

// Values returns the name of a line's command and the values of its options, as a client sends them to Discord. If only
// a required option is missing, the error is a Missing. All other errors are a Mistake.
func (r Reader) Values(text string) (command string, values map[string]any, err error) {
	l := parseLine(text, r.Commands)
	switch {
	case l.command == nil:
		word, _, _ := strings.Cut(l.typed, " ")
		return "", nil, mistake("There is no command “/%s” here. Type / to see those that there are.", strings.TrimPrefix(word, "/"))
	case strings.TrimSpace(l.rest) != "":
		return "", nil, mistake("“%s” is not an option of /%s.", strings.TrimSpace(l.rest), l.command.Shown())
	}
	values = map[string]any{}
	for _, a := range l.args {
		if _, twice := values[a.option.Name]; twice {
			return "", nil, mistake("The option “%s” is there twice.", a.option.shown)
		}
		value, err := r.value(a)
		if err != nil {
			return "", nil, err
		}
		values[a.option.Name] = value
	}
	for _, o := range l.command.options {
		if _, ok := values[o.Name]; o.Required && !ok {
			return "", nil, Missing{Option: o.shown, Line: strings.TrimRight(text, " \n") + " " + o.shown + ":"}
		}
	}
	return l.command.Name(), values, nil
}
