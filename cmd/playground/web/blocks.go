package web

import (
	"regexp"
	"strings"
)

type block struct {
	kind     blockKind
	level    int      // of a heading: 1 to 3
	language string   // of code, lower case
	text     string   // of code, headings, small text and plain text
	items    []string // of a list
}

type blockKind int

const (
	plainBlock blockKind = iota
	headingBlock
	smallBlock
	listBlock
	codeBlock
)

const fence = "```"

var language = regexp.MustCompile(`^[A-Za-z0-9_+\-.#]+\n`)

// splitBlocks splits a text into blocks. It looks for code fences first: one may begin in the middle of a line, and
// markup inside it has no effect.
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

// nextBlock returns the first block and the number of its lines, which is at least one.
func nextBlock(lines []string) (block, int) {
	if m := heading.FindStringSubmatch(lines[0]); m != nil {
		return block{kind: headingBlock, level: len(m[1]), text: m[2]}, 1
	}
	if m := small.FindStringSubmatch(lines[0]); m != nil {
		return block{kind: smallBlock, text: m[1]}, 1
	}
	list := block{kind: listBlock}
	for _, line := range lines {
		m := listItem.FindStringSubmatch(line)
		if m == nil {
			break
		}
		list.items = append(list.items, m[1])
	}
	if len(list.items) > 0 {
		return list, len(list.items)
	}
	used := 1
	for used < len(lines) && !startsBlock(lines[used:]) {
		used++
	}
	return block{kind: plainBlock, text: strings.Join(lines[:used], "\n")}, used
}

func startsBlock(lines []string) bool {
	line := lines[0]
	return heading.MatchString(line) || small.MatchString(line) || listItem.MatchString(line)
}

var (
	heading  = regexp.MustCompile(`^ *(#{1,3}) +(\S.*)$`)
	small    = regexp.MustCompile(`^ *-# +(\S.*)$`)
	listItem = regexp.MustCompile(`^[-*] +(\S.*)$`)
)
