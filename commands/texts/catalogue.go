// Package texts holds every sentence that members read, in every language that has a message file.
// To add a language, add a message file named for Discord's language code, such as
// languages/de.json. TestTranslations checks the files.
package texts

import (
	"cmp"
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

// Default is the language that all others are translated from. It has every text.
const Default = "en-US"

var fallbacks = map[string]string{Default: "", "es-419": "es-ES"}

// Fallback returns the code of the language that supplies the texts missing from a language. It
// returns "" for Default, which has no fallback.
func Fallback(code string) string {
	if fallback, ok := fallbacks[code]; ok {
		return fallback
	}
	return Default
}

// A Catalogue holds all texts of all its languages. It is safe for concurrent use.
type Catalogue struct {
	languages []*Language // Default first, the others sorted by their codes
	matched   []*Language // the languages that ForLocale can return for a related locale, in the order of the tags of matcher
	matcher   language.Matcher
	chosen    sync.Map                  // locale -> *Language: a cache of ForLocale's results
	marked    atomic.Pointer[Catalogue] // the last result of Marked
}

// Load returns a catalogue of the message files embedded in the program. It reads the files once and returns the same
// catalogue each time. It panics if a file is invalid: the files are part of the source.
var Load = sync.OnceValue(func() *Catalogue {
	files, err := fs.Sub(embedded, "languages")
	if err != nil { // impossible: the name "languages" is a valid path
		panic(err)
	}
	c, err := LoadFrom(files)
	if err != nil {
		panic(fmt.Sprintf("texts: %v", err))
	}
	return c
})

// LoadFrom reads the message files in the root directory of a file system.
func LoadFrom(in fs.FS) (*Catalogue, error) {
	names, err := fs.Glob(in, "*.json")
	if err != nil {
		return nil, err
	}
	read := make(map[string]*Language)
	for _, name := range names {
		code := strings.TrimSuffix(name, ".json")
		l := &Language{code: code, tag: language.Make(code), own: &textsFile{read: func() (t table, err error) {
			bytes, err := fs.ReadFile(in, name)
			if err == nil {
				err = json.Unmarshal(bytes, &t)
			}
			return t, err
		}}}
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
			l.fallback = cmp.Or(read[Fallback(code)], read[Default])
			languages = append(languages, l)
		}
	}
	for _, l := range languages {
		l.name = l.Say("language.name")
	}
	return newCatalogue(languages), nil
}

// Unload frees the memory of all message files. A file is read again when a text of its language is needed. This saves
// memory because the declarations of commands need all 21 languages once, but later most bots use only a few.
func (c *Catalogue) Unload() {
	for _, l := range c.languages {
		if l.own.read != nil {
			l.own.loaded.Store(nil)
		}
	}
}

func newCatalogue(languages []*Language) *Catalogue {
	c := &Catalogue{languages: languages}
	var tags []language.Tag
	for _, l := range languages {
		if !l.isExact {
			c.matched, tags = append(c.matched, l), append(tags, l.tag)
		}
		c.chosen.Store(l.code, l)
	}
	c.matcher = language.NewMatcher(tags)
	return c
}

// WithLanguage returns a copy of the catalogue with the added language l. If the catalogue already has a language with
// l's code, l replaces that language. Otherwise ForLocale returns l, such as a pseudo-locale, only for l's exact code
// and never for a related locale.
func (c *Catalogue) WithLanguage(l *Language) *Catalogue {
	added, languages := *l, slices.Clone(c.languages)
	i := slices.IndexFunc(languages, func(other *Language) bool { return other.code == l.code })
	if added.isExact = i < 0; added.isExact {
		languages = append(languages, &added)
		slices.SortFunc(languages[1:], func(a, b *Language) int { return strings.Compare(a.code, b.code) })
	} else {
		languages[i] = &added
	}
	return newCatalogue(languages)
}

// Marked returns a catalogue with the same texts, where sentences show the marks X and O as the emoji x and o. It
// caches its last result, because the arguments change only when the application's emoji change.
func (c *Catalogue) Marked(x, o string) *Catalogue {
	marks := [2]string{x, o}
	if last := c.marked.Load(); last != nil && last.languages[0].marks == marks {
		return last
	}
	languages := make([]*Language, len(c.languages))
	for i, l := range c.languages {
		marked := *l
		marked.marks = marks
		languages[i] = &marked
	}
	made := newCatalogue(languages)
	c.marked.Store(made)
	return made
}

// Subset returns a catalogue with only Default and those languages of c whose codes are listed. It ignores unknown
// codes. It saves time in tests, because a bot declares its commands in each language of its catalogue and most tests
// need few languages.
func (c *Catalogue) Subset(codes ...string) *Catalogue {
	kept := []*Language{c.languages[0]}
	for _, l := range c.languages[1:] {
		if slices.Contains(codes, l.code) {
			kept = append(kept, l)
		}
	}
	return newCatalogue(kept)
}

// ForLocale returns the language for a Discord locale: the language with exactly that code if there is
// one, otherwise the best match (es-419 for es-MX), and Default for an unknown or invalid locale.
func (c *Catalogue) ForLocale(locale string) *Language {
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

// maxLocale is the length of Discord's longest locale code, es-419. ForLocale returns Default for longer strings and
// does not cache them, so arbitrary input cannot fill its cache.
const maxLocale = 6

// Languages returns all languages: Default first, then the others sorted by code.
func (c *Catalogue) Languages() []*Language { return slices.Clone(c.languages) }

// Offered returns the languages that a member can choose in the settings, in the order of Languages. It leaves out the
// languages that ForLocale finds only by their exact code, such as a pseudo-locale.
func (c *Catalogue) Offered() []*Language { return slices.Clone(c.matched) }
