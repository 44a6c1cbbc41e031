package texts

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PseudoCode is the usual code of the pseudo-locale in CLDR and elsewhere: English with the reserved
// country code XA. Discord has no such locale, so no command is registered in it.
const PseudoCode = "en-XA"

// The characters around each text.
const (
	openBracket  = "⟦"
	closeBracket = "⟧"
	rlm          = "\u200f" // RIGHT-TO-LEFT MARK
	paddingBar   = "¦"      // begins the padding that makes a text longer
)

// WithPseudo returns a copy of the catalogue that also has the pseudo-locale.
func WithPseudo(c *Catalogue) *Catalogue {
	l, err := c.ForLocale(Default).Rewritten(PseudoCode, rewritten)
	if err != nil { // impossible: the English texts are valid
		panic(fmt.Sprintf("pseudo: %v", err))
	}
	return c.WithLanguage(l)
}

func rewritten(key Key, text string) string {
	switch {
	case key == "language.name":
		return "Pseudo (" + PseudoCode + ")"
	case kept(key):
		return text
	}
	return pseudoText(text, PlaceOf(key).Most)
}

// kept reports whether a text stays unchanged. These texts do: the names of commands and options, which are not
// registered in the pseudo-locale; the names of months, because the font of pictures lacks some accented letters; and
// an example that the bot must be able to parse.
func kept(key Key) bool {
	name := string(key)
	return key == "months" || key == "paste.example" ||
		(strings.HasPrefix(name, "command.") || strings.HasPrefix(name, "option.")) && !strings.Contains(name, ".about")
}

// spared matches the parts of a text that must stay unchanged because Discord or the bot interprets
// them: arguments, code, mentions, emoji, timestamps and URLs.
var spared = regexp.MustCompile("{{[^}]*}}|`[^`]*`|<[^>\\s]+>|\\]\\([^)]*\\)|https?://\\S+")

// lineMark matches Discord's Markdown prefix of a line: a heading, small print, a list or a quote.
var lineMark = regexp.MustCompile(`^(?:#{1,3} |-# |[-*] |\d+\. |> )`)

// pseudoText returns the pseudo-locale's version of a text. The result has at most `most` characters if the text has:
// pseudoText shortens the padding, and if that is not enough it drops the brackets. A text without letters stays
// unchanged.
func pseudoText(text string, most int) string {
	accented, letters := accent(text)
	if letters == 0 {
		return text
	}
	mark := lineMark.FindString(accented)
	before, after := mark+rlm+openBracket, closeBracket+rlm
	accented = accented[len(mark):]
	room := most - utf8.RuneCountInString(text) - utf8.RuneCountInString(rlm+openBracket+closeBracket+rlm)
	if room < 0 {
		return mark + accented
	}
	length := min((2*letters+4)/5, room)
	padding := []rune(strings.Repeat(paddingText, 1+length/utf8.RuneCountInString(paddingText)))
	return before + accented + string(padding[:length]) + after
}

// accent returns a text with accented letters, and the number of its letters.
func accent(text string) (accented string, letters int) {
	var b strings.Builder
	write := func(plain string) {
		for _, r := range plain {
			if unicode.IsLetter(r) {
				letters++
			}
			if with, ok := accents[r]; ok {
				r = with
			}
			b.WriteRune(r)
		}
	}
	last := 0
	for _, at := range spared.FindAllStringIndex(text, -1) {
		write(text[last:at[0]])
		b.WriteString(text[at[0]:at[1]])
		last = at[1]
	}
	write(text[last:])
	return b.String(), letters
}

// accents maps English letters to accented ones, plainLetters maps them back.
var accents, plainLetters = func() (with, without map[rune]rune) {
	plain := "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	accented := []rune("ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž")
	with, without = map[rune]rune{}, map[rune]rune{}
	for i, r := range []rune(plain) {
		with[r], without[accented[i]] = accented[i], r
	}
	return with, without
}()

// longer is the padding that makes texts longer: a bar, which occurs in no text, and then the
// numbers from one to ten in words, so that a reader sees where a text is cut off.
const paddingText = paddingBar + "öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ ñîñé ţéñ"

// PseudoToEnglish converts a text of the pseudo-locale back to English, so that tests can compare it.
func PseudoToEnglish(text string) string {
	text = lengthened.ReplaceAllString(text, "")
	// A text whose first argument is empty begins with a space. Callers trim that space in English, but cannot trim it
	// here, behind the bracket.
	text = strings.ReplaceAll(text, openBracket+" ", openBracket)
	return strings.Map(func(r rune) rune {
		switch plain, ok := plainLetters[r]; {
		case ok:
			return plain
		case strings.ContainsRune(openBracket+closeBracket+rlm, r):
			return -1
		}
		return r
	}, text)
}

var lengthened = regexp.MustCompile("[" + paddingBar + "][" + paddingText + "]*")
