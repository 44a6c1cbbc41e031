package web

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"noughts/bot/discordtest"
)

// longestMessage is the largest number of characters in a message.
const longestMessage = 2000

// say sends a message in the channel.
func (v *view) say(text string) (result, error) {
	text = v.written(strings.ReplaceAll(text, "\r\n", "\n"))
	switch n := utf8.RuneCountInString(strings.TrimSpace(text)); {
	case n > longestMessage:
		return result{}, Refusal(fmt.Sprintf("That is too long: messages have at most %d characters, and this one has %d.", longestMessage, n))
	case n == 0:
		return result{}, Refusal("Nothing to send.")
	}
	_, err := v.client.Say(text)
	if errors.Is(err, discordtest.ErrNotAllowed) {
		return result{}, Refusal("You do not have permission to send that in this channel.")
	}
	return result{}, err
}

// code matches code in a message. Mentions within code stay as typed.
var code = regexp.MustCompile("(?s)```.*?```|`[^`\n]+`")

// written returns a typed text as Discord's client sends it: mentions replace the names of people,
// roles and channels.
func (v *view) written(text string) string {
	var b strings.Builder
	names := v.nameables(kinds{people: true, roles: true, channels: true}, nil)
	slices.SortStableFunc(names, func(a, b nameable) int { return len(b.shown) - len(a.shown) }) // the longest first
	for text != "" {
		plain, verbatim := text, ""
		if at := code.FindStringIndex(text); at != nil {
			plain, verbatim = text[:at[0]], text[at[0]:at[1]]
		}
		text = text[len(plain)+len(verbatim):]
		b.WriteString(mentioning(plain, names))
		b.WriteString(verbatim)
	}
	return b.String()
}

// mentioning replaces names by mentions, unless a name is part of a longer word.
func mentioning(text string, names []nameable) string {
	var b strings.Builder
	before := ' '
	for text != "" {
		if n, ok := find(names, func(n nameable) bool { return !isWord(before) && n.begins(text) }); ok {
			b.WriteString(n.mention)
			text = text[len(n.shown):]
			before = '>'
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		b.WriteString(text[:size])
		text, before = text[size:], r
	}
	return b.String()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '<' }

// begins reports whether a text begins with the nameable's name.
func (n nameable) begins(text string) bool {
	if !hasPrefixFold(text, n.shown) {
		return false
	}
	after, _ := utf8.DecodeRuneInString(text[len(n.shown):])
	return !unicode.IsLetter(after) && !unicode.IsDigit(after)
}

// completeText completes the last word of a message: a name after @ or #.
func (v *view) completeText(text string) completion {
	c := completion{Items: []suggestion{}, Selected: -1}
	at := strings.LastIndexAny(text, "@#")
	if at < 0 {
		return c
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:at]); at > 0 && isWord(before) {
		return c
	}
	begun, typed := text[:at], text[at:]
	c.Hint = map[byte]string{'@': "Members and roles", '#': "Channels"}[typed[0]]
	for _, n := range v.nameables(kinds{people: true, roles: true, channels: true}, nil) {
		if hasPrefixFold(n.shown, typed) {
			c.Items = append(c.Items, suggestion{Label: n.shown, Line: begun + n.shown + " ", Person: n.person})
		}
	}
	if len(c.Items) == 0 {
		return completion{Items: c.Items, Selected: -1}
	}
	c.Selected = 0
	return c
}
