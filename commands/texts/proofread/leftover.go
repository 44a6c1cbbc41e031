package proofread

import (
	"regexp"
	"slices"
	"strings"

	"noughts/commands/texts"
)

// british is the code of British English, whose texts differ from the American ones only in spelling.
const british = "en-GB"

// isEnglish reports whether a language code is for a variety of English.
func isEnglish(code string) bool { return strings.HasPrefix(code, "en-") }

// spellings replaces American spellings with British ones. Most entries are word stems.
var spellings = strings.NewReplacer(
	"center", "centre", "Center", "Centre", "favorite", "favourite", "Favorite", "Favourite",
	"organiz", "organis", "Organiz", "Organis", "neighbor", "neighbour", "Neighbor", "Neighbour",
	"color", "colour", "Color", "Colour", "checkerboard", "chequerboard", "Checkerboard", "Chequerboard",
)

// ownInBritish are texts that British English may word differently, not only spell differently.
var ownInBritish = []texts.Key{"date", "time.am", "time.pm", "language.name"}

// spelledOtherwise reports whether a text needs another spelling in British English.
func spelledOtherwise(key texts.Key, american Text) bool {
	for _, form := range american.Forms {
		if spellings.Replace(form) != form && !slices.Contains(ownInBritish, key) {
			return true
		}
	}
	return false
}

// checkSpelling checks that a British text differs from the American text only in spelling.
func (w written) checkSpelling(american string) {
	if want := spellings.Replace(american); w.text != want && !slices.Contains(ownInBritish, w.key) {
		w.fault("is %q; American English spelt the British way is %q", w.text, want)
	}
}

// leftOver is the number of consecutive English words that shows that part of a text is not translated.
const leftOver = 4

// sameInOthers are texts that may stay identical in another language: names of months, and the moves of a game.
var sameInOthers = []texts.Key{"paste.example", "months"}

// word matches one word.
var word = regexp.MustCompile(`\p{L}[\p{L}\p{M}'’]*`)

// wordsOf returns the words of a text, without its arguments and without text in backticks: translations keep both.
func wordsOf(text string) []string {
	text = code.ReplaceAllString(argument.ReplaceAllString(text, "|"), "|")
	return word.FindAllString(text, -1)
}

// checkLeftOver finds untranslated English: a text of at least three words that equals the English
// text, or four consecutive words of the English text.
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
