package proofread

import (
	"regexp"
	"slices"
	"strings"

	"noughts/commands/texts"
)

// isName reports whether a key is for the name of a command or option that members type. The
// parameter `beginning` is "command." or "option.".
func isName(key texts.Key, beginning string) bool {
	name, ok := strings.CutPrefix(string(key), beginning)
	return ok && !strings.Contains(name, ".") && !inMenu(key)
}

// inMenu reports whether a key is for the name of a command in the context menu of a member.
func inMenu(key texts.Key) bool {
	return strings.HasPrefix(string(key), "command.") && strings.HasSuffix(string(key), "_member")
}

// namePattern is Discord's pattern for the names of slash commands and their options. Go's script
// tables replace sc=Deva and sc=Thai in Discord's documentation.
var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// validName reports whether Discord accepts a name: it must match namePattern and contain no upper-case letters.
func validName(name string) bool {
	return namePattern.MatchString(name) && strings.ToLower(name) == name
}

// checkNames checks that Discord accepts the names of all commands or options, and that no two are
// equal. A name missing from the file comes from its fallback.
func (c *checker) checkNames(beginning, what string) {
	first := make(map[string]texts.Key)
	for _, key := range c.source.keys {
		if !isName(key, beginning) {
			continue
		}
		text, _ := c.file.find(key)
		name := text.Forms[other]
		if name == "" {
			continue // reported as a fault elsewhere
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

// code matches a piece of text in backticks.
var code = regexp.MustCompile("`([^`]*)`")

// named returns the sorted keys of the commands and options that a text mentions in backticks. `in` is the file with
// their names. A command that `in` does not know, such as /x, is returned as "?/x".
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

// meaning returns the key of the command or option that a word in backticks names. A word is an option if a colon and a
// value follow it, or if it stands alone in the backticks. For an unknown command, meaning returns "?" and the word,
// and for any other word "".
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

// called finds a command or option by its name in the language of the file `in`, and returns its key. It returns "" if
// there is none.
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

// checkNamed checks that the text mentions the same commands and options as the English text, under
// their translated names.
func (w written) checkNamed() {
	if got, want := w.named(w.file, w.text), w.named(w.source, w.model); !slices.Equal(got, want) {
		w.fault("names %q in backticks, English names %q", got, want)
	}
}
