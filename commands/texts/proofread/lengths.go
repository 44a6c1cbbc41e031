package proofread

import (
	"strings"
	"unicode/utf8"
)

// plausible is how many characters an argument has when it is long, where that is not
// usual.
var plausible = map[string]int{
	"N": 4, "Move": 2, "Number": 2, "Page": 2, "Pages": 2, "Size": 1, "Mark": 2, "Side": 1, "X": 22, "O": 22, "Rating": 4,
	"Square": 2, "Row": 1, "Column": 1, "From": 2, "To": 2, "Place": 15, "Board": 24, "TheBoard": 24, "WinBoard": 24, "InBoard": 30,
	"ToBoard": 30, "OfBoard": 30, "TheSquare": 26, "Game": 34, "Level": 24, "Last": 26, "Games": 1, "First": 30, "Lowest": 4, "Highest": 4,
	"Text": 60, "Time": 14, "Name": 30,
}

// usual is how many characters any other argument has.
const usual = 22

// length returns how many characters a text has when its arguments are long.
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

// Texts that are much longer than English break the looks of a message long before
// Discord refuses them.
const (
	shortLabel = 30  // characters that a button can always have
	muchLabel  = 1.9 // how many times as long as English a longer one may be
	shortText  = 12  // least characters of English for a comparison
	muchText   = 2.6 // how many times as long as English it may be
)

// checkLength checks that the text fits its place.
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
