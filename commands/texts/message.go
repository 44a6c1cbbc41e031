package texts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// A Language says the texts in one language, and in Default those it lacks.
type Language struct {
	code      string
	tag       language.Tag
	own       map[Key]message
	otherwise *Language // Default, nil for Default itself
	note      Note      // nil for none
}

// A Key names a text.
type Key string

// Code returns Discord's code of the language.
func (l *Language) Code() string { return l.code }

// nameKey is what a language calls itself.
const nameKey Key = "language.name"

// Name returns what the language calls itself, such as "Deutsch".
func (l *Language) Name() string { return l.Say(nameKey) }

// Rewritten returns a language of its own code whose texts are those of l, each as
// rewrite gives it back. It sees each text as it stands in a message file, with
// {{.Name}} for its arguments. What rewrite gets wrong is an error.
func (l *Language) Rewritten(code string, rewrite func(key Key, text string) string) (*Language, error) {
	as := &Language{code: code, tag: language.Make(code), own: make(map[Key]message, len(l.own)), otherwise: l}
	for key, m := range l.own {
		forms := make(message, len(m))
		for form, t := range m {
			rewritten, err := parse(rewrite(key, t.String()))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			forms[form] = rewritten
		}
		as.own[key] = forms
	}
	return as, nil
}

// Own says whether the language has a text itself.
func (l *Language) Own(key Key) bool { return l.own[key] != nil }

// Has says whether there is a text in the language or in Default.
func (l *Language) Has(key Key) bool {
	return l.own[key] != nil || l.otherwise != nil && l.otherwise.own[key] != nil
}

// Say returns a text with its arguments filled in: names and values by turns. A
// text that is missing or lacks an argument is shown as its key in angle
// quotes, which tests look for. Values are texts: what counts things comes from Count,
// and other numbers from Ordinal.
func (l *Language) Say(key Key, args ...string) string {
	said := l.say(key, args)
	if l.note != nil {
		return l.noteSaid(said, key, args)
	}
	return said
}

func (l *Language) say(key Key, args []string) string {
	m := l.own[key]
	if m == nil && l.otherwise != nil {
		return l.otherwise.say(key, args)
	}
	return m[plural.Other].fill(key, args)
}

// Count returns a text whose form depends on a number, 0 or more, which it shows as
// {{.N}}, written as Number does, with its other arguments as for Say.
func (l *Language) Count(key Key, n int, args ...string) string {
	said := l.count(key, n, args)
	if l.note != nil {
		return l.noteCounted(said, key, n, args)
	}
	return said
}

func (l *Language) count(key Key, n int, args []string) string {
	m := l.own[key]
	if m == nil && l.otherwise != nil {
		return l.otherwise.count(key, n, args)
	}
	form, ok := m[plural.Cardinal.MatchPlural(l.tag, n, 0, 0, 0, 0)]
	if !ok {
		form = m[plural.Other]
	}
	return form.fill(key, append([]string{"N", l.Number(n)}, args...))
}

// Ordinal returns a number that counts nothing, such as that of a row or a rating, for a
// text in which no word depends on it.
func Ordinal(n int) string { return strconv.Itoa(n) }

// A message is a text in its forms for different numbers. Most have only Other.
type message map[plural.Form]template

// forms are the names of the forms in message files.
var forms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// UnmarshalJSON reads a text, or an object with a text for each form.
func (m *message) UnmarshalJSON(bytes []byte) error {
	var other string
	written := make(map[string]string)
	if json.Unmarshal(bytes, &other) == nil {
		written["other"] = other
	} else if err := json.Unmarshal(bytes, &written); err != nil {
		return err
	}
	*m = make(message)
	for name, text := range written {
		form, ok := forms[name]
		if !ok {
			return fmt.Errorf("there is no form %q: %q", name, text)
		}
		var err error
		if (*m)[form], err = parse(text); err != nil {
			return err
		}
	}
	if (*m)[plural.Other] == nil {
		return errors.New(`a text without the form "other"`)
	}
	return nil
}

// A template is literal text, an argument's name, literal text, and so on. Texts need
// no more than that, and a live message says a dozen of them: text/template takes
// several times as long to fill them in as everything else takes to draw the message.
type template []string

// parse splits a text with arguments such as {{.Player}}.
func parse(text string) (template, error) {
	var t template
	for {
		before, after, found := strings.Cut(text, "{{")
		t = append(t, before)
		if !found {
			return t, nil
		}
		name, rest, closed := strings.Cut(after, "}}")
		name, dotted := strings.CutPrefix(name, ".")
		if !closed || !dotted || name == "" || strings.ContainsAny(name, " .{}") {
			return nil, fmt.Errorf("not an argument such as {{.Name}}: {{%s", after)
		}
		t = append(t, name)
		text = rest
	}
}

// String returns the text as it stands in a message file.
func (t template) String() string {
	var b strings.Builder
	for i, part := range t {
		if i%2 == 0 {
			b.WriteString(part)
		} else {
			b.WriteString("{{." + part + "}}")
		}
	}
	return b.String()
}

// fill returns the text with its arguments, names and values by turns, or the key in
// angle quotes when one is missing.
func (t template) fill(key Key, args []string) string {
	switch len(t) {
	case 0:
		return missing(key)
	case 1:
		return t[0]
	}
	var b strings.Builder
	for i, part := range t {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		at := 0
		for at+1 < len(args) && args[at] != part {
			at += 2
		}
		if at+1 >= len(args) {
			return missing(key)
		}
		b.WriteString(args[at+1])
	}
	return b.String()
}

func missing(key Key) string { return "‹" + string(key) + "›" }
