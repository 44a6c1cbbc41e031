package markup

import (
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// An angleKind is the kind of an expression between < and >.
type angleKind int

const (
	userMention angleKind = iota
	roleMention
	channelMention
	commandMention
	customEmoji
	timestamp
	quietLink
)

var customEmojis = regexp.MustCompile(`<a?:(\w{2,32}):(\d{1,20})>`)

// angleForms holds the syntax of each kind. Each expression has one or two groups. The second group may be empty.
var angleForms = [...]*regexp.Regexp{
	userMention:    regexp.MustCompile(`^<@!?(\d{1,20})>`),
	roleMention:    regexp.MustCompile(`^<@&(\d{1,20})>`),
	channelMention: regexp.MustCompile(`^<#(\d{1,20})>`),
	commandMention: regexp.MustCompile(`^</([-_ \p{L}\p{N}]{1,98}):(\d{1,20})>`),
	customEmoji:    regexp.MustCompile(`^` + customEmojis.String()),
	timestamp:      regexp.MustCompile(`^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>`),
	quietLink:      regexp.MustCompile(`^<(https?://[^\s<>]+)>`),
}

// An angle is a mention, a custom emoji, a timestamp or a link in angle brackets.
type angle struct {
	ast.BaseInline
	kind          angleKind
	first, second string
	source        string // the text as written
}

var kindAngle = ast.NewNodeKind("Angle")

func (*angle) Kind() ast.NodeKind              { return kindAngle }
func (n *angle) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type angleParser struct{}

func (angleParser) Trigger() []byte { return []byte{'<'} }

func (angleParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	for kind, form := range angleForms {
		m := form.FindSubmatch(line)
		if m == nil {
			continue
		}
		block.Advance(len(m[0]))
		node := &angle{kind: angleKind(kind), first: string(m[1]), source: string(m[0])}
		if len(m) > 2 {
			node.second = string(m[2])
		}
		return node
	}
	return nil
}
