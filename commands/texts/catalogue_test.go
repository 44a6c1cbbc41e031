package texts

import (
	"encoding/json"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	_ "noughts/render/golden" // for go test ./commands/... -update
)

// messages returns the texts of a message file.
func messages(t *testing.T, name string) map[Key]message {
	t.Helper()
	bytes, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	var found map[Key]message
	if err := json.Unmarshal(bytes, &found); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return found
}

// TestArguments: no text of another language asks for an argument that English does
// not have.
func TestArguments(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		t.Fatal(err)
	}
	english := messages(t, "en-US.json")
	for _, name := range names {
		for key, message := range messages(t, name) {
			known := arguments(english[key])
			for _, argument := range arguments(message) {
				if !slices.Contains(known, argument) {
					t.Errorf("%s: %s has {{.%s}}, en-US.json has only %q", name, key, argument, known)
				}
			}
		}
	}
}

// arguments returns the arguments that the forms of a text name.
func arguments(m message) []string {
	var names []string
	for _, form := range m {
		for i := 1; i < len(form); i += 2 {
			names = append(names, form[i])
		}
	}
	return names
}

// catalogue is one with a little German and Polish.
func catalogue(t *testing.T) *Catalogue {
	t.Helper()
	c, err := LoadFrom(fstest.MapFS{
		"en-US.json": {Data: []byte(`{"hello": "Hello, {{.Name}}", "bye": "Bye", "yes": "Yes",
			"marks": {"one": "{{.N}} mark", "other": "{{.N}} marks"}, "moves": {"one": "{{.N}} move", "other": "{{.N}} moves"}}`)},
		"de.json": {Data: []byte(`{"hello": "Hallo {{.Name}}", "yes": "Ja", "marks": {"other": "{{.N}} Zeichen"}}`)},
		"pl.json": {Data: []byte(`{"marks": {"one": "{{.N}} znak", "few": "{{.N}} znaki", "other": "{{.N}} znaków"}}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	for locale, want := range map[string]string{
		"en-US": "Hello, Ann", "en-GB": "Hello, Ann", "de": "Hallo Ann", "fr": "Hello, Ann", "": "Hello, Ann",
		"not a locale": "Hello, Ann", "de-a-very-long-private-locale": "Hello, Ann",
	} {
		for range 2 { // found, and remembered
			if got := c.In(locale).Say("hello", "Name", "Ann"); got != want {
				t.Errorf("%q: %q, want %q", locale, got, want)
			}
		}
	}
	german := c.In("de")
	if german.Code() != "de" || german.Say("bye") != "Bye" || german.Own("bye") || !german.Own("yes") || !german.Has("bye") || german.Has("no") {
		t.Errorf("%s: %q", german.Code(), german.Say("bye"))
	}
	if others := c.Others(); len(others) != 2 || others[0] != german || others[1].Code() != "pl" {
		t.Errorf("others %v", others)
	}
	if said := c.In("en").Say("hello", "Other", "Ben", "Name", Ordinal(7)); said != "Hello, 7" {
		t.Errorf("%q", said)
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	for _, test := range []struct {
		locale string
		key    Key
		n      int
		want   string
	}{
		{"en", "marks", 0, "0 marks"}, {"en", "marks", 1, "1 mark"}, {"en", "marks", 1000, "1000 marks"},
		{"de", "marks", 1, "1 Zeichen"}, // in the only form there is
		{"pl", "marks", 1, "1 znak"}, {"pl", "marks", 3, "3 znaki"}, {"pl", "marks", 5, "5 znaków"},
		{"pl", "moves", 3, "3 moves"}, // by the rules of English
		{"de", "nothing", 1, "‹nothing›"},
	} {
		if got := c.In(test.locale).Count(test.key, test.n); got != test.want {
			t.Errorf("%s, %d: %q, want %q", test.locale, test.n, got, test.want)
		}
	}
}

// TestFaultyTexts: what is missing is seen, and harms nothing.
func TestFaultyTexts(t *testing.T) {
	t.Parallel()
	l := catalogue(t).In("de")
	for _, got := range []string{l.Say("hello"), l.Say("hello", "Name"), l.Say("hello", "Ann", "Name")} {
		if got != "‹hello›" {
			t.Errorf("%q", got)
		}
	}
	if got := l.Say("nothing"); got != "‹nothing›" {
		t.Errorf("%q", got)
	}
	for name, in := range map[string]fstest.MapFS{
		"no English": {"de.json": {Data: []byte(`{}`)}},
		"no JSON":    {"en-US.json": {Data: []byte(`hello`)}},
		"no text":    {"en-US.json": {Data: []byte(`{"hello": 7}`)}},
		"no form":    {"en-US.json": {Data: []byte(`{"hello": {"several": "Hello"}}`)}},
		"no other":   {"en-US.json": {Data: []byte(`{"hello": {"one": "Hello"}}`)}},
		"no end":     {"en-US.json": {Data: []byte(`{"hello": "Hello, {{.Name"}`)}},
		"no dot":     {"en-US.json": {Data: []byte(`{"hello": "Hello, {{Name}}"}`)}},
		"an action":  {"en-US.json": {Data: []byte(`{"hello": "{{if .Name}}Hello{{end}}"}`)}},
	} {
		if _, err := LoadFrom(in); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}
