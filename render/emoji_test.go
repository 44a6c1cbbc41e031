package render_test

import (
	"math"
	"strings"
	"testing"

	"noughts/game"
	"noughts/render"
)

// drawnIn has the colours of emoji in Discord's client, which uses Twemoji. Only colours that cover
// most of an emoji are listed.
var drawnIn = map[string][]int{
	"❌": {0xDD2E44}, "🔵": {0x55ACEE}, "🟥": {0xDD2E44}, "🟦": {0x55ACEE},
	"❎": {0x77B255, 0xFFFFFF}, "🔘": {0x226699, 0xBBDDF5}, "🟢": {0x78B159}, "🔴": {0xDD2E44},
	"🟫": {0xC1694F}, "🟪": {0xAA8ED6}, "🔲": {0x31373D, 0xE6E7E8},
	"💔": {0xDD2E44}, "🌀": {0x55ACEE}, "🟣": {0xAA8ED6},
	"🎯": {0xDD2E44, 0xFFFFFF}, "🔻": {0xE75A70}, "🟧": {0xF4900C}, "🟩": {0x78B159},
	"#": {0x3B88C3, 0xFFFFFF}, "1": {0x3B88C3, 0xFFFFFF}, "🇦": {0x3B88C3, 0xFFFFFF},
}

// TestEmojiAreSeen checks that every emoji of a board has a colour with enough contrast to each background of Discord's
// two themes. ⬛ has a contrast of 1.1 to the dark backgrounds and ⬜ to the light ones, so the boards do not use them.
func TestEmojiAreSeen(t *testing.T) {
	eachRandomView(t, func(t *testing.T, v render.View) {
		for _, emoji := range strings.Split(onlyEmoji(render.Board(v, render.Emoji)), "") {
			for _, ground := range []int{0x2B2D31, 0x313338, 0xFFFFFF, 0xF2F3F5} {
				best := 0.0
				for _, colour := range drawnIn[emoji] {
					best = max(best, contrast(colour, ground))
				}
				if best < 2.1 {
					t.Fatalf("%s: the contrast of %q with %06X is %.2f", v.Position, emoji, ground, best)
				}
			}
		}
	})
}

// onlyEmoji removes lines, and the joiners of emoji, from a board. It replaces all digits by one
// digit, and all letters by one letter.
func onlyEmoji(board string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '│' || r == '\u200b' || r == '\ufe0f' || r == '\u20e3':
			return -1
		case '1' <= r && r <= '9':
			return '1'
		case '🇦' <= r && r <= '🇮':
			return '🇦'
		}
		return r
	}, board)
}

// TestMarksAreToldApart checks that the emoji of each pair are mainly drawn in different colours, and that accents have a
// contrast of at least 3 to the backgrounds of both themes.
func TestMarksAreToldApart(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{render.MarkEmoji(game.X), render.MarkEmoji(game.O)}, {"🟥", "🟦"}, {"❎", "🔘"}, {"❎", "🟥"}, {"🟢", "🔴"}, {"🟪", "🟫"}, {"🔻", "🟧"}, {"🟧", "🟩"}, {"🔻", "🟩"},
	} {
		if one, other := drawnIn[pair[0]][0], drawnIn[pair[1]][0]; one == other {
			t.Errorf("%s and %s are both drawn in %06X", pair[0], pair[1], one)
		}
	}
	for _, mark := range []game.Mark{game.Empty, game.X, game.O} {
		if got := min(contrast(render.Accent(mark), 0x313338), contrast(render.Accent(mark), 0xFFFFFF)); got < 3 {
			t.Errorf("the contrast of %06X is %.2f", render.Accent(mark), got)
		}
	}
}

// contrast returns the contrast of two colours by WCAG, from 1 to 21.
func contrast(a, b int) float64 {
	luminance := func(colour int) (sum float64) {
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			part := float64(colour>>(8*i)&0xFF) / 255
			if part > 0.04045 {
				part = math.Pow((part+0.055)/1.055, 2.4)
			} else {
				part /= 12.92
			}
			sum += weight * part
		}
		return sum + 0.05
	}
	one, other := luminance(a), luminance(b)
	return max(one, other) / min(one, other)
}
