package web

import (
	"fmt"
	"html"
	"strings"
)

// A writer builds the HTML. Its methods escape all values.
type writer struct {
	strings.Builder
	context Context
}

func (w *writer) block(b block) {
	switch b.kind {
	case headingBlock:
		// Heading levels start below those of the page's own headings.
		w.element(fmt.Sprintf("h%d", b.level+2), fmt.Sprintf("md-h%d", b.level), func() { w.inline(b.text) })
	case smallBlock:
		w.element("small", "md-small", func() { w.inline(b.text) })
	case listBlock:
		w.element("ul", "md-list", func() {
			for _, item := range b.items {
				w.WriteString("<li>")
				w.inline(item)
				w.WriteString("</li>")
			}
		})
	case codeBlock:
		w.code(b)
	default:
		w.element("p", "md-text", func() { w.plain(b.text) })
	}
}

// put writes HTML. It replaces each %s in `format` by an escaped value.
func (w *writer) put(format string, values ...string) {
	escaped := make([]any, len(values))
	for i, v := range values {
		escaped[i] = html.EscapeString(v)
	}
	_, _ = fmt.Fprintf(w, format, escaped...) // a Builder never fails
}

func (w *writer) text(s string) { w.put("%s", s) }

func (w *writer) element(tag, class string, body func()) {
	w.put(`<%s class="%s">`, tag, class)
	body()
	w.put(`</%s>`, tag)
}

// plain writes plain text. Browsers hide a line feed at the very end of an element, so plain adds a second one.
func (w *writer) plain(text string) {
	w.inline(text)
	if text == "" || strings.HasSuffix(text, "\n") {
		w.WriteString("\n")
	}
}

func (w *writer) code(b block) {
	// The tab index makes wide boards scrollable with the keyboard.
	w.WriteString(`<pre class="md-code" tabindex="0"><code>`)
	if b.language == "ansi" {
		w.ansi(b.text)
	} else {
		w.text(b.text)
	}
	w.WriteString("</code></pre>")
}
