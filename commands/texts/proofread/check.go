package proofread

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"noughts/commands/texts"
)

// A Fault is one fault in a message file. Key is "" if the fault concerns the whole file.
type Fault struct {
	Key  texts.Key
	What string
}

// String returns the fault as a line with its key and its description.
func (f Fault) String() string {
	if f.Key == "" {
		return f.What
	}
	return string(f.Key) + ": " + f.What
}

// A Report lists the faults of a language's texts, and its missing texts.
type Report struct {
	Faults []Fault
	// Missing are the texts that come from a fallback although the language should have its own, in
	// the order of the English file. A text that both es-419 and its fallback es-ES lack is listed
	// only for es-ES, because es-419 needs only the texts that differ.
	Missing []texts.Key
}

// A checker compares the texts of a message file with the English texts that they translate.
type checker struct {
	Report
	source, file *File
	forms        []string // the plural forms that a text with a count must have
}

// Check compares the texts of a message file with the English texts, those of texts.Default. `in` must hold the English
// file and the file of the language's fallback; Check returns an error if it cannot read one of them. The file to check
// may be the English file itself: then Check reports only faults that do not concern a translation.
func Check(file *File, in fs.FS) (Report, error) {
	source, err := Read(texts.Default, in)
	if err != nil {
		return Report{}, err
	}
	checked := *file
	switch code := texts.Fallback(file.Code); code {
	case "":
	case texts.Default:
		checked.fallback = source
	default:
		if checked.fallback, err = Read(code, in); err != nil {
			return Report{}, err
		}
		checked.fallback.fallback = source
	}
	c := &checker{source: source, file: &checked, forms: forms(file.tag)}
	c.check()
	return c.Report, nil
}

func (c *checker) check() {
	for _, key := range c.file.twice {
		c.fault(key, "stands there more than once")
	}
	for _, key := range slices.Sorted(maps.Keys(c.file.broken)) {
		c.fault(key, "%v", c.file.broken[key])
	}
	for _, key := range c.source.keys {
		c.checkKey(key)
	}
	for _, key := range c.file.keys {
		if !c.source.has(key) {
			c.fault(key, "English has no such text")
		}
	}
	c.checkOrder()
	c.checkNames("command.", "commands")
	c.checkNames("option.", "options")
}

func (c *checker) fault(key texts.Key, format string, args ...any) {
	c.Faults = append(c.Faults, Fault{key, fmt.Sprintf(format, args...)})
}

// has reports whether the file has the key, even with an invalid text.
func (f *File) has(key texts.Key) bool {
	_, ok := f.texts[key]
	return ok || f.broken[key] != nil
}

// checkKey checks the text of one key in all its plural forms. In an overlay, which holds only the texts that differ
// from its fallback, it also checks the texts that come from the fallback: they may mention a command or an option that
// the overlay renames.
func (c *checker) checkKey(key texts.Key) {
	english, ok := c.source.texts[key]
	if !ok || c.file.broken[key] != nil { // both cases are reported as faults elsewhere
		return
	}
	text, from := c.file.find(key)
	switch {
	case from == c.file:
		if other, _ := c.file.fallback.find(key); c.file.overlay() && maps.Equal(text.Forms, other.Forms) {
			c.fault(key, "is the text of %s: leave it out", c.file.fallback.Code)
		}
	case c.lacks(key, english):
		c.Missing = append(c.Missing, key)
		return
	case from.language() != c.file.language():
		return
	}
	c.checkForms(key, english, text)
	for _, form := range slices.Sorted(maps.Keys(text.Forms)) {
		c.checkForm(key, form, english, text.Forms[form])
	}
}

// lacks reports whether a text that is missing from the file should be in the file.
func (c *checker) lacks(key texts.Key, english Text) bool {
	if c.file.Code == british {
		return spelledOtherwise(key, english)
	}
	return !c.file.overlay()
}

// A written text is one plural form of a text in the file. The field model is the English text of the same key, in the
// form "other".
type written struct {
	*checker
	key         texts.Key
	form        string
	model, text string
}

// fault records a fault of this plural form.
func (w written) fault(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if w.form != other {
		what = "form " + w.form + ": " + what
	}
	w.Faults = append(w.Faults, Fault{w.key, what})
}

// checkForm checks one plural form of a text.
func (c *checker) checkForm(key texts.Key, form string, english Text, text string) {
	w := written{c, key, form, english.Forms[other], text}
	if strings.TrimSpace(text) == "" {
		w.fault("is empty")
		return
	}
	if text != strings.TrimSpace(text) {
		w.fault("begins or ends with a blank")
	}
	w.checkArguments()
	w.checkMarkup()
	w.checkLength()
	w.checkKnownForms()
	if c.file.Code == british {
		w.checkSpelling(english.Forms[form])
	}
	if !isEnglish(c.file.Code) {
		w.checkNamed()
		w.checkLeftOver()
	}
}

