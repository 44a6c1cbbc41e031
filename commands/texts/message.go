package texts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// A Language returns texts in one language. A text that the language lacks comes from its fallback language.
type Language struct {
	code     string
	tag      language.Tag
	name     string     // the language's name in the language itself, such as "Deutsch"
	own      *textsFile // shared by all copies of the language
	fallback *Language  // nil for Default
	marks    [2]string  // the emoji for X and O; see Marks
	isExact  bool       // whether ForLocale returns the language only for its exact code
}

// A textsFile is a message file that is loaded on demand. A nil textsFile has no texts.
type textsFile struct {
	loaded atomic.Pointer[table] // nil while it is unloaded
	read   func() (table, error) // nil if the texts come from no file
}

// table returns the texts. It reads the file on first use.
func (f *textsFile) table() table {
	if f == nil {
		return nil
	}
	if loaded := f.loaded.Load(); loaded != nil {
		return *loaded
	}
	read, err := f.read()
	if err != nil {
		panic(fmt.Sprintf("texts: a message file has become unreadable: %v", err)) // LoadFrom has read it
	}
	f.loaded.Store(&read)
	return read
}

// A Key names a text.
type Key string

// Code returns Discord's code of the language.
func (l *Language) Code() string { return l.code }

// Name returns the language's own name, such as "Deutsch".
func (l *Language) Name() string { return l.name }

// Marks returns the emoji that sentences use for X and O. Both are "" if sentences use the Unicode characters instead.
// Catalogue.Marked sets the emoji.
func (l *Language) Marks() [2]string { return l.marks }

// Rewritten returns a new language with the code `code`, in which each text of l is replaced by the result of
// `rewrite`. l becomes its fallback. `rewrite` gets each text as written in the message file, with {{.Name}} for an
// argument. An invalid result of rewrite is an error.
func (l *Language) Rewritten(code string, rewrite func(key Key, text string) string) (*Language, error) {
	as, own := &Language{code: code, tag: language.Make(code), own: new(textsFile), fallback: l}, table{}
	for key, m := range l.own.table() {
		forms := make(map[string]string, 1+len(m.counted))
		for form, t := range m.forms() {
			forms[form] = rewrite(key, string(t))
		}
		rewritten, err := newMessage(forms)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		own[key] = rewritten
	}
	as.own.loaded.Store(&own)
	as.name = as.Say("language.name")
	return as, nil
}

// Has reports whether the language or one of its fallbacks has a text.
func (l *Language) Has(key Key) bool {
	_, found := l.find(key)
	return found != nil
}

// find returns a text and the language that has it: l or the first fallback with that text. It returns a nil language
// if neither l nor a fallback has the text.
func (l *Language) find(key Key) (message, *Language) {
	for ; l != nil; l = l.fallback {
		if m, there := l.own.table()[key]; there {
			return m, l
		}
	}
	return message{}, nil
}

// Say returns a text with its arguments filled in. `args` holds names and values in turn. If the text is missing or
// lacks an argument, Say returns the key in angle quotes; tests look for these quotes. Values are strings: use Count
// for a text that depends on how many things there are, and Ordinal for other numbers.
func (l *Language) Say(key Key, args ...string) string {
	m, found := l.find(key)
	if found == nil {
		return missing(key)
	}
	return m.other.fill(key, args)
}

// Count returns a text in the plural form for n, which must be 0 or more. The text shows n as {{.N}}, formatted by
// Number. `args` are further arguments, as for Say. If the text comes from a fallback language, that language's rules
// choose the plural form, but n is formatted as in l.
func (l *Language) Count(key Key, n int, args ...string) string {
	m, found := l.find(key)
	if found == nil {
		return missing(key)
	}
	return m.of(n, found.tag).fill(key, append([]string{"N", l.Number(n)}, args...))
}

// Ordinal formats a number that is not a count, such as a row or a rating. The words of a text do
// not depend on such a number.
func Ordinal(n int) string { return strconv.Itoa(n) }

type table map[Key]message

// A message is a text with its plural forms. To save memory, the field counted is nil for a message without plural
// forms: most of the 21 languages have more than a thousand messages.
type message struct {
	other   template
	counted map[plural.Form]template // the plural forms except Other; nil for a message without plural forms
}

