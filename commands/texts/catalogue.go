// Package texts holds every sentence that members read, in every language that
// has a message file. A new language is a new file, named for Discord's code of
// it: languages/de.json. Package proofread, below it, says what such a file lacks.
package texts

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"
)

//go:embed languages/*.json
var embedded embed.FS

// files are the message files.
var files = func() fs.FS {
	languages, err := fs.Sub(embedded, "languages")
	if err != nil { // which its name would be the reason for
		panic(err)
	}
	return languages
}()

// Files returns the message files, each named for its language: de.json.
func Files() fs.FS { return files }

// Default is the language that all others are translated from. It has every text.
const Default = "en-US"

// fallbacks are the fallbacks other than Default.
var fallbacks = map[string]string{"es-419": "es-ES"}

// Fallback returns the language that supplies the texts another language lacks, "" for Default.
func Fallback(code string) string {
	if fallback, ok := fallbacks[code]; ok {
		return fallback
	}
	if code == Default {
		return ""
	}
	return Default
}

// A Catalogue is every text in every language. It is safe for concurrent use.
type Catalogue struct {
	languages []*Language // Default first, the others sorted by their codes
	matched   []*Language // those that matcher chooses among, in its order
	matcher   language.Matcher
	chosen    sync.Map                  // locale -> *Language: what matcher found before
	marked    atomic.Pointer[Catalogue] // what Marked returned last
}

// Load returns the message files built into the program, which are read once. They are part
// of the source, so a fault in one is a fault of the program: it panics.
func Load() *Catalogue { return load() }

var load = sync.OnceValue(func() *Catalogue {
	c, err := LoadFrom(files)
	if err != nil {
		panic(fmt.Sprintf("texts: %v", err))
	}
	return c
})

// LoadFrom reads the message files in the root of a file system.
func LoadFrom(in fs.FS) (*Catalogue, error) {
	names, err := fs.Glob(in, "*.json")
	if err != nil {
		return nil, err
	}
	read := make(map[string]*Language)
	for _, name := range names {
		code := strings.TrimSuffix(name, ".json")
		l := &Language{code: code, tag: language.Make(code), own: &textsFile{read: func() (table, error) { return readTable(in, name) }}}
		own, err := l.own.read()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		l.own.loaded.Store(&own)
		read[code] = l
	}
	if read[Default] == nil {
		return nil, fmt.Errorf("missing %s.json", Default)
	}
	languages := []*Language{read[Default]}
	for _, code := range slices.Sorted(maps.Keys(read)) {
		if l := read[code]; code != Default {
			l.fallback = read[Fallback(code)]
			if l.fallback == nil {
				l.fallback = read[Default]
			}
			languages = append(languages, l)
		}
	}
	for _, l := range languages {
		l.name = l.Say(nameKey)
	}
	return of(languages, languages), nil
}

// readTable reads a message file.
func readTable(in fs.FS, name string) (t table, err error) {
	bytes, err := fs.ReadFile(in, name)
	if err == nil {
		err = json.Unmarshal(bytes, &t)
	}
	return t, err
}

// Unload frees the memory of all message files. Each is read again when a member needs it: of two dozen
// languages a bot speaks a few, and all of them only while it declares its commands.
func (c *Catalogue) Unload() {
	for _, l := range c.languages {
		if l.own.read != nil {
			l.own.loaded.Store(nil)
		}
	}
}

// of returns a catalogue of languages, Default first, that finds some of them by their
// kinship with a locale, and all of them by their codes.
func of(languages, matched []*Language) *Catalogue {
	c := &Catalogue{languages: languages, matched: matched}
	tags := make([]language.Tag, len(matched))
	for i, l := range matched {
		tags[i] = l.tag
	}
	c.matcher = language.NewMatcher(tags)
	for _, l := range languages {
		c.chosen.Store(l.code, l)
	}
	return c
}

// With returns a catalogue that has one language more, such as a pseudo-locale, which In
// finds by its code alone: no other locale is taken for it. A language that the catalogue
// has already under this code gives way to it.
func (c *Catalogue) With(l *Language) *Catalogue {
	replace := func(in []*Language) (out []*Language, found bool) {
		out = slices.Clone(in)
		for i, other := range in {
			if other.code == l.code {
				out[i], found = l, true
			}
		}
		return out, found
	}
	languages, found := replace(c.languages)
	if !found {
		languages = append(languages, l)
		slices.SortFunc(languages[1:], func(a, b *Language) int { return strings.Compare(a.code, b.code) })
	}
	matched, _ := replace(c.matched)
	return of(languages, matched)
}

// Marked returns a catalogue with the same texts, in which the emoji x and o stand for the marks. It keeps the last one that
// it made, as they change only when the application's emoji do.
func (c *Catalogue) Marked(x, o string) *Catalogue {
	marks := [2]string{x, o}
	if last := c.marked.Load(); last != nil && last.languages[0].marks == marks {
		return last
	}
	copies := map[*Language]*Language{}
	copied := func(from []*Language) (to []*Language) {
		for _, l := range from {
			if copies[l] == nil {
				as := *l
				as.marks = marks
				copies[l] = &as
			}
			to = append(to, copies[l])
		}
		return to
	}
	made := of(copied(c.languages), copied(c.matched))
	c.marked.Store(made)
	return made
}

// Only returns a catalogue of Default and those languages of c that have the codes: most tests
// speak no others, and each bot declares its commands in all that it has.
func (c *Catalogue) Only(codes ...string) *Catalogue {
	kept := []*Language{c.languages[0]}
	for _, l := range c.languages[1:] {
		if slices.Contains(codes, l.code) {
			kept = append(kept, l)
		}
	}
	return of(kept, kept)
}

// In returns the language of a locale of Discord's: the one with exactly that code, else
// the one that suits it best, as es-419 does es-MX, and Default for an unknown one.
func (c *Catalogue) In(locale string) *Language {
	if found, ok := c.chosen.Load(locale); ok {
		return found.(*Language) //nolint:forcetypeassert // nothing else is stored
	}
	tag, err := language.Parse(locale)
	if err != nil || len(locale) > maxLocale {
		return c.languages[0]
	}
	_, index, _ := c.matcher.Match(tag)
	c.chosen.Store(locale, c.matched[index])
	return c.matched[index]
}

// maxLocale is the length of Discord's longest locale, es-419. What is longer is
// none, and must not fill the memory of what was found.
const maxLocale = 6

// Languages returns all languages, Default first, the others sorted by their codes.
func (c *Catalogue) Languages() []*Language { return slices.Clone(c.languages) }

// Offered returns the languages that a member can choose, in the same order: not those that In finds by
// their codes alone, such as a pseudo-locale.
func (c *Catalogue) Offered() []*Language { return slices.Clone(c.matched) }

// Others returns the languages but Default, sorted by their codes.
func (c *Catalogue) Others() []*Language { return c.languages[1:] }
