package texts

import (
	"maps"
	"slices"
	"strings"
)

// A Note gets each text that a language says, and a function that says the same in another
// language, and returns what is to be shown instead. Package interlinear marks the texts.
type Note func(said string, again func(in *Language) string) string

// Noting returns the catalogue with a note of all that In's language for a locale says.
// The languages that Languages and Others list note nothing: what is declared to Discord
// is not said to a reader.
func (c *Catalogue) Noting(locale string, note Note) *Catalogue {
	noted := of(c.languages, c.matched)
	l := *c.In(locale)
	l.note = note
	noted.chosen.Store(l.code, &l)
	return noted
}

// unnoted says whether a text is said as it is: the months are drawn into pictures, and
// the names of commands and options are compared with what members typed.
func unnoted(key Key) bool {
	return key == "months" || IsName(key)
}

// IsName says whether a text is what members type: the name of a slash command or of an
// option.
func IsName(key Key) bool {
	kind, name, _ := strings.Cut(string(key), ".")
	return (kind == "command" || kind == "option") && !strings.Contains(name, ".") && !strings.HasSuffix(name, "_member")
}

// Keys returns the keys of the texts that the language has itself, sorted.
func (l *Language) Keys() []Key { return slices.Sorted(maps.Keys(l.own)) }

// noteSaid is apart from Say, and copies the arguments, so that those of Say need no
// memory of their own when nothing is noted.
func (l *Language) noteSaid(said string, key Key, args []string) string {
	if unnoted(key) {
		return said
	}
	args = slices.Clone(args)
	return l.note(said, func(in *Language) string { return in.Say(key, args...) })
}

func (l *Language) noteCounted(said string, key Key, n int, args []string) string {
	args = slices.Clone(args)
	return l.note(said, func(in *Language) string { return in.Count(key, n, args...) })
}

// noted notes what say returns in the language itself, as one text.
func (l *Language) noted(say func(in *Language) string) string {
	plain := *l
	plain.note = nil
	return l.note(say(&plain), say)
}
