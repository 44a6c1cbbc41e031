package markup

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// inlineParser parses the markup inside a block. Like Discord it supports no raw HTML, entities,
// images or reference links.
var inlineParser = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(wholeText{}, 100)),
	parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(angleParser{}, 200),
		util.Prioritized(parser.NewLinkParser(), 300),
		util.Prioritized(spanParser{'*', 1, [2]spanKind{emphasis, strong}}, 400),
		util.Prioritized(spanParser{'_', 1, [2]spanKind{emphasis, underline}}, 401),
		util.Prioritized(spanParser{'~', 2, [2]spanKind{strike, strike}}, 402),
		util.Prioritized(spanParser{'|', 2, [2]spanKind{spoiler, spoiler}}, 403),
		util.Prioritized(extension.NewLinkifyParser(
			extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}),
			extension.WithLinkifyWWWRegexp(never),
			extension.WithLinkifyEmailRegexp(never),
		), 500),
	),
)

var never = regexp.MustCompile(`[^\s\S]`)

// parseInline parses `source` as one block and returns its tree.
func parseInline(source []byte) ast.Node {
	return inlineParser.Parse(text.NewReader(source))
}

// wholeText is a block parser that treats the whole text as one block, because splitBlocks has
// found the blocks already.
type wholeText struct{}

func (wholeText) Trigger() []byte { return nil }

func (wholeText) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	node := ast.NewTextBlock()
	appendLine(node, reader)
	return node, parser.NoChildren
}

func (wholeText) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	appendLine(node, reader)
	return parser.Continue | parser.NoChildren
}

func appendLine(node ast.Node, reader text.Reader) {
	_, segment := reader.PeekLine()
	node.Lines().Append(segment)
	reader.AdvanceToEOL()
}

func (wholeText) Close(ast.Node, text.Reader, parser.Context) {}
func (wholeText) CanInterruptParagraph() bool                 { return false }
func (wholeText) CanAcceptIndentedLine() bool                 { return true }

// A spanKind is a text style that is marked by characters on both sides, such as ** or ||.
type spanKind int

const (
	emphasis spanKind = iota
	strong
	underline
	strike
	spoiler
)

// A span is a node with a text style.
type span struct {
	ast.BaseInline
	kind spanKind
}

var kindSpan = ast.NewNodeKind("Span")

func (*span) Kind() ast.NodeKind              { return kindSpan }
func (n *span) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A spanParser parses the text styles that one character marks. kinds[0] is the style for a single mark, as in *text*,
// and kinds[1] the style for a double mark, as in **text**.
type spanParser struct {
	mark    byte
	minimum int
	kinds   [2]spanKind
}

func (p spanParser) Trigger() []byte         { return []byte{p.mark} }
func (p spanParser) IsDelimiter(b byte) bool { return b == p.mark }

func (p spanParser) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

func (p spanParser) OnMatch(consumes int) ast.Node {
	return &span{kind: p.kinds[consumes-1]}
}

func (p spanParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := parser.ScanDelimiter(line, before, p.minimum, p)
	if node == nil {
		return nil
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

// safeURL reports whether a link may lead to a URL. Only web pages are allowed, no scripts.
func safeURL(url string) bool {
	lower := strings.ToLower(url)
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}
