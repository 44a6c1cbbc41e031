package markup

import (
	"html/template"
	"strings"

	"noughts/cmd/playground/emoji"
)

// emojiText writes text and replaces each emoji by an image. An emoji without a drawing gets an
// element of the same size, so that boards line up in any font.
func (w *writer) emojiText(text string) {
	for text != "" {
		before, found, after := emoji.Cut(text)
		w.text(before)
		d, drawn := emoji.Draw(found)
		switch {
		case drawn:
			w.picture("/static/emoji/"+d.File, found, d.Name)
		case found != "":
			w.element("span", "emoji", func() { w.text(found) })
		}
		text = after
	}
}

// picture writes the image of an emoji. `alt` replaces the image when the text is copied. Screen readers read `name`.
func (w *writer) picture(url, alt, name string) {
	w.put(`<img class="emoji" src="%s" alt="%s" aria-label="%s" draggable="false">`, url, alt, name)
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
	if url, ok := lookUp(w.context.CustomPicture, id); ok {
		w.picture(url, word, name)
		return
	}
	w.text(word)
}

// OnlyEmoji reports whether a text consists of emoji and spaces only, and if so how many emoji it has. Discord shows
// such a text large if it has at most 30 emoji.
func OnlyEmoji(text string) (count int, only bool) {
	text = customEmojis.ReplaceAllStringFunc(text, func(string) string { count++; return "" })
	text = Shortcodes(text)
	for text != "" {
		before, found, after := emoji.Cut(text)
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
