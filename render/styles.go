package render

// A Style is the name of a way to draw a board, one of Styles. Matches keep it.
type Style string

// The styles that others know by name. TileSet is that of those who have chosen none; where the tiles are not
// installed it is Emoji.
const (
	TileSet Style = "tiles"
	Emoji   Style = "emoji"
)

// A renderer draws the boards of a style.
type renderer struct {
	style Style
	fence string // what opens the code block that Discord shows them in, "" for none
	draw  func(*facts) string
}

// renderers is the list of styles, TileSet first, in the order of the menu. A style's name is in
// the message files, under "style.box".
var renderers = []renderer{
	{TileSet, "", tileBoard},
	{Emoji, "", emojiBoard},
	{"plain", "```", plain.draw},
	{"box", "```", box.draw},
	{"ansi", "```ansi", ansi.draw},
}

// Styles are the styles of all renderers.
var Styles = func() (all []Style) {
	for _, r := range renderers {
		all = append(all, r.style)
	}
	return all
}()

// rendererOf returns the renderer of a style, that of TileSet for one that does not exist.
func rendererOf(s Style) renderer {
	for _, r := range renderers {
		if r.style == s {
			return r
		}
	}
	return renderers[0]
}

// Monospace says whether the characters of a style have one width, so that its boards
// come in code blocks.
func (s Style) Monospace() bool { return rendererOf(s).fence != "" }

// Board draws a view, its lines separated by newlines and without one at the
// end. A style that does not exist is drawn as TileSet. The monospace styles come
// without code fences: see Fence.
func Board(v View, s Style) string { return rendererOf(s).draw(factsOf(v)) }

// Fence wraps the board of a monospace style into the code block that Discord
// shows it in, and returns an emoji board as it is.
func Fence(board string, s Style) string {
	fence := rendererOf(s).fence
	if fence == "" {
		return board
	}
	return fence + "\n" + board + "\n```"
}
