package render_test

import (
	"strings"
	"testing"
	"unicode"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// TestStyles checks the list of styles: each has a name of its own and is not another
// one under a second name.
func TestStyles(t *testing.T) {
	t.Parallel()
	view := find(t, game.Classic(3), func(p game.Position, _ game.Square) bool { return p.Ply() == 4 })
	twins := map[string]render.Style{}
	for _, style := range render.Styles {
		board := render.Board(view, style)
		if twin, ok := twins[board]; ok {
			t.Errorf("the styles %q and %q in render/styles.go draw the same:\n%s", twin, style, board)
		}
		twins[board] = style
	}
	if render.Styles[0] != render.Emoji {
		t.Errorf("%q is first in render/styles.go, and so the style of those who have chosen none", render.Styles[0])
	}
	if got, want := render.Board(view, "crayon"), render.Board(view, render.Emoji); got != want {
		t.Errorf("a style that does not exist is\n%s\nwant\n%s", got, want)
	}
}

// TestFences: letters and lines stand below each other only in a code block, and
// Discord shows colours only in one of the language ansi.
func TestFences(t *testing.T) {
	t.Parallel()
	for _, style := range render.Styles {
		board := render.Board(render.View{Position: rules.Start(game.Classic(3), game.X)}, style)
		fence := strings.TrimSuffix(render.Fence("", style), "\n\n```")
		letters := strings.ContainsFunc(board, func(r rune) bool { return r < unicode.MaxASCII && unicode.IsLetter(r) })
		switch coloured := strings.Contains(board, "\x1b["); {
		case letters && fence == "":
			t.Errorf("the style %q has letters and no fence in render/styles.go: its columns will not stand below each other", style)
		case !letters && fence != "":
			t.Errorf("the style %q has no letters but the fence %q in render/styles.go: emoji are small in a code block", style, fence)
		case coloured && fence != "```ansi":
			t.Errorf("the style %q has colours: its fence in render/styles.go is %q, want %q", style, fence, "```ansi")
		case !coloured && fence != "" && fence != "```":
			t.Errorf("the style %q has no colours: its fence in render/styles.go is %q, want %q", style, fence, "```")
		}
		if got := render.Fence("board", style); fence != "" && got != fence+"\nboard\n```" {
			t.Errorf("%q: %q", style, got)
		}
	}
}

// TestNothingPlayableAfterTheEnd looks for what only playable squares show.
func TestNothingPlayableAfterTheEnd(t *testing.T) {
	signs := map[render.Style]string{}
	for _, style := range render.Styles {
		if signs[style] = playableSigns(style); signs[style] == "" {
			t.Fatalf("the style %q does not show which squares may be played", style)
		}
	}
	eachRandomView(t, func(t *testing.T, v render.View) {
		v.NoLabels = true
		over := v.Ended || v.Position.Outcome().Over
		for style, signs := range signs {
			board := escape.ReplaceAllString(render.Board(v, style), "")
			if strings.ContainsAny(board, signs) == over {
				t.Fatalf("%s, over is %v, signs %q:\n%s", v.Position, over, signs, board)
			}
		}
	})
}

// playableSigns returns the characters that a style shows on empty boards before the
// end of the match and not after it.
func playableSigns(style render.Style) string {
	var before, after strings.Builder
	for _, variant := range rules.Variants() {
		view := render.View{Position: rules.Start(variant, game.X), NoLabels: true}
		before.WriteString(escape.ReplaceAllString(render.Board(view, style), ""))
		view.Ended = true
		after.WriteString(escape.ReplaceAllString(render.Board(view, style), ""))
	}
	return strings.Map(func(r rune) rune {
		if r == '\ufe0f' || strings.ContainsRune(after.String(), r) { // U+FE0F is a part of other emoji too
			return -1
		}
		return r
	}, before.String())
}
