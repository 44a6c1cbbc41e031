package markup

import (
	"regexp"
	"strings"
)

// A block is one thing that has lines of its own.
type block struct {
	kind     blockKind
	level    int      // of a heading: 1 to 3
	language string   // of code, lower case
	text     string   // of code, headings, small text and plain text
	children []block  // of a quote
	items    []item   // of a list
	ordered  bool     // of a list
	start    int      // of an ordered list: its first number
	_        struct{} // keyed literals only
}

type blockKind int

const (
	plainBlock blockKind = iota
	headingBlock
	smallBlock
	quoteBlock
	listBlock
	codeBlock
)

// An item is one line of a list and the list below it.
type item struct {
	text   string
	nested []block
}

const fence = "```"

var language = regexp.MustCompile(`^[A-Za-z0-9_+\-.#]+\n`)

// splitBlocks takes a text apart. Fences come first: they may begin in the
// middle of a line, and nothing inside them is markup.
func splitBlocks(text string) []block {
	var blocks []block
	for {
		before, code, after, found := cutFence(text)
		if !found {
			return append(blocks, splitLines(text)...)
		}
		blocks = append(blocks, splitLines(strings.TrimSuffix(before, "\n"))...)
		blocks = append(blocks, newCode(code))
		text = strings.TrimPrefix(after, "\n")
	}
}

func cutFence(text string) (before, code, after string, found bool) {
	before, rest, opened := strings.Cut(text, fence)
	code, after, closed := strings.Cut(rest, fence)
	if !opened || !closed || strings.TrimSpace(code) == "" {
		return "", "", "", false
	}
	return before, code, after, true
}

func newCode(code string) block {
	b := block{kind: codeBlock}
	if name := language.FindString(code); name != "" {
		b.language = strings.ToLower(strings.TrimSpace(name))
		code = code[len(name):]
	}
	b.text = strings.Trim(code, "\n")
	return b
}

// splitLines takes text without fences apart.
func splitLines(text string) []block {
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	var blocks []block
	for len(lines) > 0 {
		b, used := nextBlock(lines)
		blocks = append(blocks, b)
		lines = lines[used:]
	}
	return blocks
}

// nextBlock returns the first block and the number of its lines, at least one.
func nextBlock(lines []string) (block, int) {
	for _, try := range []func([]string) (block, int){takeQuote, takeHeading, takeSmall, takeList} {
		if b, used := try(lines); used > 0 {
			return b, used
		}
	}
	used := 1
	for used < len(lines) && !startsBlock(lines[used:]) {
		used++
	}
	return block{kind: plainBlock, text: strings.Join(lines[:used], "\n")}, used
}

func startsBlock(lines []string) bool {
	line := lines[0]
	return strings.HasPrefix(line, "> ") || strings.HasPrefix(line, ">>> ") ||
		heading.MatchString(line) || small.MatchString(line) || listItem.MatchString(line)
}

func takeQuote(lines []string) (block, int) {
	if rest, ok := strings.CutPrefix(lines[0], ">>> "); ok {
		all := append([]string{rest}, lines[1:]...)
		return newQuote(all), len(lines)
	}
	var quoted []string
	for _, line := range lines {
		rest, ok := strings.CutPrefix(line, "> ")
		if !ok {
			break
		}
		quoted = append(quoted, rest)
	}
	return newQuote(quoted), len(quoted)
}

// newQuote shows what is quoted; Discord has no quotes within quotes.
func newQuote(lines []string) block {
	var children []block
	for len(lines) > 0 {
		b, used := nextBlock(lines)
		if b.kind == quoteBlock {
			b = block{kind: plainBlock, text: strings.Join(lines[:used], "\n")}
		}
		children = append(children, b)
		lines = lines[used:]
	}
	return block{kind: quoteBlock, children: children}
}

var (
	heading  = regexp.MustCompile(`^ *(#{1,3}) +(\S.*)$`)
	small    = regexp.MustCompile(`^ *-# +(\S.*)$`)
	listItem = regexp.MustCompile(`^( *)([-*]|\d{1,9}\.) +(\S.*)$`)
)

func takeHeading(lines []string) (block, int) {
	m := heading.FindStringSubmatch(lines[0])
	if m == nil {
		return block{}, 0
	}
	return block{kind: headingBlock, level: len(m[1]), text: m[2]}, 1
}

func takeSmall(lines []string) (block, int) {
	m := small.FindStringSubmatch(lines[0])
	if m == nil {
		return block{}, 0
	}
	return block{kind: smallBlock, text: m[1]}, 1
}
