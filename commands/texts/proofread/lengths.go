package proofread

import (
	"strings"
	"unicode/utf8"
)

// plausible is the length in characters of a long value for each argument. An argument that is not listed has the
// length `usual`.
var plausible = map[string]int{
	"N": 4, "Move": 2, "Number": 2, "Page": 2, "Pages": 2, "Size": 1, "Mark": 2, "Side": 1, "X": 22, "O": 22, "Rating": 4,
	"Square": 2, "Row": 1, "Column": 1, "From": 2, "To": 2, "Place": 15, "Board": 24, "TheBoard": 24, "WinBoard": 24, "InBoard": 30,
	"ToBoard": 30, "OfBoard": 30, "TheSquare": 26, "Game": 34, "Level": 24, "Last": 26, "Games": 1, "First": 30, "Lowest": 4, "Highest": 4,
	"Text": 60, "Time": 14, "Name": 30,
}

// usual is the assumed length in characters of the value of an argument that `plausible` does not list.
const usual = 22

// length returns the number of characters of a text if all its arguments have long values (see plausible).
func length(text string) int {
	n := utf8.RuneCountInString(argument.ReplaceAllString(text, ""))
	for _, match := range argument.FindAllStringSubmatch(text, -1) {
		if long, ok := plausible[match[1]]; ok {
			n += long
		} else {
			n += usual
		}
	}
	return n
}

// Limits for translations that are much longer than the English text. Such a text spoils the layout
// of a message long before Discord rejects it.
const (
	shortLabel = 30  // characters; a button label of at most this length always passes
	muchLabel  = 1.9 // maximum ratio to the English length for longer button labels
	shortText  = 12  // characters; shorter English texts are not compared
	muchText   = 2.6 // maximum ratio to the English length for other texts
)

// checkLength checks that the text is within Discord's limit for its place and not much longer than the English text.
func (w written) checkLength() {
	place := PlaceOf(w.key)
	if n := length(w.text); n > place.Most {
		w.fault("has %d characters with long arguments, and a %s has at most %d", n, place.Name, place.Most)
		return
	}
	if isName(w.key, "command.") || isName(w.key, "option.") {
		return
	}
	bare := func(text string) float64 {
		return float64(utf8.RuneCountInString(argument.ReplaceAllString(text, strings.Repeat("x", 6))))
	}
	n, english := bare(w.text), bare(w.model)
	switch {
	case place == button && n > max(shortLabel, muchLabel*english):
		w.fault("is too long for a button: %.0f characters, English has %.0f", n, english)
	case n > muchText*max(english, shortText):
		w.fault("is too long beside English: %.0f characters to %.0f", n, english)
	}
}
