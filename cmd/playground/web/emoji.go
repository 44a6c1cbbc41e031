package web

import (
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// emojiText writes text. Each emoji gets an element of the same size, so that boards line up in any font.
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

// CustomEmoji renders a custom emoji: its image, or its name if there is none.
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

// symbols are the characters of the Basic Multilingual Plane that are emoji by themselves. Others of this plane become
// emoji only by the emoji variant selector.
const symbols = "⌚⌛⏩⏪⏫⏬⏰⏳◽◾☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕"

const (
	emojiVariant  = '\uFE0F'
	textVariant   = '\uFE0E'
	keycap        = "\u20E3"
	astralSymbols = '\U0001F000' // from here on all are emoji, apart from a few
)

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

// isEmoji reports whether a grapheme cluster, with joiners and modifiers, is an emoji.
func isEmoji(cluster string) bool {
	first, n := utf8.DecodeRuneInString(cluster)
	second, _ := utf8.DecodeRuneInString(cluster[n:])
	switch {
	case first == '#' || first == '*' || first >= '0' && first <= '9':
		return strings.HasSuffix(cluster, keycap)
	case second == textVariant:
		return false
	case first >= astralSymbols || strings.ContainsRune(symbols, first):
		return true
	}
	// A stray variant selector does not turn a letter into an emoji.
	isSymbol := first >= 0x2000 && first < 0x3300 || first == '©' || first == '®'
	return second == emojiVariant && isSymbol
}
