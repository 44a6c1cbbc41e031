package commandline

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest"
)

// A Mistake is an error in a line. It is a whole sentence for the member.
type Mistake string

// Error returns the sentence.
func (m Mistake) Error() string { return string(m) }

func mistake(format string, values ...any) error { return Mistake(fmt.Sprintf(format, values...)) }

// Missing is the error for a line without a required option.
type Missing struct {
	Option string
	Line   string // the line with the option's name appended, so that the member can type its value
}

// Error returns a sentence that tells the member what to do.
func (m Missing) Error() string {
	return fmt.Sprintf("The option “%s” is required. Specify a value.", m.Option)
}

// value parses and checks an option's text.
func (r Reader) value(a arg) (any, error) {
	text, o := strings.TrimSpace(a.text), a.option
	if text == "" {
		return nil, mistake("The option “%s” has no value. Specify one.", o.shown)
	}
	if len(o.Choices) > 0 {
		return choiceValue(o, text)
	}
	switch o.Type {
	case discordtest.OptionString:
		return stringValue(o, text)
	case discordtest.OptionInteger:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, mistake("%s: “%s” is not a whole number.", o.shown, text)
		}
		return n, inRange(o, float64(n))
	case discordtest.OptionNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, mistake("%s: “%s” is not a number.", o.shown, text)
		}
		return n, inRange(o, n)
	case discordtest.OptionBoolean:
		switch strings.ToLower(text) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, mistake("%s: “%s” is neither True nor False.", o.shown, text)
	}
	return r.named(o, text)
}

// named returns the person, role or channel whose name is `text`.
func (r Reader) named(o Option, text string) (any, error) {
	value, ok := r.Channel.Named(o, text)
	switch {
	case ok:
		return value, nil
	case o.Type == discordtest.OptionUser || o.Type == discordtest.OptionMentionable:
		return nil, mistake("%s: Nobody here is called “%s”.", o.shown, text)
	}
	return nil, mistake("%s: There is no “%s” here.", o.shown, text)
}

// stringValue checks the length of a text.
func stringValue(o Option, text string) (any, error) {
	n := utf8.RuneCountInString(text)
	switch {
	case o.MinLength != nil && n < *o.MinLength:
		return nil, mistake("%s: That is too short. It has to have at least %d characters.", o.shown, *o.MinLength)
	case o.MaxLength != nil && n > *o.MaxLength:
		return nil, mistake("%s: That is too long. It can have at most %d characters.", o.shown, *o.MaxLength)
	}
	return text, nil
}

// inRange checks that a number is within the option's bounds.
func inRange(o Option, n float64) error {
	switch {
	case o.MinValue != nil && n < *o.MinValue:
		return mistake("%s: That is too little. The least is %v.", o.shown, *o.MinValue)
	case o.MaxValue != nil && n > *o.MaxValue:
		return mistake("%s: That is too much. The most is %v.", o.shown, *o.MaxValue)
	}
	return nil
}

// choiceValue returns the value of the choice whose translated name, value or registered name is `text`.
func choiceValue(o Option, text string) (any, error) {
	i := slices.IndexFunc(o.Choices, func(c discordtest.Choice) bool {
		return strings.EqualFold(c.Name, text) || strings.EqualFold(fmt.Sprint(c.Value), text)
	})
	if i < 0 {
		i = slices.IndexFunc(o.registered, func(name string) bool { return strings.EqualFold(name, text) })
	}
	if i < 0 {
		return nil, mistake("%s: “%s” is not one of the choices.", o.shown, text)
	}
	c := o.Choices[i]
	if f, isFloat := c.Value.(float64); isFloat && o.Type == discordtest.OptionInteger {
		return int(f), nil // JSON numbers arrive as float64
	}
	return c.Value, nil
}
