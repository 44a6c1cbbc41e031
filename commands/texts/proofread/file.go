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

// A File is a parsed message file, including its faults. Package texts also reads message files but
// keeps only valid texts.
type File struct {
	Code     string // the language code
	tag      language.Tag
	keys     []texts.Key // in the order of the file, without duplicates
	twice    []texts.Key // keys that occur more than once
	texts    map[texts.Key]Text
	broken   map[texts.Key]error // keys whose value is not a text
	fallback *File               // the file of the fallback language; nil for texts.Default, and until Check sets it
}

// A Text is a text with its plural forms, named as in CLDR. A text without plural forms has only the form "other".
type Text struct {
	Forms  map[string]string
	Plural bool // written as an object of forms
}

// other is the name of the plural form that every text has.
const other = "other"

// Read reads the message file of a language from a file system. It returns an error if the file
// does not exist or is not a JSON object.
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

// Parse parses the content of a message file. It returns an error if the content is not a JSON object.
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
		name, _ := token.(string) // a JSON object's key is always a string
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

// add parses the value of a key and adds the text to the file.
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

// Keys returns the keys of the texts, in the order of the file.
func (f *File) Keys() []texts.Key { return slices.Clone(f.keys) }

// Text returns the text of a key. It returns false if the file has no valid text for the key.
func (f *File) Text(key texts.Key) (Text, bool) {
	t, ok := f.texts[key]
	return t, ok
}

// find returns the text of a key and the file that has the text: f or the first of its fallbacks
// with the key. The file is nil if none has the key.
func (f *File) find(key texts.Key) (Text, *File) {
	for ; f != nil; f = f.fallback {
		if t, ok := f.texts[key]; ok {
			return t, f
		}
	}
	return Text{}, nil
}

// language returns the file's language without its region.
func (f *File) language() language.Base {
	base, _ := f.tag.Base()
	return base
}

// overlay reports whether the file and its fallback have the same language, such as es-419 and
// es-ES. Such a file holds only the texts that differ from its fallback.
func (f *File) overlay() bool {
	return f.fallback != nil && f.fallback.language() == f.language()
}
