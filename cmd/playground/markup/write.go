package markup

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A writer builds the HTML. All values are escaped by its methods.
type writer struct {
	strings.Builder
	context Context
}

func (w *writer) blocks(blocks []block) {
	for _, b := range blocks {
		w.block(b)
	}
}

func (w *writer) block(b block) {
	switch b.kind {
	case headingBlock:
		// Heading levels start below those of the page's own headings.
		w.element(fmt.Sprintf("h%d", b.level+2), fmt.Sprintf("md-h%d", b.level), func() { w.inline(b.text) })
	case smallBlock:
		w.element("small", "md-small", func() { w.inline(b.text) })
	case quoteBlock:
		w.element("blockquote", "md-quote", func() { w.blocks(b.children) })
	case listBlock:
		w.list(b)
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

// plain writes text with the empty lines at its beginning and end, which the parser would drop. Browsers hide a line
// feed at the very end of an element, so plain adds a second one.
func (w *writer) plain(text string) {
	body := strings.Trim(text, "\n")
	if body == "" {
		w.WriteString(strings.Repeat("\n", strings.Count(text, "\n")+1))
		return
	}
	before, after, _ := strings.Cut(text, body)
	w.WriteString(before)
	w.inline(body)
	w.WriteString(after)
	if after != "" {
		w.WriteString("\n")
	}
}

func (w *writer) list(b block) {
	tag := "ul"
	if b.ordered {
		tag = "ol"
		w.put(`<ol start="%s" class="md-list">`, strconv.Itoa(b.start))
	} else {
		w.put(`<ul class="md-list">`)
	}
	for _, it := range b.items {
		w.WriteString("<li>")
		w.inline(it.text)
		w.blocks(it.nested)
		w.WriteString("</li>")
	}
	w.put("</%s>", tag)
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

func (w *writer) inline(text string) {
	source := []byte(text)
	w.nodes(parseInline(source), source)
}

func (w *writer) nodes(parent ast.Node, source []byte) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.node(n, source)
	}
}

func (w *writer) node(n ast.Node, source []byte) {
	switch n := n.(type) {
	case *ast.Text:
		w.textNode(n, source)
	case *ast.String:
		w.emojiText(string(n.Value))
	case *ast.CodeSpan:
		w.codeSpan(n, source)
	case *span:
		w.span(n, source)
	case *angle:
		w.angle(n)
	case *ast.AutoLink:
		w.link(string(n.URL(source)))
	case *ast.Link:
		w.maskedLink(string(n.Destination), func() { w.nodes(n, source) })
	default:
		w.nodes(n, source)
	}
}

func (w *writer) textNode(n *ast.Text, source []byte) {
	value := string(n.Segment.Value(source))
	w.emojiText(unescape(value))
	if n.SoftLineBreak() || n.HardLineBreak() {
		w.WriteString("\n")
	}
}

// unescape removes backslashes before punctuation.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && isPunctuation(s[i+1]) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isPunctuation(c byte) bool {
	return strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c) >= 0
}

func (w *writer) codeSpan(n *ast.CodeSpan, source []byte) {
	w.element("code", "md-inline-code", func() {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				w.text(string(t.Segment.Value(source)))
			}
		}
	})
}

func (w *writer) span(n *span, source []byte) {
	body := func() { w.nodes(n, source) }
	switch n.kind {
	case strong:
		w.element("strong", "md-strong", body)
	case underline:
		w.element("u", "md-underline", body)
	case strike:
		w.element("s", "md-strike", body)
	case spoiler:
		w.WriteString(`<span class="md-spoiler" role="button" tabindex="0" aria-label="Spoiler" aria-expanded="false">`)
		w.element("span", "md-spoiler-text", body)
		w.WriteString("</span>")
	default:
		w.element("em", "md-em", body)
	}
}
