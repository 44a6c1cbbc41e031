package web

import (
	"html/template"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// emojiText writes text and gives each emoji an element of the same size, so that boards line up in any font.
func (w *writer) emojiText(text string) {
	for text != "" {
		before, found, after := cutEmoji(text)
		w.text(before)
		if found != "" {
			w.element("span", "emoji", func() { w.text(found) })
		}
		text = after
	}
}

// Emoji renders a text, such as a label, that has emoji but no other markup.
func Emoji(text string) template.HTML {
	w := &writer{}
	w.emojiText(text)
	return template.HTML(w.String()) // emojiText escapes its text
}

// CustomEmoji renders a custom emoji of an application or guild. If there is no image, it renders the name.
func (c Context) CustomEmoji(name, id string) template.HTML {
	w := &writer{context: c}
	w.customEmoji(name, id)
	return template.HTML(w.String()) // customEmoji escapes its values
}

func (w *writer) customEmoji(name, id string) {
	word := ":" + name + ":"
	if url, ok := w.context.CustomPicture(id); ok {
		w.put(`<img class="emoji" src="%s" alt="%s" aria-label="%s" draggable="false">`, url, word, name)
		return
	}
	w.text(word)
}

// OnlyEmoji reports whether a text consists of emoji and spaces only, and if so how many emoji it has. Discord shows
// such a text large if it has at most 30 emoji.
func OnlyEmoji(text string) (count int, only bool) {
	text = customEmojis.ReplaceAllStringFunc(text, func(string) string { count++; return "" })
	for text != "" {
		before, found, after := cutEmoji(text)
		if strings.Trim(before, " \t\r\n\u200B") != "" {
			return count, false
		}
		if found != "" {
			count++
		}
		text = after
	}
	return count, count > 0
}

const (
	emojiVariant  = '\uFE0F'
	textVariant   = '\uFE0E'
	keycap        = "\u20E3"
	flagFirst     = '\U0001F1E6'
	flagLast      = '\U0001F1FF'
	astralSymbols = '\U0001F000'
)

// symbols are the characters of the Basic Multilingual Plane that are emoji by themselves. Other
// characters of this plane become emoji only if the emoji variant selector follows.
var symbols = &unicode.RangeTable{R16: []unicode.Range16{
	{0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x23F0, 0x23F3, 3}, {0x25FD, 0x25FE, 1},
	{0x2614, 0x2615, 1}, {0x2648, 0x2653, 1}, {0x267F, 0x2693, 20}, {0x26A1, 0x26A1, 1},
	{0x26AA, 0x26AB, 1}, {0x26BD, 0x26BE, 1}, {0x26C4, 0x26C5, 1}, {0x26CE, 0x26D4, 6},
	{0x26EA, 0x26EA, 1}, {0x26F2, 0x26F3, 1}, {0x26F5, 0x26FA, 5}, {0x26FD, 0x26FD, 1},
	{0x2705, 0x2705, 1}, {0x270A, 0x270B, 1}, {0x2728, 0x2728, 1}, {0x274C, 0x274E, 2},
	{0x2753, 0x2755, 1}, {0x2757, 0x2757, 1}, {0x2795, 0x2797, 1}, {0x27B0, 0x27BF, 15},
	{0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B55, 5},
}}

// pictures are the emoji outside the Basic Multilingual Plane. Blocks are listed as a whole,
// although a few of their characters are not emoji.
var pictures = &unicode.RangeTable{R32: []unicode.Range32{
	{0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F170, 0x1F171, 1}, {0x1F17E, 0x1F17F, 1},
	{0x1F18E, 0x1F18E, 1}, {0x1F191, 0x1F19A, 1}, {0x1F201, 0x1F202, 1}, {0x1F21A, 0x1F21A, 1},
	{0x1F22F, 0x1F22F, 1}, {0x1F232, 0x1F23A, 1}, {0x1F250, 0x1F251, 1}, {0x1F300, 0x1F64F, 1},
	{0x1F680, 0x1F6FF, 1}, {0x1F7E0, 0x1F7F0, 1}, {0x1F90C, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1},
}}

// cutEmoji splits a text at its first emoji. `emoji` is "" if the text has none.
func cutEmoji(text string) (before, emoji, after string) {
	rest, state := text, -1
	for rest != "" {
		cluster, next, _, newState := uniseg.FirstGraphemeClusterInString(rest, state)
		if isEmoji(cluster) {
			return text[:len(text)-len(rest)], cluster, next
		}
		rest, state = next, newState
	}
	return text, "", ""
}

// isEmoji reports whether a grapheme cluster is an emoji. A cluster includes the characters added
// by joiners and modifiers.
func isEmoji(cluster string) bool {
	first, n := utf8.DecodeRuneInString(cluster)
	second, _ := utf8.DecodeRuneInString(cluster[n:])
	switch {
	case first == '#' || first == '*' || first >= '0' && first <= '9':
		return strings.HasSuffix(cluster, keycap)
	case first >= flagFirst && first <= flagLast:
		return true
	case second == textVariant:
		return false
	case unicode.Is(symbols, first) || unicode.Is(pictures, first):
		return true
	}
	// A stray variant selector does not turn a letter into an emoji.
	isSymbol := first >= 0x2000 && first < 0x3300 || first >= astralSymbols || first == '©' || first == '®'
	return second == emojiVariant && isSymbol
}
