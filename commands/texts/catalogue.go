// Package texts holds every sentence that members read, in every language that
// has a message file. A new language is a new file, named for Discord's code of
// it: languages/de.json.
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

// Default is the language of texts that a reader's own language lacks.
const Default = "en-US"

// A Catalogue is every text in every language. It is safe for concurrent use.
type Catalogue struct {
	languages []*Language // Default first
	matcher   language.Matcher
	chosen    sync.Map // locale -> *Language: what matcher found before
}

// Load reads the message files built into the program. They are part of the
// source, so a fault in one is a fault of the program: it panics.
func Load() *Catalogue {
	c, err := LoadFrom(files)
	if err != nil {
		panic(fmt.Sprintf("texts: %v", err))
	}
	return c
}

// LoadFrom reads the message files in the root of a file system.
func LoadFrom(in fs.FS) (*Catalogue, error) {
	names, err := fs.Glob(in, "*.json")
	if err != nil {
		return nil, err
	}
	read := make(map[string]*Language)
	for _, name := range names {
		bytes, err := fs.ReadFile(in, name)
		if err != nil {
			return nil, err
		}
		code := strings.TrimSuffix(name, ".json")
		l := &Language{code: code, tag: language.Make(code)}
		if err := json.Unmarshal(bytes, &l.own); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		read[code] = l
	}
	if read[Default] == nil {
		return nil, fmt.Errorf("there is no %s.json", Default)
	}
	c := &Catalogue{languages: []*Language{read[Default]}}
	tags := []language.Tag{read[Default].tag}
	for _, code := range slices.Sorted(maps.Keys(read)) {
		if l := read[code]; code != Default {
			l.otherwise = read[Default]
			c.languages, tags = append(c.languages, l), append(tags, l.tag)
		}
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// In returns the language that suits a locale of Discord's best, Default for an
// unknown one.
func (c *Catalogue) In(locale string) *Language {
	if found, ok := c.chosen.Load(locale); ok {
		return found.(*Language) //nolint:forcetypeassert // nothing else is stored
	}
	tag, err := language.Parse(locale)
	if err != nil || len(locale) > maxLocale {
		return c.languages[0]
	}
	_, index, _ := c.matcher.Match(tag)
	c.chosen.Store(locale, c.languages[index])
	return c.languages[index]
}

// maxLocale is the length of Discord's longest locale, es-419. What is longer is
// none, and must not fill the memory of what was found.
const maxLocale = 6

// Others returns the languages but Default, sorted by their codes.
func (c *Catalogue) Others() []*Language { return c.languages[1:] }
