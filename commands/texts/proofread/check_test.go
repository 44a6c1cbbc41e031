package proofread

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/language"

	"noughts/commands/texts"
)

// TestLanguages checks that no embedded message file has a fault, the English file included. Missing texts are allowed.
func TestLanguages(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(texts.Files(), "*.json")
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		file, err := Read(strings.TrimSuffix(name, ".json"), texts.Files())
		if err != nil {
			t.Error(err)
			continue
		}
		report, err := Check(file, texts.Files())
		if err != nil {
			t.Error(err)
		}
		for _, fault := range report.Faults {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// english is a small English message file. The tests below check translations of it.
const english = `{
	"command.classic": "classic",
	"command.classic.about": "Play tic-tac-toe",
	"command.board": "board",
	"command.profile_member": "Show profile",
	"option.size": "size",
	"option.rated": "rated",
	"moves": {"one": "{{.N}} move", "other": "{{.N}} moves"},
	"streak": {"one": "won the last game", "other": "{{.N}} wins in a row"},
	"wins": "{{.Player}} wins {{.WinBoard}}",
	"learn.topic.send.wrong": "{{.Square}} sends you {{.ToBoard}}",
	"hint": "Start one with ` + "`/classic size:5` or leave `rated`" + ` empty",
	"title": "### Your **game**\n🏅 of <@{{.ID}}>, [here]({{.Link}})",
	"space": "100\u00a0%",
	"button.play": "Play",
	"months": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
	"date": "{{.MonthName}} {{.Day}}"
}`

// german is a German message file without faults: keys and JSON values in the order of the keys in `english`.
var german = [][2]string{
	{"command.classic", `"klassisch"`},
	{"command.classic.about", `"Spiele Tic-Tac-Toe"`},
	{"command.board", `"brett"`},
	{"command.profile_member", `"Profil zeigen"`},
	{"option.size", `"größe"`},
	{"option.rated", `"gewertet"`},
	{"moves", `{"one": "{{.N}} Zug", "other": "{{.N}} Züge"}`},
	{"streak", `{"one": "letztes Spiel gewonnen", "other": "{{.N}} Siege in Folge"}`},
	{"wins", `"{{.Player}} gewinnt {{.TheBoard}}"`},
	{"learn.topic.send.wrong", `"{{.Square}} schickt dich {{.ToBoard}}"`},
	{"hint", "\"Beginne mit `/klassisch größe:5` oder lass `gewertet` leer\""},
	{"title", `"### Dein **Spiel**\n🏅 von <@{{.ID}}>, [hier]({{.Link}})"`},
	{"space", `"100\u00a0%"`},
	{"button.play", `"Spielen"`},
	{"months", `"Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"`},
	{"date", `"{{.Day2}}.{{.Month2}}.{{.Year}}"`},
}

// fileOf returns a message file with the given keys and JSON values, in that order.
func fileOf(t *testing.T, code string, lines [][2]string) *File {
	t.Helper()
	var written []string
	for _, line := range lines {
		key, err := json.Marshal(line[0])
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, string(key)+": "+line[1])
	}
	f, err := Parse(code, []byte("{"+strings.Join(written, ",\n")+"}"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// check runs Check on a file and returns the report. The English texts are those of the constant `english`.
func check(t *testing.T, file *File) Report {
	t.Helper()
	return checkIn(t, file, fstest.MapFS{"en-US.json": {Data: []byte(english)}})
}

func checkIn(t *testing.T, file *File, in fs.FS) Report {
	t.Helper()
	report, err := Check(file, in)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestCheck(t *testing.T) {
	t.Parallel()
	if report := check(t, fileOf(t, "de", german)); len(report.Faults)+len(report.Missing) > 0 {
		t.Fatalf("a sound file has %q", report)
	}
	for name, test := range map[string]struct {
		key  string
		text string // replaces the German text of key
		want string // the beginning of the only fault; "" if one or more faults with any text are expected
	}{
		"empty":               {"wins", `" "`, "wins: is empty"},
		"a blank too many":    {"button.play", `"Spielen "`, "button.play: begins or ends with a blank"},
		"no text":             {"button.play", `["Spielen"]`, "button.play: is neither a text nor"},
		"an argument less":    {"wins", `"gewinnt {{.WinBoard}}"`, `wins: has the arguments ["Place…"], English has ["Place…" "Player"]`},
		"an argument more":    {"button.play", `"{{.Player}} spielt"`, "button.play: has the arguments"},
		"another board":       {"learn.topic.send.wrong", `"{{.Square}} schickt {{.InBoard}}"`, "learn.topic.send.wrong: has the arguments"},
		"a brace":             {"button.play", `"Spielen {x}"`, "button.play: has a brace"},
		"a form less":         {"moves", `{"other": "{{.N}} Züge"}`, `moves: has the forms ["other"], its language needs ["one" "other"]`},
		"a form more":         {"moves", `{"one": "{{.N}} Zug", "few": "{{.N}} Züge", "other": "{{.N}} Züge"}`, `moves: has the forms ["few" "one" "other"]`},
		"no forms":            {"moves", `"{{.N}} Züge"`, "moves: counts something, and has no forms"},
		"forms without need":  {"button.play", `{"one": "Spiel", "other": "Spiele"}`, "button.play: has forms for several numbers"},
		"uncounted":           {"streak", `{"one": "gewonnen", "other": "gewonnen"}`, `streak: has the arguments [], English has ["N"]`},
		"no bold":             {"title", `"### Dein Spiel\n🏅 von <@{{.ID}}>, [hier]({{.Link}})"`, `title: has "**" 0 times`},
		"no heading":          {"title", `"Dein **Spiel**\n🏅 von <@{{.ID}}>, [hier]({{.Link}})"`, `title: line 1 begins with "### "`},
		"another emoji":       {"title", `"### Dein **Spiel**\n🏆 von <@{{.ID}}>, [hier]({{.Link}})"`, `title: has the emoji "🏆"`},
		"no mention":          {"title", `"### Dein **Spiel**\n🏅 von {{.ID}}, [hier]({{.Link}})"`, "title: lacks <@{{.ID}}>"},
		"no link":             {"title", `"### Dein **Spiel**\n🏅 von <@{{.ID}}>, [hier] ({{.Link}})"`, "title: lacks ]({{.Link}})"},
		"a common space":      {"space", `"100 %"`, "space: lacks the no-break space"},
		"eleven months":       {"months", `"Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov"`, "months: has 11 names"},
		"an English command":  {"hint", "\"Beginne mit `/classic größe:5` oder lass `gewertet` leer\"", `hint: names ["?/classic" "option.rated" "option.size"]`},
		"another command":     {"hint", "\"Beginne mit `/brett größe:5` oder lass `gewertet` leer\"", `hint: names ["command.board" `},
		"an English option":   {"hint", "\"Beginne mit `/klassisch size:5` oder lass `gewertet` leer\"", `hint: names ["command.classic" "option.rated"]`},
		"an English sentence": {"hint", "\"Start one with `/klassisch größe:5` or leave `gewertet` leer\"", ""},
		"left over":           {"streak", `{"one": "Sieg", "other": "{{.N}} wins in a row"}`, `streak: is the English text`},
		"a name in capitals":  {"command.board", `"Brett"`, `command.board: Discord takes no name like "Brett"`},
		"a name of two":       {"option.size", `"wie groß"`, ""},
		"a name twice":        {"command.board", `"klassisch"`, "command.board: command.classic and this are both called"},
		"a long button":       {"button.play", `"Spielen, und zwar jetzt und hier"`, "button.play: is too long for a button"},
		"a long text":         {"wins", `"{{.Player}} gewinnt nach langem, zähem, wechselvollem Ringen {{.TheBoard}}"`, "wins: is too long beside English"},
		"a long description":  {"command.classic.about", `"` + strings.Repeat("Spiele ", 14) + `jetzt"`, "command.classic.about: has 103 characters with long arguments, and a description"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines := slices.Clone(german)
			for i, line := range lines {
				if line[0] == test.key {
					lines[i][1] = test.text
				}
			}
			faults := check(t, fileOf(t, "de", lines)).Faults
			if len(faults) == 0 || !strings.HasPrefix(faults[0].String(), test.want) || test.want != "" && len(faults) > 1 {
				t.Errorf("%q, want one that begins with %q", faults, test.want)
			}
		})
	}
}

// TestKeysOfAFile checks that Check reports unknown keys, duplicate keys and keys in the wrong order.
func TestKeysOfAFile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lines [][2]string
		want  string
	}{
		"unknown":   {append(slices.Clone(german), [2]string{"more", `"mehr"`}), "more: English has no such text"},
		"twice":     {append(slices.Clone(german), german[0]), "command.classic: stands there more than once"},
		"elsewhere": {append(slices.Clone(german[1:]), german[0]), "command.classic.about: stands where the source has command.classic: the keys have its order"},
	} {
		if faults := check(t, fileOf(t, "de", test.lines)).Faults; len(faults) != 1 || faults[0].String() != test.want {
			t.Errorf("%s: %q, want %q", name, faults, test.want)
		}
	}
}

// TestMissing checks that a missing text is listed in Missing and is not a fault. A command without a translated name
// keeps its English name. So it is a fault if a text mentions the command by another name, or if another command has
// the same name.
func TestMissing(t *testing.T) {
	t.Parallel()
	report := check(t, fileOf(t, "de", german[2:15]))
	if want := []texts.Key{"command.classic", "command.classic.about", "date"}; !slices.Equal(report.Missing, want) {
		t.Errorf("missing: %q, want %q", report.Missing, want)
	}
	if len(report.Faults) != 1 || !strings.HasPrefix(report.Faults[0].String(), `hint: names ["?/klassisch" "option.rated" "option.size"]`) {
		t.Errorf("%q", report.Faults)
	}
	clash := slices.Clone(german[2:])
	clash[0][1] = `"classic"`
	if faults := check(t, fileOf(t, "de", clash)).Faults; len(faults) < 1 || !strings.Contains(faults[len(faults)-1].String(), `command.classic and this are both called "classic"`) {
		t.Errorf("a name that the fallback has: %q", faults)
	}
}

// TestOverlay checks message files for British English and Latin American Spanish. Such a file is an overlay: it holds
// only the texts that differ from its fallback. Check must apply all rules to the overlay and its fallback together.
func TestOverlay(t *testing.T) {
	t.Parallel()
	in := fstest.MapFS{
		"en-US.json": {Data: []byte(`{"command.board": "board", "hint": "Type ` + "`/board`" + ` now", "place": "the center", "favorite": "favorite"}`)},
		"es-ES.json": {Data: []byte(`{"command.board": "tablero", "hint": "Escribe ` + "`/tablero`" + ` ya"}`)},
	}
	for name, test := range map[string]struct {
		code    string
		lines   [][2]string
		faults  []string // the beginning of each fault
		missing []texts.Key
	}{
		"British":              {"en-GB", [][2]string{{"place", `"the centre"`}, {"favorite", `"favourite"`}}, nil, nil},
		"spelt in one country": {"en-GB", [][2]string{{"place", `"the centre"`}}, nil, []texts.Key{"favorite"}},
		"other words":          {"en-GB", [][2]string{{"hint", "\"Write `/board` now\""}, {"place", `"the centre"`}, {"favorite", `"favourite"`}}, []string{"hint: is \"Write"}, nil},
		"the same":             {"en-GB", [][2]string{{"command.board", `"board"`}, {"place", `"the centre"`}, {"favorite", `"favourite"`}}, []string{"command.board: is the text of en-US: leave it out"}, nil},
		"nothing differs":      {"es-419", nil, nil, nil}, // a text missing from es-419 and es-ES is reported for es-ES only
		"the same in America":  {"es-419", [][2]string{{"command.board", `"tablero"`}}, []string{"command.board: is the text of es-ES"}, nil},
		"another name":         {"es-419", [][2]string{{"command.board", `"mesa"`}}, []string{`hint: names ["?/tablero"] in backticks`}, nil},
		"and where it is said": {"es-419", [][2]string{{"command.board", `"mesa"`}, {"hint", "\"Escribe `/mesa` ya\""}}, nil, nil},
	} {
		report := checkIn(t, fileOf(t, test.code, test.lines), in)
		begins := func(fault Fault, want string) bool { return strings.HasPrefix(fault.String(), want) }
		if !slices.EqualFunc(report.Faults, test.faults, begins) || !slices.Equal(report.Missing, test.missing) {
			t.Errorf("%s: %q, want %q and %q", name, report, test.faults, test.missing)
		}
	}
	if _, err := Check(fileOf(t, "es-419", nil), fstest.MapFS{"en-US.json": in["en-US.json"]}); err == nil {
		t.Error("checked an overlay without what lies below it")
	}
}

// TestForms checks which plural forms a language must have, and that a text may leave out the number only in a form
// that is used for a single number.
func TestForms(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"de": "one other", "fr": "one other", "pt-BR": "one other", "pl": "few many one other", "ru": "few many one other", "uk": "few many one other",
		"tr": "one other", "ja": "other", "vi": "other", "zh-TW": "other", "ar": "few many one other two zero", "cs": "few one other",
	} {
		if got := strings.Join(forms(language.Make(code)), " "); got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
	russian := `{"one": "{{.N}} победа", "few": "{{.N}} победы", "many": "{{.N}} побед", "other": "{{.N}} победы"}`
	source := fstest.MapFS{"en-US.json": {Data: []byte(`{"streak": {"one": "won the last game", "other": "{{.N}} wins in a row"}}`)}}
	if faults := checkIn(t, fileOf(t, "ru", [][2]string{{"streak", russian}}), source).Faults; len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	without := strings.Replace(russian, "{{.N}} победа", "последняя победа", 1)
	if faults := checkIn(t, fileOf(t, "ru", [][2]string{{"streak", without}}), source).Faults; len(faults) != 1 || !strings.HasPrefix(faults[0].What, "form one: has the arguments []") {
		t.Errorf("the form for 1, 21 and 31 without a number: %q", faults)
	}
	if faults := checkIn(t, fileOf(t, "ja", [][2]string{{"streak", `"{{.N}} 連勝"`}}), source).Faults; len(faults) > 0 {
		t.Errorf("one text for all numbers: %q", faults)
	}
}

// TestSpelling checks that a British text may differ from the American text only in spelling, except for dates.
func TestSpelling(t *testing.T) {
	t.Parallel()
	source := fstest.MapFS{"en-US.json": {Data: []byte(`{"place": "the center board", "date": "{{.MonthName}} {{.Day}}"}`)}}
	for text, sound := range map[string]bool{"the centre board": true, "the center board": false, "the middle board": false} {
		file := fileOf(t, "en-GB", [][2]string{{"place", `"` + text + `"`}, {"date", `"{{.Day}} {{.MonthName}}"`}})
		if faults := checkIn(t, file, source).Faults; (len(faults) == 0) != sound {
			t.Errorf("%q: %q", text, faults)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, content := range []string{``, `[]`, `"a"`, `{"a": }`, `{"a": "b"`, `{"a": "b"} {}`, `{"a" "b"}`} {
		if f, err := Parse("de", []byte(content)); err == nil {
			t.Errorf("%s has the keys %q", content, f.Keys())
		}
	}
	if _, err := Read("xx", texts.Files()); err == nil {
		t.Error("read a language that is not there")
	}
}

// TestPlaces checks PlaceOf, and that each key prefix in keysOf matches at least one English text.
func TestPlaces(t *testing.T) {
	t.Parallel()
	for key, want := range map[texts.Key]Place{
		"command.classic": commandName, "command.challenge_member": menuName, "command.classic.about": description, "option.member.about.profile": description,
		"button.play": button, "tournament.start": button, "tournament.end": button, "tournament.ended": messageContent, "tournament.end_yes": button,
		"pick.game": messageContent, "pick.against": selectOption, "choice.me": choice, "months": messageContent, "thread.name": threadName,
	} {
		if got := PlaceOf(key); got != want {
			t.Errorf("%s is the text of a %s, want %s", key, got.Name, want.Name)
		}
	}
	source, err := Read(texts.Default, texts.Files())
	if err != nil {
		t.Fatal(err)
	}
	used := make(map[string]bool)
	for _, key := range source.Keys() {
		used[string(key)+"$"] = true
		for end := range len(key) {
			used[string(key[:end+1])] = true
		}
	}
	for beginning := range places {
		if !used[beginning] {
			t.Errorf("no key begins with %q", beginning)
		}
	}
}
