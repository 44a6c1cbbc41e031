package texts

import (
	"encoding/json"
	"slices"
	"testing"
	"testing/fstest"
)

func messages(t *testing.T, name string) table {
	t.Helper()
	bytes, err := embedded.ReadFile("languages/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var found table
	if err := json.Unmarshal(bytes, &found); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return found
}

// arguments returns the names of the arguments in all plural forms of a text.
func arguments(m message) (names []string) {
	for _, form := range m.forms() {
		names = append(names, form.arguments()...)
	}
	return names
}

// arguments returns the names of a template's arguments, in the order of the text.
func (t template) arguments() (names []string) {
	for {
		_, argument, after := t.next()
		if argument == "" {
			return names
		}
		names, t = append(names, argument), after
	}
}

// loadFiles returns a catalogue of message files, given by their codes.
func loadFiles(t *testing.T, files map[string]string) *Catalogue {
	t.Helper()
	in := fstest.MapFS{}
	for code, content := range files {
		in[code+".json"] = &fstest.MapFile{Data: []byte(content)}
	}
	c, err := LoadFrom(in)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// catalogue has full English texts and a few German and Polish texts.
func catalogue(t *testing.T) *Catalogue {
	t.Helper()
	return loadFiles(t, map[string]string{
		"en-US": `{"hello": "Hello, {{.Name}}", "bye": "Bye", "yes": "Yes",
			"marks": {"one": "{{.N}} mark", "other": "{{.N}} marks"}, "moves": {"one": "{{.N}} move", "other": "{{.N}} moves"}}`,
		"de": `{"hello": "Hallo {{.Name}}", "yes": "Ja", "marks": {"other": "{{.N}} Zeichen"}}`,
		"pl": `{"marks": {"one": "{{.N}} znak", "few": "{{.N}} znaki", "other": "{{.N}} znaków"}}`,
	})
}

func TestUnload(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	german, english := c.ForLocale("de"), c.ForLocale(Default)
	name := german.Name()
	for range 2 {
		c.Unload()
		if german.own.loaded.Load() != nil || german.Name() != name {
			t.Errorf("unloaded it has its texts, or is called %q", german.Name())
		}
		if got := german.Say("yes"); got != "Ja" || english.own.loaded.Load() != nil {
			t.Errorf("%q, and English is loaded: %v", got, english.own.loaded.Load() != nil)
		}
		if got := german.Say("bye"); got != "Bye" {
			t.Errorf("%q in its fallback", got)
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	for locale, want := range map[string]string{
		"en-US": "Hello, Ann", "en-GB": "Hello, Ann", "de": "Hallo Ann", "fr": "Hello, Ann", "": "Hello, Ann",
		"not a locale": "Hello, Ann", "de-a-very-long-private-locale": "Hello, Ann",
	} {
		for range 2 { // the first result comes from the matcher, the second from the cache
			if got := c.ForLocale(locale).Say("hello", "Name", "Ann"); got != want {
				t.Errorf("%q: %q, want %q", locale, got, want)
			}
		}
	}
	german := c.ForLocale("de")
	if german.Code() != "de" || german.Say("bye") != "Bye" || !german.Has("bye") || german.Has("no") {
		t.Errorf("%s: %q", german.Code(), german.Say("bye"))
	}
	if all := c.Languages(); len(all) != 3 || all[0] != c.ForLocale(Default) || all[1] != german {
		t.Errorf("languages %v", all)
	}
	if said := c.ForLocale("en").Say("hello", "Other", "Ben", "Name", Ordinal(7)); said != "Hello, 7" {
		t.Errorf("%q", said)
	}
}

// TestKin checks that a locale without a message file gets the most closely related language, and
// that a locale with a file gets exactly that language.
func TestKin(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, code := range []string{"en-US", "en-GB", "es-ES", "es-419", "pt-BR", "zh-CN", "zh-TW", "ru", "de"} {
		files[code] = `{"language.name": "` + code + ` itself"}`
	}
	c := loadFiles(t, files)
	for locale, want := range map[string]string{
		"en-US": "en-US", "en-GB": "en-GB", "en": "en-US", "en-AU": "en-GB", "es-ES": "es-ES", "es-419": "es-419", "es-MX": "es-419",
		"pt": "pt-BR", "pt-BR": "pt-BR", "zh-CN": "zh-CN", "zh-TW": "zh-TW", "zh-HK": "zh-TW", "zh": "zh-CN", "de-AT": "de",
		"fi": Default, "el": Default, "xx": Default,
	} {
		if got := c.ForLocale(locale); got.Code() != want || got.Name() != want+" itself" {
			t.Errorf("%s: %s, want %s", locale, got.Code(), want)
		}
	}
}

// TestFallback checks that a text missing from a language comes from the fallback language. The fallback's rules select
// the plural form, but the number is formatted for the reader's language.
func TestFallback(t *testing.T) {
	t.Parallel()
	english := `{"a": "A", "b": "B", "c": "C", "wins": {"one": "{{.N}} win", "other": "{{.N}} wins"}, "moves": {"one": "{{.N}} move", "other": "{{.N}} moves"}}`
	c := loadFiles(t, map[string]string{
		"en-US":  english,
		"en-GB":  `{"a": "A of Britain"}`,
		"es-ES":  `{"a": "A of Spain", "b": "B of Spain", "wins": {"one": "{{.N}} victoria", "other": "{{.N}} victorias"}}`,
		"es-419": `{"a": "A of America"}`,
		"pl":     `{}`,
	})
	for code, want := range map[string][5]string{
		"en-US":  {"A", "B", "C", "1 win", "12,345 moves"},
		"en-GB":  {"A of Britain", "B", "C", "1 win", "12,345 moves"},
		"es-ES":  {"A of Spain", "B of Spain", "C", "1 victoria", "12.345 moves"},
		"es-419": {"A of America", "B of Spain", "C", "1 victoria", "12,345 moves"},
		"pl":     {"A", "B", "C", "1 win", "12\u00a0345 moves"},
	} {
		for _, c := range []*Catalogue{c, c.Subset(code)} {
			l := c.ForLocale(code)
			if got := [5]string{l.Say("a"), l.Say("b"), l.Say("c"), l.Count("wins", 1), l.Count("moves", 12345)}; got != want || !l.Has("c") || l.Has("d") {
				t.Errorf("%s: %q, want %q", code, got, want)
			}
		}
	}
	if loadFiles(t, map[string]string{"en-US": english, "es-419": `{}`}).ForLocale("es-419").Say("b") != "B" {
		t.Error("without its fallback a language falls back to English")
	}
}

// TestWith checks that ForLocale finds an added language only by its exact code, and that an added
// language replaces the language with the same code.
func TestWith(t *testing.T) {
	t.Parallel()
	c := catalogue(t)
	loud, err := c.ForLocale(Default).Rewritten("en-XA", func(key Key, text string) string { return text + "!" })
	if err != nil {
		t.Fatal(err)
	}
	with := c.WithLanguage(loud)
	if got := with.ForLocale("en-XA").Say("hello", "Name", "Ann"); got != "Hello, Ann!" {
		t.Errorf("%q", got)
	}
	if got := with.ForLocale("en-XA").Count("marks", 1); got != "1 mark!" {
		t.Errorf("%q", got)
	}
	for _, locale := range []string{"en", "en-GB", "xx"} {
		if with.ForLocale(locale) != c.ForLocale(Default) {
			t.Errorf("%s: %s", locale, with.ForLocale(locale).Code())
		}
	}
	if len(with.Languages()) != 4 || len(c.Languages()) != 3 {
		t.Errorf("%d languages with one more", len(with.Languages()))
	}
	if offered := with.Offered(); !slices.Equal(offered, c.Languages()) {
		t.Errorf("%d languages are offered, want those without en-XA", len(offered))
	}
	german, err := c.ForLocale("de").Rewritten("de", func(key Key, text string) string { return text + "?" })
	if err != nil {
		t.Fatal(err)
	}
	with = c.WithLanguage(german)
	if got := with.ForLocale("de-AT").Say("yes"); got != "Ja?" || len(with.Languages()) != 3 {
		t.Errorf("%q in one of %d languages", got, len(with.Languages()))
	}
	if got := with.ForLocale("de").Say("bye"); got != "Bye" {
		t.Errorf("%q", got)
	}
	if _, err := c.ForLocale("de").Rewritten("de", func(Key, string) string { return "{{" }); err == nil {
		t.Error("took half an argument")
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
		{"en", "marks", 0, "0 marks"}, {"en", "marks", 1, "1 mark"}, {"en", "marks", 1000, "1,000 marks"},
		{"de", "marks", 1, "1 Zeichen"}, // this text has only one plural form
		{"pl", "marks", 1, "1 znak"}, {"pl", "marks", 3, "3 znaki"}, {"pl", "marks", 5, "5 znaków"},
		{"pl", "moves", 3, "3 moves"}, // by the plural rules of English, the fallback
		{"de", "nothing", 1, "‹nothing›"},
	} {
		if got := c.ForLocale(test.locale).Count(test.key, test.n); got != test.want {
			t.Errorf("%s, %d: %q, want %q", test.locale, test.n, got, test.want)
		}
	}
}

func TestFaultyTexts(t *testing.T) {
	t.Parallel()
	l := catalogue(t).ForLocale("de")
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
