package markup

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"noughts/cmd/playground/emoji"
)

// shortcode matches the name of an emoji, such as :tada:. Discord's client shows it as the emoji,
// in messages of bots and people.
var shortcode = regexp.MustCompile(`^:([a-z0-9_+-]{1,80}):`)

// A shortcodeParser parses the names of emoji.
type shortcodeParser struct{}

func (shortcodeParser) Trigger() []byte { return []byte{':'} }

func (shortcodeParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	m := shortcode.FindSubmatch(line)
	if m == nil {
		return nil
	}
	character, ok := emoji.ByName(string(m[1]))
	if !ok {
		return nil
	}
	block.Advance(len(m[0]))
	return ast.NewString([]byte(character))
}

var anyShortcode = regexp.MustCompile(strings.TrimPrefix(shortcode.String(), "^"))

// Shortcodes replaces the names of emoji in a text by the emoji.
func Shortcodes(text string) string {
	return anyShortcode.ReplaceAllStringFunc(text, func(code string) string {
		if character, ok := emoji.ByName(strings.Trim(code, ":")); ok {
			return character
		}
		return code
	})
}
