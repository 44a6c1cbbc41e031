package emoji

import (
	"fmt"
	"strings"
)

// A Drawing is our own picture of an emoji, as Discord's client would show it.
type Drawing struct {
	Name string // in English, for those who listen: "cross mark"
	File string // "274c.svg", after the characters of the emoji
	SVG  []byte
}

// Draw returns the drawing of an emoji. ok is false when there is none.
func Draw(emoji string) (d Drawing, ok bool) {
	d, ok = byFile[file(emoji)]
	return d, ok
}

// DrawFile returns the drawing with a file name. ok is false when there is none.
func DrawFile(name string) (d Drawing, ok bool) {
	d, ok = byFile[name]
	return d, ok
}

// byFile holds all drawings.
var byFile = func() map[string]Drawing {
	all := map[string]Drawing{}
	add := func(emoji, name, shapes string) {
		svg := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">` + shapes + `</svg>`
		all[file(emoji)] = Drawing{Name: name, File: file(emoji), SVG: []byte(svg)}
	}
	for _, d := range drawings {
		add(d.emoji, d.name, d.shapes)
	}
	for i, glyph := range digits {
		add(fmt.Sprintf("%d\u20E3", i), fmt.Sprintf("keycap %d", i), sign(blue, glyph))
	}
	for i, glyph := range letters {
		add(string(flagFirst+rune(i)), fmt.Sprintf("letter %c", 'A'+i), sign(blue, glyph))
	}
	return all
}()

// file names the picture of an emoji after its characters, but for U+FE0F, which some
// programs leave out.
func file(emoji string) string {
	var points []string
	for _, r := range strings.ReplaceAll(emoji, string(emojiVariant), "") {
		points = append(points, fmt.Sprintf("%x", r))
	}
	return strings.Join(points, "-") + ".svg"
}
