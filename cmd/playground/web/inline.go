package web

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

func (w *writer) inline(text string) {
	plain := 0 // where the text begins that is not written yet
	for at := 0; at < len(text); {
		length, write := w.markup(text, at)
		if length == 0 {
			at++
			continue
		}
		w.emojiText(text[plain:at])
		write()
		at += length
		plain = at
	}
	w.emojiText(text[plain:])
}

var (
	maskedLink = regexp.MustCompile(`^\[((?:[^\[\]\\]|\\.)+)\]\(<?(https?://(?:[^\s()<>]|\([^\s()<>]*\))+)>?\)`)
	bareLink   = regexp.MustCompile(`^https?://[^\s<]*[^\s<.,:;"'\])]`)
	escaped    = regexp.MustCompile("^\\\\([!-/:-@\\[-`{-~])")
)

// markup returns the length of the markup at a position, 0 for plain text, and a function that writes it.
func (w *writer) markup(text string, at int) (length int, write func()) {
	rest := text[at:]
	switch rest[0] {
	case '\\':
		if m := escaped.FindStringSubmatch(rest); m != nil {
			return len(m[0]), func() { w.text(m[1]) }
		}
	case '`':
		if code, length := codeSpan(rest); length > 0 {
			return length, func() { w.element("code", "md-inline-code", func() { w.text(code) }) }
		}
	case '<':
		for _, a := range angles {
			if m := a.form.FindStringSubmatch(rest); m != nil {
				return len(m[0]), func() { a.write(w, m) }
			}
		}
	case '[':
		if m := maskedLink.FindStringSubmatch(rest); m != nil {
			return len(m[0]), func() { w.maskedLink(m[2], func() { w.inline(m[1]) }) }
		}
	case 'h':
		if url := bareLink.FindString(rest); url != "" && !wordBefore(text, at) {
			return len(url), func() { w.link(url) }
		}
	}
	for _, s := range styles {
		if body, ok := s.body(text, at); ok {
			return len(body) + 2*len(s.mark), func() { s.write(w, func() { w.inline(body) }) }
		}
	}
	return 0, nil
}

func codeSpan(text string) (code string, length int) {
	run := text[:len(text)-len(strings.TrimLeft(text, "`"))]
	code, _, closed := strings.Cut(text[len(run):], run)
	if !closed || code == "" {
		return "", 0
	}
	return strings.TrimSpace(code), len(code) + 2*len(run)
}

type style struct {
	mark  string
	write func(w *writer, body func())
}

// styles are all styles, the longer marks first.
var styles = []style{
	{"**", func(w *writer, body func()) { w.element("strong", "md-strong", body) }},
	{"*", func(w *writer, body func()) { w.element("em", "md-em", body) }},
	{"_", func(w *writer, body func()) { w.element("em", "md-em", body) }},
}

func (s style) body(text string, at int) (string, bool) {
	rest, ok := strings.CutPrefix(text[at:], s.mark)
	single := len(s.mark) == 1
	if !ok || rest == "" || single && unicode.IsSpace(rune(rest[0])) || s.mark == "_" && wordBefore(text, at) {
		return "", false
	}
	for i := 0; i < len(rest); i++ {
		_, code := codeSpan(rest[i:])
		switch {
		case rest[i] == '\\':
			i++
		case rest[i] == '`' && code > 0:
			i += code - 1
		case single && strings.HasPrefix(rest[i:], s.mark+s.mark): // the mark of another style
			i++
		case i > 0 && s.closes(rest, i):
			return rest[:i], true
		}
	}
	return "", false
}

func (s style) closes(text string, at int) bool {
	after, ok := strings.CutPrefix(text[at:], s.mark)
	if !ok || strings.HasPrefix(after, s.mark[:1]) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after)
	return len(s.mark) == 2 || !unicode.IsSpace(rune(text[at-1])) && (s.mark == "*" || !isWordRune(next))
}

func wordBefore(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return isWordRune(before)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) && r != utf8.RuneError || unicode.IsDigit(r) }

var customEmojis = regexp.MustCompile(`<a?:(\w{2,32}):(\d{1,20})>`)

var angles = []struct {
	form  *regexp.Regexp
	write func(w *writer, groups []string)
}{
	{regexp.MustCompile(`^<@!?(\d{1,20})>`), func(w *writer, m []string) { w.mention("@", "unknown-user", w.context.User, m[1]) }},
	{regexp.MustCompile(`^<@&(\d{1,20})>`), func(w *writer, m []string) { w.mention("@", "unknown-role", w.context.Role, m[1]) }},
	{regexp.MustCompile(`^<#(\d{1,20})>`), func(w *writer, m []string) { w.mention("#", "unknown", w.context.Channel, m[1]) }},
	{regexp.MustCompile(`^</([-_ \p{L}\p{N}]{1,98}):\d{1,20}>`), (*writer).command},
	{regexp.MustCompile(`^` + customEmojis.String()), func(w *writer, m []string) { w.customEmoji(m[1], m[2]) }},
	{regexp.MustCompile(`^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>`), (*writer).timestamp},
	{regexp.MustCompile(`^<(https?://[^\s<>]+)>`), func(w *writer, m []string) { w.link(m[1]) }},
}

func (w *writer) mention(sign, unknown string, names func(string) (Place, bool), id string) {
	place, ok := names(id)
	if !ok {
		place = Place{Name: unknown}
	}
	w.place(sign, place)
}

func (w *writer) command(m []string) {
	w.put(`<button type="button" class="md-mention" data-command="%s">/%s</button>`, m[1], m[1])
}

func (w *writer) timestamp(m []string) {
	seconds, err := strconv.ParseInt(m[1], 10, 64)
	t := time.Unix(seconds, 0).In(w.context.Zone)
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		w.text(m[0])
		return
	}
	style := m[2]
	if style == "" {
		style = "f"
	}
	w.put(`<time class="md-time" datetime="%s" data-style="%s" title="%s">%s</time>`,
		t.UTC().Format(time.RFC3339), style, FormatTime(t, "F", w.context.Now), FormatTime(t, style, w.context.Now))
}

// maskedLink writes a link whose text the message gives, as in [text](url).
func (w *writer) maskedLink(url string, body func()) {
	if place, ok := w.context.Link(url); ok {
		w.put(`<a class="md-link" href="%s">`, place.URL)
	} else {
		w.put(`<a class="md-link" href="%s" target="_blank" rel="noopener noreferrer">`, url)
	}
	body()
	w.put("</a>")
}

// link writes a bare URL, or the name of its target if that is in this Discord.
func (w *writer) link(url string) {
	if place, ok := w.context.Link(url); ok {
		w.place("", place)
		return
	}
	w.maskedLink(url, func() { w.text(url) })
}

func (w *writer) place(sign string, p Place) {
	if p.URL == "" {
		w.put(`<span class="md-mention">%s</span>`, sign+p.Name)
		return
	}
	w.put(`<a class="md-mention" href="%s">%s</a>`, p.URL, sign+p.Name)
}
