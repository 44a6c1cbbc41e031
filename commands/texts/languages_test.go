package texts

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var complete = flag.Bool("complete", false, "a text that a language lacks is a fault; without it, it is only listed")

// A translation is a message file with what checks need to know of it.
type translation struct {
	*testing.T
	code     string
	keys     []Key                     // in the order of the file
	forms    map[Key]map[string]string // by the name of the plural form; a text without forms has only "other"
	fallback *translation              // of the same language, whose texts this one need not repeat; nil for none
	source   *translation              // the English texts
	plurals  map[string]int            // how many of the numbers from 1 to 999 need each plural form; "other" is always there
}

func readTranslation(t *testing.T, code string) *translation {
	t.Helper()
	f := &translation{T: t, code: code, forms: map[Key]map[string]string{}, plurals: map[string]int{"other": 0}}
	tag := language.Make(code)
	for n := range 1000 {
		f.plurals[formNames[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]] += min(n, 1)
	}
	content, err := embedded.ReadFile("languages/" + code + ".json")
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(string(content)))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		key := Key(fmt.Sprint(name))
		if f.forms[key] != nil {
			t.Errorf("%s.json: %s stands there more than once", code, key)
		}
		var raw json.RawMessage
		var plain string
		forms := map[string]string{}
		if err := d.Decode(&raw); err != nil {
			t.Fatalf("%s.json: %s: %v", code, key, err)
		}
		if json.Unmarshal(raw, &plain) == nil {
			forms["other"] = plain
		} else if err := json.Unmarshal(raw, &forms); err != nil {
			t.Fatalf("%s.json: %s is neither a text nor texts by plural form: %v", code, key, err)
		}
		f.keys = append(f.keys, key)
		f.forms[key] = forms
	}
	return f
}

// find returns the forms of a text: those of the file or of its fallback, nil if neither has it.
func (f *translation) find(key Key) map[string]string {
	if forms := f.forms[key]; forms != nil || f.fallback == nil {
		return forms
	}
	return f.fallback.forms[key]
}

func (f *translation) fault(key Key, format string, args ...any) {
	f.Helper()
	f.Errorf("%s.json: %s %s", f.code, key, fmt.Sprintf(format, args...))
}

// Every message file has the keys of the English one in its order, and texts with the same arguments, markup, emoji,
// commands and options, all plural forms, and no more characters than there is room for.
func TestTranslations(t *testing.T) {
	t.Parallel()
	english := readTranslation(t, Default)
	names, err := fs.Glob(embedded, "languages/*.json")
	if err != nil || len(names) < 21 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		f := readTranslation(t, strings.TrimSuffix(path.Base(name), ".json"))
		f.source = english
		if over := Fallback(f.code); over != "" && over[:2] == f.code[:2] {
			f.fallback = readTranslation(t, over)
		}
		f.check()
	}
}

func (f *translation) check() {
	var common, missing []Key
	for _, key := range f.source.keys {
		switch {
		case f.forms[key] != nil:
			common = append(common, key)
		case f.fallback == nil, f.code == british && britishSpelling(f.source.forms[key]["other"]) != f.source.forms[key]["other"] && !slices.Contains(ownInBritish, key):
			missing = append(missing, key)
		}
	}
	if !slices.Equal(f.keys, common) {
		f.fault("", "has keys that English lacks, or another order of keys than English: %q", firstDifference(f.keys, common))
	}
	if len(missing) > 0 && *complete {
		f.Errorf("%s.json lacks %q", f.code, missing)
	} else if len(missing) > 0 {
		f.Logf("%s.json lacks %q", f.code, missing)
	}
	for _, key := range f.source.keys {
		if forms := f.find(key); forms != nil {
			f.checkText(key, forms)
		}
	}
	f.checkNames("command.")
	f.checkNames("option.")
}

func firstDifference(a, b []Key) []Key {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return []Key{a[i], b[i]}
		}
	}
	return slices.Concat(a[min(len(a), len(b)):], b[min(len(a), len(b)):])
}

func (f *translation) checkText(key Key, forms map[string]string) {
	english := f.source.forms[key]
	if f.fallback != nil && f.forms[key] != nil && maps.Equal(forms, f.fallback.forms[key]) {
		f.fault(key, "is the text of %s: leave it out", f.fallback.code)
	}
	needed := slices.Sorted(maps.Keys(f.plurals))
	switch got := slices.Sorted(maps.Keys(forms)); {
	case len(english) == 1 && len(forms) > 1:
		f.fault(key, "has forms for several numbers, English has none")
	case len(english) > 1 && !slices.Equal(got, needed):
		f.fault(key, "has the forms %q, its language needs %q", got, needed)
	}
	for form, text := range forms {
		model := english["other"]
		if strings.TrimSpace(text) != text || text == "" {
			f.fault(key, "is empty, or begins or ends with a blank")
		}
		f.checkArguments(key, form, text, model)
		f.checkMarkup(key, text, model)
		f.checkLength(key, text, model)
		if f.code == british && text != britishSpelling(english[form]) && !slices.Contains(ownInBritish, key) {
			f.fault(key, "is %q; American English spelt the British way is %q", text, britishSpelling(english[form]))
		}
		if !strings.HasPrefix(f.code, "en-") {
			if got, want := f.named(text), f.source.named(model); !slices.Equal(got, want) {
				f.fault(key, "names %q in backticks, English names %q", got, want)
			}
			f.checkLeftOver(key, text, model)
		}
	}
}

var formNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// families are groups of interchangeable arguments: a translation may use another argument of the same group. The
// groups are the grammatical forms of a local board's name, the parts of a date, and the parts of a time of day.
var families = [][]string{
	{"Place", "Board", "TheBoard", "WinBoard", "InBoard", "ToBoard", "OfBoard"},
	{"Day", "Day2", "Month", "Month2", "MonthName", "Year"},
	{"Hour", "Hour2", "Hour12", "Minute"},
}

// argumentNames returns the names of a text's arguments, sorted and without duplicates. All arguments of a family count as
// one name, but the forms of a board's name only in texts that name one board.
func argumentNames(key Key, text string) []string {
	twoBoards := strings.HasPrefix(string(key), "learn.topic.") && strings.HasSuffix(string(key), ".wrong") || key == "learn.topic.free.ask"
	var found []string
	for _, match := range argument.FindAllStringSubmatch(text, -1) {
		name := match[1]
		for i, family := range families {
			if slices.Contains(family, name) && (!twoBoards || i > 0) {
				name = family[0] + "…"
				break
			}
		}
		found = append(found, name)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// checkArguments compares the arguments with the English ones. A plural form for a single number may leave out {{.N}}.
func (f *translation) checkArguments(key Key, form, text, model string) {
	got, want := argumentNames(key, text), argumentNames(key, model)
	if form != "other" && f.plurals[form] == 1 {
		isN := func(name string) bool { return name == "N" }
		got, want = slices.DeleteFunc(got, isN), slices.DeleteFunc(want, isN)
	}
	if !slices.Equal(got, want) || strings.ContainsAny(argument.ReplaceAllString(text, ""), "{}") {
		f.fault(key, "has the arguments %q, English has %q, and no other braces", got, want)
	}
	if key == "months" && len(strings.Fields(text)) != 12 {
		f.fault(key, "has %d names", len(strings.Fields(text)))
	}
}

// unspaced are languages that put no space between a number and the thing counted, where English does.
var unspaced = []string{"ja", "zh-CN", "zh-TW", "th", "ko"}

var (
	argument = regexp.MustCompile(`{{\.(\w+)}}`)
	mention  = regexp.MustCompile(`<[@#:/t][^>]*>|\]\([^)]*\)`) // what Discord replaces: mentions, timestamps, links
	code     = regexp.MustCompile("`([^`]*)`")
	word     = regexp.MustCompile(`\p{L}[\p{L}\p{M}'’]*`)
)

func (f *translation) checkMarkup(key Key, text, model string) {
	for _, marker := range []string{"**", "`", "\n"} {
		if strings.Count(text, marker) != strings.Count(model, marker) {
			f.fault(key, "has %q another number of times than English", marker)
		}
	}
	got, want := strings.Split(text, "\n"), strings.Split(model, "\n")
	for i := range min(len(got), len(want)) {
		for _, beginning := range []string{"# ", "## ", "### ", "-# ", "- ", "> "} {
			if strings.HasPrefix(got[i], beginning) != strings.HasPrefix(want[i], beginning) {
				f.fault(key, "line %d begins with %q in one language only", i+1, beginning)
			}
		}
	}
	if got, want := emojiOf(text), emojiOf(model); got != want {
		f.fault(key, "has the emoji %q, English has %q", got, want)
	}
	for _, found := range mention.FindAllString(model, -1) {
		if !strings.Contains(text, found) {
			f.fault(key, "lacks %s", found)
		}
	}
	const nbsp = "\u00a0"
	if strings.Contains(model, nbsp) && !strings.Contains(text, nbsp) && !slices.Contains(unspaced, f.code) {
		f.fault(key, "lacks the no-break space that English has")
	}
}

func emojiOf(text string) string {
	found := slices.DeleteFunc([]rune(text), func(r rune) bool { return r <= 0x2190 || !unicode.Is(unicode.So, r) })
	slices.Sort(found)
	return string(found)
}

const british = "en-GB"

// ownInBritish are texts that British English may word differently, not only spell differently.
var ownInBritish = []Key{"date", "time.am", "time.pm", "language.name"}

// britishSpelling replaces American spellings with British ones. Most entries are word stems.
var britishSpelling = strings.NewReplacer(
	"center", "centre", "Center", "Centre", "favorite", "favourite", "Favorite", "Favourite",
	"organiz", "organis", "Organiz", "Organis", "neighbor", "neighbour", "Neighbor", "Neighbour",
	"color", "colour", "Color", "Colour", "checkerboard", "chequerboard", "Checkerboard", "Chequerboard",
).Replace

// checkLeftOver finds untranslated English: a text of at least three words that is the English text, or four words in a row
// of it. Months and the moves of a game may be the same.
func (f *translation) checkLeftOver(key Key, text, model string) {
	if key == "paste.example" || key == "months" {
		return
	}
	words := func(text string) []string {
		return word.FindAllString(code.ReplaceAllString(argument.ReplaceAllString(text, "|"), "|"), -1)
	}
	english, own := words(model), words(text)
	if text == model && len(english) > 2 {
		f.fault(key, "is the English text")
	}
	for i := 0; i+4 <= len(english); i++ {
		for j := 0; j+4 <= len(own); j++ {
			if slices.Equal(own[j:j+4], english[i:i+4]) {
				f.fault(key, "has English left over: %q", english[i:i+4])
			}
		}
	}
}

// plausible is the length in characters of a long value for each argument. An argument that is not listed has the
// length `usual`.
var plausible = map[string]int{
	"N": 4, "Move": 2, "Number": 2, "Page": 2, "Pages": 2, "Size": 1, "Mark": 2, "Side": 1, "X": 22, "O": 22, "Rating": 4,
	"Square": 2, "Row": 1, "Column": 1, "From": 2, "To": 2, "Place": 15, "Board": 24, "TheBoard": 24, "WinBoard": 24, "InBoard": 30,
	"ToBoard": 30, "OfBoard": 30, "TheSquare": 26, "Game": 34, "Level": 24, "Last": 26, "Games": 1, "First": 30, "Lowest": 4, "Highest": 4,
	"Text": 60, "Time": 14, "Name": 30,
}

// length returns the number of characters of a text if all its arguments have long values.
func length(text string) int {
	n := utf8.RuneCountInString(argument.ReplaceAllString(text, ""))
	for _, match := range argument.FindAllStringSubmatch(text, -1) {
		if long, ok := plausible[match[1]]; ok {
			n += long
		} else {
			n += 22
		}
	}
	return n
}

// checkLength checks that the text is within Discord's limit for its place, and not so much longer than English that it
// spoils the layout.
func (f *translation) checkLength(key Key, text, model string) {
	place := PlaceOf(key)
	if n := length(text); n > place.Most {
		f.fault(key, "has %d characters with long arguments, and a %s has at most %d", n, place.Name, place.Most)
	}
	if place == commandName {
		return
	}
	bare := func(text string) float64 {
		return float64(utf8.RuneCountInString(argument.ReplaceAllString(text, "xxxxxx")))
	}
	n, english := bare(text), bare(model)
	if place == button && n > max(30, 1.9*english) || n > 2.6*max(english, 12) {
		f.fault(key, "is too long: %.0f characters, English has %.0f", n, english)
	}
}

// namePattern is Discord's pattern for the names of slash commands and their options.
var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// isName reports whether a key is for the name of a command or option that members type.
func isName(key Key, beginning string) bool {
	name, ok := strings.CutPrefix(string(key), beginning)
	return ok && !strings.Contains(name, ".") && !inMenu(key)
}

// checkNames checks that Discord accepts the names of all commands or options, and that no two are equal.
func (f *translation) checkNames(beginning string) {
	first := map[string]Key{}
	for _, key := range f.source.keys {
		if !isName(key, beginning) {
			continue
		}
		name := f.nameOf(key)
		if !namePattern.MatchString(name) || strings.ToLower(name) != name {
			f.fault(key, "is %q: at most 32 letters, digits, - and _, lower case", name)
		}
		if twin, ok := first[name]; ok {
			f.fault(key, "and %s are both called %q", twin, name)
		}
		first[name] = key
	}
}

func (f *translation) nameOf(key Key) string {
	if forms := f.find(key); forms != nil || f.source == nil {
		return forms["other"]
	}
	return f.source.forms[key]["other"]
}

// named returns the sorted keys of the commands and options that a text mentions in backticks. A word is an option if a
// colon and a value follow it, or if it stands alone. An unknown command is returned as "?/x".
func (f *translation) named(text string) (found []Key) {
	keys := f.keys
	if f.source != nil {
		keys = f.source.keys
	}
	called := func(beginning, name string) Key {
		for _, key := range keys {
			if isName(key, beginning) && f.nameOf(key) == name {
				return key
			}
		}
		return ""
	}
	for _, match := range code.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(match[1])
		for _, word := range words {
			name, _, valued := strings.Cut(word, ":")
			var key Key
			switch command, is := strings.CutPrefix(word, "/"); {
			case strings.Contains(word, "{{"):
			case is:
				if key = called("command.", command); key == "" {
					key = Key("?" + word)
				}
			case valued || len(words) == 1:
				key = called("option.", name)
			}
			if key != "" {
				found = append(found, key)
			}
		}
	}
	slices.Sort(found)
	return found
}
