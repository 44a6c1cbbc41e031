package proofread

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"noughts/commands/texts"
)

// formNames maps plural forms to their CLDR names.
var formNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: other,
}

// counted is larger than any count that our texts show. A plural form that is used only from this number on is not
// required.
const counted = 1000

// forms returns the sorted names of the plural forms of a language for whole numbers. "other" is always among them.
func forms(in language.Tag) []string {
	found := map[string]bool{other: true}
	for n := range counted {
		found[formOf(in, n)] = true
	}
	return slices.Sorted(maps.Keys(found))
}

func formOf(in language.Tag, n int) string {
	return formNames[plural.Cardinal.MatchPlural(in, n, 0, 0, 0, 0)]
}

// checkForms checks that a text has plural forms only if the English text has them, and then all
// plural forms of its language. In a language with one form the text may be a plain string.
func (c *checker) checkForms(key texts.Key, english, text Text) {
	switch {
	case text.Plural && !english.Plural:
		c.fault(key, "has forms for several numbers, English has none: it counts nothing")
	case text.Plural:
		if got := slices.Sorted(maps.Keys(text.Forms)); !slices.Equal(got, c.forms) {
			c.fault(key, "has the forms %q, its language needs %q", got, c.forms)
		}
	case english.Plural && len(c.forms) > 1:
		c.fault(key, "counts something, and has no forms for it: its language needs %q", c.forms)
	}
}

// singular reports whether the plural form is used for exactly one number above zero. The text of
// such a form can spell out the number instead of using {{.N}}.
func (w written) singular() bool {
	if w.form == other {
		return false
	}
	numbers := 0
	for n := 1; n < counted; n++ {
		if formOf(w.file.tag, n) == w.form {
			numbers++
		}
	}
	return numbers == 1
}

// checkKnownForms checks that the text "months" holds twelve names.
func (w written) checkKnownForms() {
	if w.key == "months" && len(strings.Fields(w.text)) != 12 {
		w.fault("has %d names of months, with blanks between them", len(strings.Fields(w.text)))
	}
}
