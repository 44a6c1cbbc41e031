package texts

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// A Language says the texts in one language, and in Default those it lacks.
type Language struct {
	code      string
	localizer *i18n.Localizer
	own       map[Key]bool
	simple    map[Key]simple // the texts that need no template engine
	counted   sync.Map       // count -> string, up to maxCounted
}

// maxCounted is the largest number whose forms are remembered: no board has
// more squares.
const maxCounted = 81

// A count is a text whose form depends on a number.
type count struct {
	key Key
	n   int
}

func newLanguage(bundle *i18n.Bundle, code string, contents map[string][]*i18n.Message) *Language {
	l := &Language{
		code:      code,
		localizer: i18n.NewLocalizer(bundle, code),
		own:       make(map[Key]bool),
		simple:    make(map[Key]simple),
	}
	for _, from := range []string{Default, code} {
		for _, message := range contents[from] {
			l.add(message, from == code)
		}
	}
	return l
}

func (l *Language) add(message *i18n.Message, own bool) {
	key := Key(message.ID)
	l.own[key] = own
	delete(l.simple, key)
	if s, ok := parseSimple(message); ok {
		l.simple[key] = s
	}
}

// Code returns Discord's code of the language.
func (l *Language) Code() string { return l.code }

// Say returns a text with its arguments filled in: names and values by turns. A
// text that is missing or lacks an argument is shown as its key in angle
// quotes, which tests look for.
func (l *Language) Say(key Key, args ...any) string {
	if s, ok := l.simple[key]; ok {
		if text, ok := s.fill(args); ok {
			return text
		}
	}
	return l.localize(key, &i18n.LocalizeConfig{TemplateData: data(args)})
}

// Count returns a text whose form depends on a number from 0, which it shows as
// {{.N}}.
func (l *Language) Count(key Key, n int) string {
	if text, ok := l.counted.Load(count{key, n}); ok {
		return text.(string) //nolint:forcetypeassert // nothing else is stored
	}
	text := l.localize(key, &i18n.LocalizeConfig{PluralCount: n, TemplateData: data([]any{"N", n})})
	if n <= maxCounted {
		l.counted.Store(count{key, n}, text)
	}
	return text
}

// strict makes a missing argument an error instead of the words "no value".
var strict = &template.TextParser{Option: "missingkey=error"}

func (l *Language) localize(key Key, config *i18n.LocalizeConfig) string {
	config.MessageID = string(key)
	config.TemplateParser = strict
	text, err := l.localizer.Localize(config)
	if text == "" && err != nil {
		return "‹" + string(key) + "›"
	}
	return text // an error besides a text says only that Default had to help out
}

// data turns names and values by turns into a template's data.
func data(args []any) map[string]any {
	m := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		if name, ok := args[i].(string); ok {
			m[name] = args[i+1]
		}
	}
	return m
}

// A simple is a text without plural forms whose template only names arguments,
// as nearly all do: literal text, an argument's name, literal text, and so on.
// A live message says a dozen of them, and filling them in this way takes a
// tenth of the time that the template engine needs.
type simple []string

// parseSimple splits a message, or returns false if it is not simple.
func parseSimple(m *i18n.Message) (simple, bool) {
	if m.Zero+m.One+m.Two+m.Few+m.Many != "" || m.LeftDelim != "" {
		return nil, false
	}
	var s simple
	rest := m.Other
	for {
		before, after, found := strings.Cut(rest, "{{")
		s = append(s, before)
		if !found {
			return s, true
		}
		name, after, closed := strings.Cut(after, "}}")
		name, dotted := strings.CutPrefix(name, ".")
		if !closed || !dotted || strings.IndexFunc(name, notLetter) >= 0 {
			return nil, false
		}
		s = append(s, name)
		rest = after
	}
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }

// fill returns the text with its arguments, or false when one is missing.
func (s simple) fill(args []any) (string, bool) {
	if len(s) == 1 {
		return s[0], true
	}
	var b strings.Builder
	for i, part := range s {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		value, ok := argument(args, part)
		if !ok {
			return "", false
		}
		b.WriteString(value)
	}
	return b.String(), true
}

// argument returns the value of a named argument as text.
func argument(args []any, name string) (string, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		switch v := args[i+1].(type) {
		case string:
			return v, true
		case int:
			return strconv.Itoa(v), true
		default:
			return fmt.Sprint(v), true
		}
	}
	return "", false
}
