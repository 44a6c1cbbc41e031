// Package markup turns Discord's message markup into HTML that is safe to put
// into a page.
//
// Discord's blocks are lines (headings, small text, quotes, lists, fenced code) and keep every
// empty line, unlike CommonMark's, so they are found here. The content of a line is CommonMark with
// additions, and goldmark parses it. Nothing of the source reaches the page unescaped.
package markup

import (
	"html"
	"html/template"
	"regexp"
	"strings"
	"time"

	"noughts/cmd/playground/emoji"
)

// A Place is where a mention or link leads.
type Place struct {
	Name string // as shown, without "#" or "@"
	URL  string // relative to the page; "" leads nowhere
}

// A Context says what the ids in a text stand for. Every func may be nil.
type Context struct {
	// Now is the time that relative timestamps are counted from.
	Now time.Time
	// Zone is where absolute timestamps are shown; nil is UTC.
	Zone *time.Location
	// User, Channel and Role name an id; ok is false for an unknown one.
	User, Channel, Role func(id string) (Place, bool)
	// CustomPicture returns the address of the picture of an application's or guild's emoji.
	CustomPicture func(id string) (url string, ok bool)
	// Link recognizes links into this Discord, such as those to a message.
	Link func(url string) (Place, bool)
}

// HTML renders a text. It cannot fail: what is not markup is text.
func (c Context) HTML(text string) template.HTML {
	w := &writer{context: c}
	w.blocks(splitBlocks(strings.TrimSpace(normalize(text))))
	return template.HTML(w.String()) // every writer method escapes
}

var tag = regexp.MustCompile(`<[^>]*>`)

// Words returns a text without its markup and emoji, for those who listen to
// it. It is plain text, not HTML.
func (c Context) Words(text string) string {
	var words strings.Builder
	plain := html.UnescapeString(tag.ReplaceAllString(string(c.HTML(text)), " "))
	for plain != "" {
		before, _, after := emoji.Cut(plain)
		words.WriteString(before)
		plain = after
	}
	return strings.Join(strings.Fields(words.String()), " ")
}

// normalize leaves line feeds as the only line ends and no NUL, which the
// parser could not keep apart from its own marks.
func normalize(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(text)
}
