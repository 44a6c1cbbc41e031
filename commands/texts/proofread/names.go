package proofread

import (
	"regexp"
	"slices"
	"strings"

	"noughts/commands/texts"
)

// isName reports whether a text is the name of a command or option that members type.
func isName(key texts.Key, beginning string) bool {
	name, ok := strings.CutPrefix(string(key), beginning)
	return ok && !strings.Contains(name, ".") && !inMenu(key)
}

// inMenu reports whether a text is what a command in a member's menu is called.
func inMenu(key texts.Key) bool {
	return strings.HasPrefix(string(key), "command.") && strings.HasSuffix(string(key), "_member")
}

// namePattern is Discord's for what slash commands and their options are called. Go's
// script tables stand for the documentation's sc=Deva and sc=Thai.
var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// validName reports whether Discord takes a name: of these characters, lower case where they
// have one.
func validName(name string) bool {
	return namePattern.MatchString(name) && strings.ToLower(name) == name
}

// checkNames checks that Discord takes the names, and that no two are the same. A name that
// the language lacks is that of its fallback.
func (c *checker) checkNames(beginning, what string) {
	first := make(map[string]texts.Key)
	for _, key := range c.source.keys {
		if !isName(key, beginning) {
			continue
		}
		text, _ := c.file.find(key)
		name := text.Forms[other]
		if name == "" {
			continue // which is a fault already
		}
		if !validName(name) {
			c.fault(key, "Discord takes no name like %q: at most 32 letters, digits, - and _, lower case", name)
		}
		if twin, ok := first[name]; ok {
			c.fault(key, "%s and this are both called %q, and %s need names of their own", twin, name, what)
		}
		first[name] = key
	}
}

// code matches text in backticks.
var code = regexp.MustCompile("`([^`]*)`")

// named returns the sorted keys of the commands and options that a text names in backticks, by
// their names in the language of in. An unknown command is returned as "?" and its name.
func (c *checker) named(in *File, text string) []string {
	var found []string
	for _, match := range code.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(match[1])
		for _, word := range words {
			if key := c.meaning(in, word, len(words) == 1); key != "" {
				found = append(found, key)
			}
		}
	}
	slices.Sort(found)
	return found
}

// meaning returns the key of what a word in backticks names: a command, an option with a
// value or, if it stands alone, an option. It returns "" for other words.
func (c *checker) meaning(in *File, word string, alone bool) string {
	if strings.Contains(word, "{{") {
		return ""
	}
	if name, ok := strings.CutPrefix(word, "/"); ok {
		if key := c.called(in, "command.", name); key != "" {
			return key
		}
		return "?" + word
	}
	name, _, valued := strings.Cut(word, ":")
	if !valued && !alone {
		return ""
	}
	return c.called(in, "option.", name)
}

// called returns the key of the command or option with a name, "" if there is none.
func (c *checker) called(in *File, beginning, name string) string {
	for _, key := range c.source.keys {
		if !isName(key, beginning) {
			continue
		}
		if text, _ := in.find(key); text.Forms[other] == name {
			return string(key)
		}
	}
	return ""
}

// checkNamed checks that the text names the commands and options of English, by the names
// that they have in its own language.
func (w written) checkNamed() {
	if got, want := w.named(w.file, w.text), w.named(w.source, w.model); !slices.Equal(got, want) {
		w.fault("names %q in backticks, English names %q", got, want)
	}
}
