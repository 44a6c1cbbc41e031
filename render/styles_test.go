package render_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// TestStyles checks that the styles draw different pictures, and the code block of each.
func TestStyles(t *testing.T) {
	t.Parallel()
	view := find(t, game.Classic(3), func(p game.Position, _ game.Square) bool { return p.Ply() == 4 })
	twins := map[string]render.Style{}
	for _, style := range render.Styles {
		picture := board(view, style)
		if twin, ok := twins[picture]; ok {
			t.Errorf("the styles %q and %q in render/render.go draw the same:\n%s", twin, style, picture)
		}
		twins[picture] = style
		want := map[render.Style]string{"plain": "```\nboard\n```", "box": "```\nboard\n```", "ansi": "```ansi\nboard\n```"}[style]
		if got := render.Fence("board", style); got != cmp.Or(want, "board") {
			t.Errorf("%q: %q", style, got)
		}
	}
	if render.Styles[0] != render.TileSet {
		t.Errorf("%q is first in render/render.go, and so the style of those who have chosen none", render.Styles[0])
	}
	if got, want := board(view, "crayon"), board(view, render.TileSet); got != want {
		t.Errorf("a style that does not exist is\n%s\nwant\n%s", got, want)
	}
}

// TestNothingPlayableAfterTheEnd checks that boards after the end do not show any sign of a playable square.
func TestNothingPlayableAfterTheEnd(t *testing.T) {
	playable := map[render.Style]map[string]bool{}
	for _, style := range render.Styles {
		if playable[style] = playableSigns(style); len(playable[style]) == 0 {
			t.Fatalf("the style %q does not show which squares may be played", style)
		}
	}
	eachRandomView(t, func(t *testing.T, v render.View) {
		v.NoLabels, v.Marked, v.Heat = true, nil, nil
		over := v.Ended || v.Position.Outcome().Over
		for style, playable := range playable {
			picture := board(v, style)
			shown := slices.ContainsFunc(signs(picture), func(sign string) bool { return playable[sign] })
			if shown == over {
				t.Fatalf("%s, over is %v, signs %v:\n%s", v.Position, over, playable, picture)
			}
		}
	})
}

// playableSigns returns the signs that a style shows on empty boards before the end of the match, but not after it.
func playableSigns(style render.Style) map[string]bool {
	before := map[string]bool{}
	for _, ended := range []bool{false, true} {
		for _, variant := range rules.Variants() {
			view := render.View{Position: rules.Start(variant, game.X), NoLabels: true, Ended: ended}
			for _, sign := range signs(board(view, style)) {
				if !ended {
					before[sign] = true
				} else {
					delete(before, sign)
				}
			}
		}
	}
	return before
}

// signs returns the faces of a board's tiles, or its characters if it has no tiles.
func signs(board string) (all []string) {
	if tags := tag.FindAllStringSubmatch(board, -1); tags != nil {
		for _, parts := range tags {
			all = append(all, parts[1][:1])
		}
		return all
	}
	return strings.Split(strings.ReplaceAll(escape.ReplaceAllString(board, ""), "\ufe0f", ""), "")
}
