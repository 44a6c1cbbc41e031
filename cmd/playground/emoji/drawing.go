package emoji

import (
	"fmt"
	"strings"
)

// A Drawing is this project's own picture of an emoji, in the style of Discord's client.
type Drawing struct {
	Name string // English name for screen readers, such as "cross mark"
	File string // file name from the code points, such as "274c.svg"
	SVG  []byte
}

// Draw returns the drawing of an emoji. ok is false if there is none.
func Draw(emoji string) (d Drawing, ok bool) {
	d, ok = byFile[file(emoji)]
	return d, ok
}

// DrawFile returns the drawing with the given file name. ok is false if there is none.
func DrawFile(name string) (d Drawing, ok bool) {
	d, ok = byFile[name]
	return d, ok
}

// byFile maps file names to drawings.
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

// file returns the file name of an emoji's drawing, made of the code points. It leaves out U+FE0F,
// because some programs omit it.
func file(emoji string) string {
	var points []string
	for _, r := range strings.ReplaceAll(emoji, string(emojiVariant), "") {
		points = append(points, fmt.Sprintf("%x", r))
	}
	return strings.Join(points, "-") + ".svg"
}
