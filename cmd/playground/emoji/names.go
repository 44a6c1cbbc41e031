package emoji

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kyokomi/emoji/v2"
)

// ByName returns the emoji that stands for a name, such as "tada" for ":tada:", in Discord's
// client. ok is false when there is none of that name.
func ByName(name string) (character string, ok bool) {
	if letter, is := strings.CutPrefix(name, "regional_indicator_"); is && len(letter) == 1 && letter >= "a" && letter <= "z" {
		return string(flagFirst + rune(letter[0]-'a')), true
	}
	character, ok = byName()[name]
	return character, ok
}

// byName holds all emoji whose names can be typed in Discord's client: those in small letters.
var byName = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for code, character := range emoji.CodeMap() {
		name := strings.Trim(code, ":")
		if name != strings.ToLower(name) {
			continue
		}
		character = asEmoji(strings.TrimSpace(character))
		if isEmoji(character) {
			all[name] = character
		}
	}
	return all
})

// asEmoji asks for the colorful picture of a character that would be shown as text.
func asEmoji(character string) string {
	_, n := utf8.DecodeRuneInString(character)
	switch next, size := utf8.DecodeRuneInString(character[n:]); {
	case isEmoji(character):
		return character
	case next == textVariant:
		return character[:n] + string(emojiVariant) + character[n+size:]
	}
	return character[:n] + string(emojiVariant) + character[n:]
}

// names are those of all emoji, in the order of the alphabet.
var names = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(byName())) })

// Names returns at most limit names that begin with a text.
func Names(begin string, limit int) []string {
	all := names()
	first, _ := slices.BinarySearch(all, begin)
	var found []string
	for _, name := range all[first:] {
		if !strings.HasPrefix(name, begin) || len(found) == limit {
			break
		}
		found = append(found, name)
	}
	return found
}
