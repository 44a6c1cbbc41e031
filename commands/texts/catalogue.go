// Package texts holds every sentence that members read, in every language that
// has a message file here. A new language is a new file, named for Discord's
// code of it: de.json.
package texts

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// Default is the language of texts that a reader's own language lacks.
const Default = "en"

// A Key names a text.
type Key string

// A Catalogue is every text in every language. It is safe for concurrent use.
type Catalogue struct {
	codes     []string // of the languages, Default first
	languages []*Language
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
	bundle := i18n.NewBundle(language.Make(Default))
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	contents := make(map[string][]*i18n.Message)
	for _, name := range names {
		file, err := loadFile(bundle, in, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		contents[strings.TrimSuffix(name, ".json")] = file.Messages
	}
	if contents[Default] == nil {
		return nil, fmt.Errorf("there is no %s.json", Default)
	}
	return newCatalogue(bundle, contents), nil
}

func loadFile(bundle *i18n.Bundle, in fs.FS, name string) (*i18n.MessageFile, error) {
	bytes, err := fs.ReadFile(in, name)
	if err != nil {
		return nil, err
	}
	return bundle.ParseMessageFileBytes(bytes, name)
}

func newCatalogue(bundle *i18n.Bundle, contents map[string][]*i18n.Message) *Catalogue {
	c := &Catalogue{codes: []string{Default}}
	for code := range contents {
		if code != Default {
			c.codes = append(c.codes, code)
		}
	}
	slices.Sort(c.codes[1:]) // a map's order is another at every start
	var tags []language.Tag
	for _, code := range c.codes {
		tags = append(tags, language.Make(code))
		c.languages = append(c.languages, newLanguage(bundle, code, contents))
	}
	c.matcher = language.NewMatcher(tags)
	return c
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

// Others returns the languages but Default by their codes.
func (c *Catalogue) Others() map[string]*Language {
	others := make(map[string]*Language)
	for i, code := range c.codes[1:] {
		others[code] = c.languages[i+1]
	}
	return others
}

// Elsewhere returns a text without arguments in every language but Default that
// has its own, by the language's code; nil when none has.
func (c *Catalogue) Elsewhere(key Key) map[string]string {
	var found map[string]string
	for code, l := range c.Others() {
		if !l.own[key] {
			continue
		}
		if found == nil {
			found = make(map[string]string)
		}
		found[code] = l.Say(key)
	}
	return found
}
