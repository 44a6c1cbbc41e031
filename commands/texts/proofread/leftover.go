package proofread

import (
	"regexp"
	"slices"
	"strings"

	"noughts/commands/texts"
)

// british is the code of British English, which differs from the source in spelling alone.
const british = "en-GB"

// isEnglish reports whether a language is one of those that may have English texts.
func isEnglish(code string) bool { return strings.HasPrefix(code, "en-") }

// spellings are American spellings and the British ones for them, at the beginning of
// words.
var spellings = strings.NewReplacer(
	"center", "centre", "Center", "Centre", "favorite", "favourite", "Favorite", "Favourite",
	"organiz", "organis", "Organiz", "Organis", "neighbor", "neighbour", "Neighbor", "Neighbour",
	"color", "colour", "Color", "Colour", "checkerboard", "chequerboard", "Checkerboard", "Chequerboard",
)

// ownInBritish are texts whose British English has other words, too.
var ownInBritish = []texts.Key{"date", "time.am", "time.pm", "language.name"}

// spelledOtherwise reports whether British English spells a text in another way.
func spelledOtherwise(key texts.Key, american Text) bool {
	for _, form := range american.Forms {
		if spellings.Replace(form) != form && !slices.Contains(ownInBritish, key) {
			return true
		}
	}
	return false
}

// checkSpelling checks that a British text is the American one but for its spelling.
func (w written) checkSpelling(american string) {
	if want := spellings.Replace(american); w.text != want && !slices.Contains(ownInBritish, w.key) {
		w.fault("is %q; American English spelt the British way is %q", w.text, want)
	}
}

// leftOver is how many English words in a row show that a text is not translated.
const leftOver = 4

// sameInOthers are texts that another language may have as they are, though they have
// words enough: names of months, and moves.
var sameInOthers = []texts.Key{"paste.example", "months"}

// word finds the words of a text.
var word = regexp.MustCompile(`\p{L}[\p{L}\p{M}'’]*`)

// wordsOf returns the words that a text has besides its arguments and what stands in
// backticks, which other languages keep.
func wordsOf(text string) []string {
	text = code.ReplaceAllString(argument.ReplaceAllString(text, "|"), "|")
	return word.FindAllString(text, -1)
}

// checkLeftOver checks that the text is no English sentence, nor holds a piece of the one
// it is translated from.
func (w written) checkLeftOver() {
	if slices.Contains(sameInOthers, w.key) {
		return
	}
	english, own := wordsOf(w.model), wordsOf(w.text)
	if w.text == w.model && len(english) >= leftOver-1 {
		w.fault("is the English text")
		return
	}
	for i := 0; i+leftOver <= len(english); i++ {
		piece := english[i : i+leftOver]
		for j := 0; j+leftOver <= len(own); j++ {
			if slices.Equal(own[j:j+leftOver], piece) {
				w.fault("has English left over: %q", strings.Join(piece, " "))
				return
			}
		}
	}
}
