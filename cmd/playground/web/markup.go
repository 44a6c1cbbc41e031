package web

import (
	"html"
	"html/template"
	"regexp"
	"strings"
	"time"
)

// A Place is the target of a mention or link.
type Place struct {
	Name string // displayed name, without "#" or "@"
	URL  string // relative to the page; "" for a target without a page
}

// A Context resolves the ids in a text.
type Context struct {
	Now                 time.Time      // for relative timestamps
	Zone                *time.Location // of absolute timestamps
	User, Channel, Role func(id string) (Place, bool)
	CustomPicture       func(id string) (url string, ok bool) // the address of a custom emoji's image
	Link                func(url string) (Place, bool)        // resolves links into this Discord, such as to a message
}

// HTML renders a text. Text that is not valid markup is plain text.
func (c Context) HTML(text string) template.HTML {
	w := &writer{context: c}
	for _, b := range splitBlocks(strings.TrimSpace(normalize(text))) {
		w.block(b)
	}
	return template.HTML(w.String()) // all methods of writer escape their values
}

var tag = regexp.MustCompile(`<[^>]*>`)

// Words returns a text without markup and emoji, for screen readers.
func (c Context) Words(text string) string {
	var words strings.Builder
	plain := html.UnescapeString(tag.ReplaceAllString(string(c.HTML(text)), " "))
	for plain != "" {
		before, _, after := cutEmoji(plain)
		words.WriteString(before)
		plain = after
	}
	return strings.Join(strings.Fields(words.String()), " ")
}

// normalize makes line feeds the only line ends. It replaces NUL characters and invalid UTF-8 with U+FFFD.
func normalize(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(text)
}
