package texts

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"text/template"
)

// constants returns the keys that keys.go declares, by their Go names.
func constants(t *testing.T) map[string]Key {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "keys.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	keys := make(map[string]Key)
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			keys[spec.Names[0].Name] = Key(value)
		}
		return true
	})
	return keys
}

// messages returns the forms of every text of a message file.
func messages(t *testing.T, name string) map[Key]map[string]string {
	t.Helper()
	bytes, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[Key]json.RawMessage
	if err := json.Unmarshal(bytes, &raw); err != nil {
		t.Fatal(err)
	}
	found := make(map[Key]map[string]string)
	for key, value := range raw {
		var text string
		forms := make(map[string]string)
		if json.Unmarshal(value, &text) == nil {
			forms["other"] = text
		} else if err := json.Unmarshal(value, &forms); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		found[key] = forms
	}
	return found
}

// TestKeys: every key has a text and every text a key.
func TestKeys(t *testing.T) {
	t.Parallel()
	declared := constants(t)
	written := messages(t, "en.json")
	for name, key := range declared {
		if _, ok := written[key]; !ok {
			t.Errorf("%s: no text %q", name, key)
		}
		delete(written, key)
	}
	for key := range written {
		t.Errorf("the text %q has no key", key)
	}
}

// TestKeysAreUsed: no text is left over that nobody says.
func TestKeysAreUsed(t *testing.T) {
	t.Parallel()
	used := make(map[string]bool)
	var sources []string
	for _, folder := range []string{"..", "../card", "../plan", "../../bot/inbox"} {
		found, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(found) == 0 {
			t.Fatal(folder, err)
		}
		sources = append(sources, found...)
	}
	name := regexp.MustCompile(`\btexts\.(\w+)`)
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		bytes, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range name.FindAllSubmatch(bytes, -1) {
			used[string(match[1])] = true
		}
	}
	for name, key := range constants(t) {
		if !used[name] {
			t.Errorf("nobody says %s (%s)", name, key)
		}
	}
}

// TestTemplates: every form of every text in every language can be executed,
// and asks for no argument that English does not have.
func TestTemplates(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		t.Fatal(err)
	}
	english := messages(t, "en.json")
	for _, name := range names {
		for key, forms := range messages(t, name) {
			allowed := argumentsOf(english[key])
			for form, text := range forms {
				parsed, err := template.New("").Option("missingkey=error").Parse(text)
				if err != nil {
					t.Errorf("%s: %s, %s: %v", name, key, form, err)
					continue
				}
				if err := parsed.Execute(&strings.Builder{}, allowed); err != nil {
					t.Errorf("%s: %s, %s: %v", name, key, form, err)
				}
			}
		}
	}
}

var argumentName = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// argumentsOf returns the arguments that the forms of a text name.
func argumentsOf(forms map[string]string) map[string]string {
	arguments := make(map[string]string)
	for _, text := range forms {
		for _, match := range argumentName.FindAllStringSubmatch(text, -1) {
			arguments[match[1]] = "value"
		}
	}
	return arguments
}

// TestFastPathAgreesWithSlow: texts filled in without the template engine are
// those that it would have made.
func TestFastPathAgreesWithSlow(t *testing.T) {
	t.Parallel()
	l := Load().In(Default)
	fast := 0
	for key, forms := range messages(t, "en.json") {
		s, ok := l.simple[key]
		if !ok {
			continue
		}
		var args []any
		for i, name := range slices.Sorted(maps.Keys(argumentsOf(forms))) {
			args = append(args, name, []any{"text", 7, Key("stringer")}[i%3])
		}
		quick, _ := s.fill(args)
		parsed := template.Must(template.New("").Parse(forms["other"]))
		var slow strings.Builder
		if err := parsed.Execute(&slow, data(args)); err != nil {
			t.Fatal(err)
		}
		if quick != slow.String() || l.Say(key, args...) != quick {
			t.Errorf("%s: fast %q, slow %q", key, quick, slow.String())
		}
		fast++
	}
	if fast < 100 {
		t.Errorf("only %d texts take the fast path", fast)
	}
}

// twoLanguages is a catalogue with a German of its own.
func twoLanguages(t *testing.T) *Catalogue {
	t.Helper()
	c, err := LoadFrom(fstest.MapFS{
		"en.json": {Data: []byte(`{"hello": "Hello, {{.Name}}", "bye": "Bye", "yes": "Yes",
			"marks": {"one": "{{.N}} mark", "other": "{{.N}} marks"}, "loud": "{{if .Name}}{{.Name}}!{{end}}"}`)},
		"de.json": {Data: []byte(`{"hello": "Hallo {{.Name}}", "yes": "Ja", "marks": {"one": "{{.N}} Zeichen", "other": "{{.N}} Zeichen"}}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	c := twoLanguages(t)
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
	if german.Code() != "de" || german.Say("bye") != "Bye" || german.Say("loud", "Name", "Ann") != "Ann!" {
		t.Errorf("%s: %q, %q", german.Code(), german.Say("bye"), german.Say("loud", "Name", "Ann"))
	}
	if got := c.Elsewhere("yes"); len(got) != 1 || got["de"] != "Ja" {
		t.Errorf("elsewhere %v", got)
	}
	if got := c.Elsewhere("bye"); got != nil {
		t.Errorf("elsewhere %v", got)
	}
	if got := Load().Elsewhere(CommandHelpAbout); len(got) != len(Load().Others()) {
		t.Errorf("elsewhere %v", got)
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	l := twoLanguages(t).In("en-US")
	for n, want := range map[int]string{0: "0 marks", 1: "1 mark", 2: "2 marks", 1000: "1000 marks"} {
		for range 2 { // made, and remembered
			if got := l.Count("marks", n); got != want {
				t.Errorf("%d: %q", n, got)
			}
		}
	}
}

// TestFaultyTexts: what is missing is seen, and harms nothing.
func TestFaultyTexts(t *testing.T) {
	t.Parallel()
	l := twoLanguages(t).In("de")
	for _, got := range []string{l.Say("hello"), l.Say("hello", "Name"), l.Say("hello", 7, "Ann")} {
		if got != "‹hello›" {
			t.Errorf("%q", got)
		}
	}
	if got := l.Say("nothing"); got != "‹nothing›" {
		t.Errorf("%q", got)
	}
	for name, in := range map[string]fstest.MapFS{
		"no English": {"de.json": {Data: []byte(`{}`)}},
		"no JSON":    {"en.json": {Data: []byte(`hello`)}},
	} {
		if _, err := LoadFrom(in); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}
