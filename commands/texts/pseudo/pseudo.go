// Package pseudo makes a language that nobody speaks, of English: its letters have accents, its
// texts are 40 % longer, and each stands in brackets between right-to-left marks. It shows at once
// which text bypasses the message files, which is glued from pieces, and what is cut off. Tests and
// the playground add it.
package pseudo

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"noughts/commands/texts"
	"noughts/commands/texts/proofread"
)

// Code is the code of the pseudo-locale, as CLDR and others write it: English, and a
// country that will never be. It is none of Discord's, so no command is registered in it.
const Code = "en-XA"

// The marks around each text.
const (
	open  = "⟦"
	close = "⟧"
	rlm   = "\u200f" // RIGHT-TO-LEFT MARK
	bar   = "¦"      // where what a text is made longer by begins
)

// Add returns the catalogue with the pseudo-locale.
func Add(c *texts.Catalogue) *texts.Catalogue {
	l, err := c.In(texts.Default).Rewritten(Code, rewritten)
	if err != nil { // which our own texts would be the reason for
		panic(fmt.Sprintf("pseudo: %v", err))
	}
	return c.With(l)
}

// rewritten returns what the pseudo-locale has for a text of English.
func rewritten(key texts.Key, text string) string {
	switch {
	case key == "language.name":
		return "Pseudo (" + Code + ")"
	case kept(key):
		return text
	}
	return Text(text, proofread.PlaceOf(key).Most)
}

// kept reports whether a text stays as it is: names of commands and options, which are not
// registered in the pseudo-locale, the months, which are drawn into pictures in the letters
// that their fonts have, and an example that the bot could read.
func kept(key texts.Key) bool {
	name := string(key)
	return key == "months" || key == "paste.example" ||
		(strings.HasPrefix(name, "command.") || strings.HasPrefix(name, "option.")) && !strings.Contains(name, ".about")
}

// spared are the parts of a text that mean something to Discord or to us, and stay as they
// are: arguments, code, mentions, emoji and times, addresses.
var spared = regexp.MustCompile("{{[^}]*}}|`[^`]*`|<[^>\\s]+>|\\]\\([^)]*\\)|https?://\\S+")

// lineMark is what Discord wants at the beginning of a line: a heading, small print, a
// list, a quotation.
var lineMark = regexp.MustCompile(`^(?:#{1,3} |-# |[-*] |\d+\. |> )`)

// Text returns a text as the pseudo-locale has it, of at most that many characters if it
// had no more: it loses its lengthening first, then the marks. A text without a letter
// stays as it is.
func Text(text string, most int) string {
	accented, letters := accent(text)
	if letters == 0 {
		return text
	}
	mark := lineMark.FindString(accented)
	before, after := mark+rlm+open, close+rlm
	accented = accented[len(mark):]
	room := most - utf8.RuneCountInString(text) - utf8.RuneCountInString(rlm+open+close+rlm)
	if room < 0 {
		return mark + accented
	}
	return before + accented + padding(min((2*letters+4)/5, room)) + after
}

// accent returns a text with accents, and how many letters it has.
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

// accents are letters with accents that look like those of English, each one character.
var accents = func() map[rune]rune {
	plain := "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	with := []rune("ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž")
	m := make(map[rune]rune)
	for i, r := range []rune(plain) {
		m[r] = with[i]
	}
	return m
}()

// longer is what texts are made longer by: a bar, which no text has, and numbers in words,
// so that a reader sees where they are cut.
const longer = bar + "öñé ţŵö ţĥŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ ñîñé ţéñ"

// padding returns that many characters.
func padding(length int) string {
	r := []rune(strings.Repeat(longer, 1+length/utf8.RuneCountInString(longer)))
	return string(r[:length])
}

// English returns the English of what the pseudo-locale says, so that tests can read it.
func English(text string) string {
	text = lengthened.ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, open+" ", open) // the first argument was empty: English is trimmed there
	return strings.Map(func(r rune) rune {
		switch plain, ok := plain[r]; {
		case ok:
			return plain
		case strings.ContainsRune(open+close+rlm, r):
			return -1
		}
		return r
	}, text)
}

// lengthened finds what a text was made longer by.
var lengthened = regexp.MustCompile("[" + bar + "][" + longer + "]*")

// plain are the letters without the accents.
var plain = func() map[rune]rune {
	m := make(map[rune]rune)
	for letter, accented := range accents {
		m[accented] = letter
	}
	return m
}()
