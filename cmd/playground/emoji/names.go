package emoji

import (
	"slices"
	"strings"
	"sync"

	"github.com/kyokomi/emoji/v2"
)

// ByName returns the emoji that stands for a name, such as "tada" for ":tada:", in Discord's
// client. ok is false when it knows none of that name.
func ByName(name string) (character string, ok bool) {
	if letter, is := strings.CutPrefix(name, "regional_indicator_"); is && len(letter) == 1 && letter >= "a" && letter <= "z" {
		return string(flagFirst + rune(letter[0]-'a')), true
	}
	character, ok = emoji.CodeMap()[":"+name+":"]
	return strings.TrimSpace(character), ok
}

// names are those of all emoji, in the order of the alphabet.
var names = sync.OnceValue(func() []string {
	var all []string
	for code := range emoji.CodeMap() {
		all = append(all, strings.Trim(code, ":"))
	}
	slices.Sort(all)
	return all
})

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
