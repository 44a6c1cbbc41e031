package interlinear

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"noughts/commands/texts"
)

// reader returns a reader of German, and its catalogue's German and English.
func reader(t *testing.T) (r *Reader, german, english *texts.Language) {
	t.Helper()
	c, err := texts.LoadFrom(fstest.MapFS{
		"en-US.json": {Data: []byte(`{"hello": "Hello, {{.Name}}", "game": "the game of {{.Name}}", "anyone": "anyone", "months": "Jan",
			"command.classic": "classic", "option.size": "size", "start": "Start with \u0060/classic\u0060, or leave \u0060size\u0060 empty", "marked": "{{.Mark}} <@7>",
			"moves": {"one": "{{.N}} move of {{.Name}}", "other": "{{.N}} moves of {{.Name}}"}}`)},
		"de.json": {Data: []byte(`{"hello": "Ja hallo, {{.Name}}", "game": "{{.Name}} und sein Spiel", "anyone": "wer auch immer", "months": "Jän",
			"command.classic": "klassisch", "option.size": "größe", "start": "Beginne mit \u0060/klassisch\u0060 oder lass \u0060größe\u0060 leer", "marked": "{{.Mark}} <@7>",
			"moves": {"one": "{{.N}} Zug für {{.Name}}", "other": "{{.N}} Züge für {{.Name}}"}}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	r = New(c, "de")
	return r, r.Catalogue().In("de"), r.Catalogue().In("en-US")
}

func TestRead(t *testing.T) {
	t.Parallel()
	r, german, english := reader(t)
	anyone := german.Say("anyone")
	for said, want := range map[string][2]string{
		german.Say("hello", "Name", "Ann"):                                 {"Ja hallo, Ann", "Hello, Ann"},
		german.Say("hello", "Name", german.Say("game", "Name", anyone)):    {"Ja hallo, wer auch immer und sein Spiel", "Hello, the game of anyone"},
		german.Count("moves", 1, "Name", anyone):                           {"1 Zug für wer auch immer", "1 move of anyone"},
		german.Count("moves", 2, "Name", "Ann"):                            {"2 Züge für Ann", "2 moves of Ann"},
		"### " + anyone + " · " + german.Say("hello", "Name", "Ben") + "!": {"### wer auch immer · Ja hallo, Ben!", "### anyone · Hello, Ben!"},
		english.Say("hello", "Name", "Ann"):                                {"Hello, Ann", "Hello, Ann"},
		german.Say("months"):                                               {"Jän", "Jän"},
		"b3":                                                               {"b3", "b3"},
	} {
		if shown, read := r.Shown(said), r.Read(said); shown != want[0] || read != want[1] {
			t.Errorf("%q is shown and read %q, want %q", []string{shown, read}, said, want)
		}
	}
	if german.Say("anyone") != anyone {
		t.Error("the same text has other marks when it is said again")
	}
}

// TestReadOfChangedTexts: what the bot does to a text after it was said is done to the English.
func TestReadOfChangedTexts(t *testing.T) {
	t.Parallel()
	r, german, _ := reader(t)
	if said := german.Say("command.classic"); said != "klassisch" {
		t.Errorf("a name is said %q", said)
	}
	start := german.Say("start")
	for said, want := range map[string]string{
		start: "Start with `/classic`, or leave `size` empty",
		strings.Replace(start, "`/klassisch`", "</classic:99>", 1):                                      "Start with </classic:99>, or leave `size` empty",
		strings.TrimSpace(german.Say("marked", "Mark", "")) + "!":                                       "<@7>!",
		german.Say("hello", "Name", "`/"+german.Say("command.classic")+"`"):                             "Hello, `/classic`",
		strings.Replace(german.Say("hello", "Name", "`/klassisch`"), "`/klassisch`", "</classic:1>", 1): "Hello, </classic:1>",
	} {
		if read := r.Read(said); read != want {
			t.Errorf("%q is read %q, want %q", r.Shown(said), read, want)
		}
	}
}

// TestReadOfCutTexts: what was cut off in the middle is read as far as it goes, and nothing
// of the marks is left.
func TestReadOfCutTexts(t *testing.T) {
	t.Parallel()
	r, german, _ := reader(t)
	runes := []rune("a " + german.Say("hello", "Name", german.Say("anyone")) + " b")
	for end := range len(runes) + 1 {
		for _, cut := range []string{string(runes[:end]), string(runes[end:])} {
			if read := r.Read(cut); strings.IndexFunc(read, isMark) >= 0 || strings.IndexFunc(r.Shown(cut), isMark) >= 0 {
				t.Errorf("%q is read %q", cut, read)
			}
		}
	}
	hello := []rune(german.Say("hello", "Name", "Ann"))
	if read := r.Read(string(hello[:2+5])); read != "Hello" || utf8.RuneCountInString(read) != 5 {
		t.Errorf("the first five characters are read %q", read)
	}
}

// TestOtherLanguagesAreAsTheyWere: only what is said to readers of the one language is
// marked, and not what the list of languages says.
func TestOtherLanguagesAreAsTheyWere(t *testing.T) {
	t.Parallel()
	r, german, _ := reader(t)
	for _, l := range r.Catalogue().Languages() {
		if l == german || strings.IndexFunc(l.Say("anyone"), isMark) >= 0 {
			t.Errorf("%s says %q", l.Code(), l.Say("anyone"))
		}
	}
	if said := r.Catalogue().In("fr").Say("anyone"); said != "anyone" {
		t.Errorf("%q", said)
	}
}