// forms maps the names in message files to plural forms, except "other".
var forms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many,
}

// other is the name of the plural form that every text has.
const other = "other"

// newMessage returns a message with the given texts. The keys of the map `written` are the names of plural forms.
func newMessage(written map[string]string) (m message, err error) {
	for name, text := range written {
		if err := template(text).check(); err != nil {
			return m, err
		}
		if name == other {
			m.other = template(text)
			continue
		}
		form, ok := forms[name]
		if !ok {
			return m, fmt.Errorf("unknown plural form %q: %q", name, text)
		}
		if m.counted == nil {
			m.counted = make(map[plural.Form]template)
		}
		m.counted[form] = template(text)
	}
	if _, ok := written[other]; !ok {
		return m, errors.New(`a text without the form "other"`)
	}
	return m, nil
}

// UnmarshalJSON reads a JSON object. Each value is a string or an object with one string for each plural form.
func (t *table) UnmarshalJSON(bytes []byte) error {
	var written map[Key]any // decode into any in one pass: a program reads thousands of texts when it starts
	if err := json.Unmarshal(bytes, &written); err != nil {
		return err
	}
	*t = make(table, len(written))
	for key, value := range written {
		m, err := messageOf(value)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		(*t)[key] = m
	}
	return nil
}

// messageOf converts a decoded JSON value, a string or an object of plural forms, to a message.
func messageOf(value any) (message, error) {
	written := make(map[string]string)
	switch value := value.(type) {
	case string:
		return message{other: template(value)}, template(value).check()
	case map[string]any:
		for name, form := range value {
			text, ok := form.(string)
			if !ok {
				return message{}, fmt.Errorf("the form %q is not a string: %v", name, form)
			}
			written[name] = text
		}
		return newMessage(written)
	}
	return message{}, fmt.Errorf("neither a string nor an object of forms: %v", value)
}

func (m message) forms() map[string]template {
	all := map[string]template{other: m.other}
	for name, form := range forms {
		if t, ok := m.counted[form]; ok {
			all[name] = t
		}
	}
	return all
}

func (m message) of(n int, in language.Tag) template {
	if m.counted == nil {
		return m.other
	}
	if form, ok := m.counted[plural.Cardinal.MatchPlural(in, n, 0, 0, 0, 0)]; ok {
		return form
	}
	return m.other
}

// A template is a text with arguments such as {{.Player}} and no other actions. text/template is
// not used because it is slow: a live message fills in a dozen texts, which would take several
// times as long as the rest of drawing the message.
type template string

// next splits a template at its first argument. The argument is "" if the template has none.
func (t template) next() (before, argument string, after template) {
	text, rest, found := strings.Cut(string(t), open)
	if !found {
		return text, "", ""
	}
	argument, left, _ := strings.Cut(rest, shut)
	return text, argument, template(left)
}

const open, shut = "{{.", "}}"

func (t template) check() error {
	for rest := string(t); ; {
		_, after, found := strings.Cut(rest, "{{")
		if !found {
			return nil
		}
		name, left, closed := strings.Cut(after, shut)
		name, dotted := strings.CutPrefix(name, ".")
		if !closed || !dotted || name == "" || strings.ContainsAny(name, " .{}") {
			return fmt.Errorf("not an argument such as {{.Name}}: {{%s", after)
		}
		rest = left
	}
}

// fill returns the text with its arguments filled in. `args` holds names and values in turn. If a value is missing,
// fill returns the key in angle quotes.
func (t template) fill(key Key, args []string) string {
	before, argument, after := t.next()
	if argument == "" {
		return before
	}
	var b strings.Builder
	for ; argument != ""; before, argument, after = after.next() {
		at := 0
		for at+1 < len(args) && args[at] != argument {
			at += 2
		}
		if at+1 >= len(args) {
			return missing(key)
		}
		b.WriteString(before)
		b.WriteString(args[at+1])
	}
	b.WriteString(before)
	return b.String()
}

func missing(key Key) string { return "‹" + string(key) + "›" }