// argument matches an argument of a text, such as {{.Player}}.
var argument = regexp.MustCompile(`{{\.(\w+)}}`)

// families are groups of interchangeable arguments: a translation may use another argument of the same group. The
// groups are the grammatical forms of a local board's name, the parts of a date, and the parts of a time of day.
var families = [][]string{
	{"Place", "Board", "TheBoard", "WinBoard", "InBoard", "ToBoard", "OfBoard"},
	{"Day", "Day2", "Month", "Month2", "MonthName", "Year"},
	{"Hour", "Hour2", "Hour12", "Minute"},
}

// arguments returns the names of a text's arguments, sorted and without duplicates. All arguments of a family count as
// one name. If `strict` is true, the forms of a local board's name count as different names.
func arguments(text string, strict bool) []string {
	var found []string
	for _, match := range argument.FindAllStringSubmatch(text, -1) {
		name := match[1]
		for i, family := range families {
			if slices.Contains(family, name) && (!strict || i > 0) {
				name = family[0] + "…"
				break
			}
		}
		found = append(found, name)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// strict reports whether a text names two boards. In such a text the forms of a local board's name
// are not interchangeable.
func strict(key texts.Key) bool {
	return strings.HasPrefix(string(key), "learn.topic.") && strings.HasSuffix(string(key), ".wrong") || key == "learn.topic.free.ask"
}

// checkArguments checks that the text has the same arguments as the English text. A plural form that is used for only
// one number, such as 1, may leave out {{.N}}.
func (w written) checkArguments() {
	strict := strict(w.key)
	got, want := arguments(w.text, strict), arguments(w.model, strict)
	without := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "N" })
	}
	if !slices.Equal(got, want) && !(w.singular() && slices.Equal(without(got), without(want))) {
		w.fault("has the arguments %q, English has %q", got, want)
	}
	if rest := argument.ReplaceAllString(w.text, ""); strings.ContainsAny(rest, "{}") {
		w.fault("has a brace that belongs to no argument such as {{.Name}}")
	}
}

// markers are pieces of Markdown that a translation must contain as often as the English text.
var markers = []string{"**", "`", "\n"}

// beginnings are Discord's Markdown prefixes of a line: headings, small print, lists and quotes.
var beginnings = []string{"# ", "## ", "### ", "-# ", "- ", "> "}

// mention matches what Discord replaces when it shows a text: mentions, timestamps and links.
var mention = regexp.MustCompile(`<[@#:/t][^>]*>|\]\([^)]*\)`)

// checkMarkup checks that the text has the same Markdown, emoji and mentions as the English text.
func (w written) checkMarkup() {
	for _, marker := range markers {
		if got, want := strings.Count(w.text, marker), strings.Count(w.model, marker); got != want {
			w.fault("has %q %d times, English has it %d times", marker, got, want)
		}
	}
	got, want := strings.Split(w.text, "\n"), strings.Split(w.model, "\n")
	for i := 0; i < len(got) && i < len(want); i++ {
		for _, beginning := range beginnings {
			if strings.HasPrefix(got[i], beginning) != strings.HasPrefix(want[i], beginning) {
				w.fault("line %d begins with %q in one language only", i+1, beginning)
			}
		}
	}
	if got, want := emoji(w.text), emoji(w.model); got != want {
		w.fault("has the emoji %q, English has %q", got, want)
	}
	for _, found := range mention.FindAllString(w.model, -1) {
		if !strings.Contains(w.text, found) {
			w.fault("lacks %s", found)
		}
	}
	if strings.Contains(w.model, nbsp) && !strings.Contains(w.text, nbsp) && !unspaced[w.file.Code] {
		w.fault("lacks the no-break space (U+00A0) that English has")
	}
}

const nbsp = "\u00a0"

// unspaced are languages that put no space between a number and the thing counted, where English
// does.
var unspaced = map[string]bool{"ja": true, "zh-CN": true, "zh-TW": true, "th": true, "ko": true}

// emoji returns the emoji and similar symbols of a text, sorted.
func emoji(text string) string {
	var found []rune
	for _, r := range text {
		if r > 0x2190 && unicode.Is(unicode.So, r) {
			found = append(found, r)
		}
	}
	slices.Sort(found)
	return string(found)
}

// checkOrder checks that the keys are in the order of the English file, so that translators can
// compare the files line by line.
func (c *checker) checkOrder() {
	var common []texts.Key
	for _, key := range c.source.keys {
		if c.file.has(key) {
			common = append(common, key)
		}
	}
	at := 0
	for _, key := range c.file.keys {
		if !c.source.has(key) {
			continue
		}
		if key != common[at] {
			c.fault(key, "stands where the source has %s: the keys have its order", common[at])
			return
		}
		at++
	}
}
