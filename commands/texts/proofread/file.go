package proofread

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"golang.org/x/text/language"

	"noughts/commands/texts"
)

// A File is a message file as it stands, faults and all: package texts reads the same file
// for those who only want its texts.
type File struct {
	Code     string // of its language
	tag      language.Tag
	keys     []texts.Key // in the file's order, each once
	twice    []texts.Key // which keys stand there again
	texts    map[texts.Key]Text
	broken   map[texts.Key]error // what is no text
	fallback *File               // nil for texts.Default, and before Check
}

// A Text is a text in its forms by the names that CLDR gives them. One that counts
// nothing, or is the same for all numbers, has the form "other" alone.
type Text struct {
	Forms  map[string]string
	Plural bool // written as an object of forms
}

// other is the form that every text has.
const other = "other"

// Read reads the message file of a language out of a file system. Errors: there is no such
// file, or it is no object of JSON at all.
func Read(code string, in fs.FS) (*File, error) {
	content, err := fs.ReadFile(in, code+".json")
	if err != nil {
		return nil, err
	}
	f, err := Parse(code, content)
	if err != nil {
		return nil, fmt.Errorf("%s.json: %w", code, err)
	}
	return f, nil
}

// Parse reads the content of a message file. Errors: it is no object of JSON.
func Parse(code string, content []byte) (*File, error) {
	f := &File{Code: code, tag: language.Make(code), texts: make(map[texts.Key]Text), broken: make(map[texts.Key]error)}
	d := json.NewDecoder(bytes.NewReader(content))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.Join(errors.New("not an object of texts by key"), err)
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string) // the decoder lets no other key through
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, fmt.Errorf("after %q: %w", name, err)
		}
		f.add(texts.Key(name), raw)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("trailing data after the texts")
	}
	return f, nil
}

// add reads a text.
func (f *File) add(key texts.Key, raw json.RawMessage) {
	if slices.Contains(f.keys, key) {
		f.twice = append(f.twice, key)
		return
	}
	f.keys = append(f.keys, key)
	var plain string
	if json.Unmarshal(raw, &plain) == nil {
		f.texts[key] = Text{Forms: map[string]string{other: plain}}
		return
	}
	forms := make(map[string]string)
	if err := json.Unmarshal(raw, &forms); err != nil {
		f.broken[key] = errors.New("is neither a text nor an object of its forms")
		return
	}
	f.texts[key] = Text{forms, true}
}

// Keys returns the keys of the texts in the file's order.
func (f *File) Keys() []texts.Key { return slices.Clone(f.keys) }

// Text returns a text, false if the file has none.
func (f *File) Text(key texts.Key) (Text, bool) {
	t, ok := f.texts[key]
	return t, ok
}

// find returns a text as the language says it, and the file that has it: f or one of its
// fallbacks, nil for none.
func (f *File) find(key texts.Key) (Text, *File) {
	for ; f != nil; f = f.fallback {
		if t, ok := f.texts[key]; ok {
			return t, f
		}
	}
	return Text{}, nil
}

// language returns the language without its country.
func (f *File) language() language.Base {
	base, _ := f.tag.Base()
	return base
}

// overlay reports whether the file holds only what differs from its fallback: both are of one
// language.
func (f *File) overlay() bool {
	return f.fallback != nil && f.fallback.language() == f.language()
}
