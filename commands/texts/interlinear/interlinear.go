// Package interlinear lets tests that expect English read another language. The catalogue
// that it makes puts invisible marks around each text, from which a Reader turns the text
// back into what English says in its place, and shows what members would see.
package interlinear

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"noughts/commands/texts"
)

// A Reader reads the texts of one language. It is safe for concurrent use.
type Reader struct {
	catalogue *texts.Catalogue
	english   *texts.Language
	names     *strings.Replacer // of commands and options, to what they are called in English

	mu      sync.Mutex
	noted   []entry
	numbers map[string]int // of the entries, by their text and its English
}

// An entry is a text that was said: as it was shown, and how English says it.
type entry struct {
	shown   string
	english string // with the marks of its arguments
}

// The marks around a text: two characters that say which, and one that ends it. They are
// private-use characters of planes 15 and 16, which no text of ours has.
const (
	high   rune = 0xF0000  // and the number's higher digit
	low    rune = 0x100000 // and its lower digit
	digits      = 65_000
	end    rune = 0x10FFFD
)

// New returns a reader of a locale's language of a catalogue.
func New(of *texts.Catalogue, locale string) *Reader {
	r := &Reader{english: of.In(texts.Default), numbers: make(map[string]int)}
	var names []string
	for _, key := range r.english.Keys() {
		if !texts.IsName(key) {
			continue
		}
		for _, before := range []string{"`", "`/"} {
			for _, after := range []string{"`", " "} {
				names = append(names, before+of.In(locale).Say(key)+after, before+r.english.Say(key)+after)
			}
		}
	}
	r.names = strings.NewReplacer(names...)
	r.catalogue = of.Noting(locale, r.note)
	return r
}

// Catalogue returns the catalogue whose texts the reader reads: what is said in its
// language is marked, and other languages are as they were.
func (r *Reader) Catalogue() *texts.Catalogue { return r.catalogue }

// note marks a text.
func (r *Reader) note(said string, again func(in *texts.Language) string) string {
	english := strings.TrimSpace(again(r.english))
	r.mu.Lock()
	defer r.mu.Unlock()
	number, known := r.numbers[said+string(end)+english]
	if !known {
		number = len(r.noted)
		r.noted = append(r.noted, entry{r.Shown(strings.TrimSpace(said)), english})
		r.numbers[said+string(end)+english] = number
	}
	text := strings.TrimSpace(said) // space around it stays outside, where it may be trimmed
	before, after, _ := strings.Cut(said, text)
	return before + string([]rune{high + rune(number/digits), low + rune(number%digits)}) + text + string(end) + after
}

// isMark says whether a character is one of the marks.
func isMark(c rune) bool { return c >= high }

// Shown returns a text as members see it: without marks.
func (r *Reader) Shown(text string) string {
	if strings.IndexFunc(text, isMark) < 0 {
		return text
	}
	return strings.Map(func(c rune) rune {
		if isMark(c) {
			return -1
		}
		return c
	}, text)
}

// Read returns a text with English for all that is marked in it. Of a marked text that was
// cut off it returns as many characters of the English one as were left.
func (r *Reader) Read(text string) string {
	var b strings.Builder
	for text != "" {
		at := strings.IndexFunc(text, isMark)
		if at < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:at])
		number, rest, ok := numbered(text[at:])
		if !ok { // the end of a text whose beginning was cut off, or half a mark
			text = rest
			continue
		}
		var whole string
		var closed bool
		whole, text, closed = enclosed(rest)
		b.WriteString(r.read(number, whole, closed))
	}
	return b.String()
}

// numbered reads the number of a text at its mark, and returns what follows: after one
// character if that is no such mark.
func numbered(marked string) (number int, rest string, ok bool) {
	first, size := utf8.DecodeRuneInString(marked)
	second, more := utf8.DecodeRuneInString(marked[size:])
	if first >= low || second < low || second == end {
		return 0, marked[size:], false
	}
	return int(first-high)*digits + int(second-low), marked[size+more:], true
}

// enclosed splits what follows a mark into the marked text and the rest; not closed means
// that its end was cut off.
func enclosed(marked string) (whole, rest string, closed bool) {
	depth := 1
	for at, c := range marked {
		switch {
		case c == end:
			if depth--; depth == 0 {
				return marked[:at], marked[at+utf8.RuneLen(end):], true
			}
		case isMark(c) && c < low:
			depth++
		}
	}
	return marked, "", false
}

// read returns the English of a marked text.
func (r *Reader) read(number int, whole string, closed bool) string {
	r.mu.Lock()
	known := number < len(r.noted)
	var e entry
	if known {
		e = r.noted[number]
	}
	r.mu.Unlock()
	if !known {
		return whole
	}
	english := []rune(clicked(r.names.Replace(r.Read(e.english)), r.Shown(whole)))
	if left := utf8.RuneCountInString(r.Shown(whole)); !closed && left < utf8.RuneCountInString(e.shown) {
		english = english[:min(left, len(english))]
	}
	return string(english)
}

// click finds a command that members can click.
var click = regexp.MustCompile(`</([^:>]+):[0-9]+>`)

// clicked returns the English text with the commands that can be clicked in what is shown,
// where it only names them.
func clicked(english, shown string) string {
	for _, command := range click.FindAllStringSubmatch(shown, -1) {
		english = strings.ReplaceAll(english, "`/"+command[1]+"`", command[0])
	}
	return english
}
