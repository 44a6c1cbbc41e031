package emoji

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/kyokomi/emoji/v2"
)

// ByName returns the emoji that has the given name in Discord's client, such as "tada" for ":tada:".
// ok is false if there is no such name.
func ByName(name string) (character string, ok bool) {
	if letter, is := strings.CutPrefix(name, "regional_indicator_"); is && len(letter) == 1 && letter >= "a" && letter <= "z" {
		return string(flagFirst + rune(letter[0]-'a')), true
	}
	character, ok = byName()[name]
	return character, ok
}

// byName maps the names that can be typed in Discord's client to emoji. It leaves out names with capital letters.
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

// asEmoji adds the emoji variant selector to a character that would otherwise be shown as text.
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

// names are the names of all emoji in alphabetical order.
var names = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(byName())) })

// Names returns the names of emoji that start with `begin`, in alphabetical order and at most `limit` of them.
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
