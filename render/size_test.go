package render_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"noughts/game/rules"
	"noughts/render"
)

const (
	maxColumns    = 30   // columns of a monospace board that fit on a phone
	maxEmoji      = 12   // emoji side by side that fit on a phone
	maxCodePoints = 2900 // length of a board, well below the 4,000 of a message's text
	games         = 6    // random games of each variant
)

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// eachRandomView calls `check` for every view of random games of every variant, with and without
// labels, before and after the end of the match. With -short it takes every eighth view and the last.
func eachRandomView(t *testing.T, check func(t *testing.T, v render.View)) {
	t.Helper()
	t.Parallel()
	for _, variant := range rules.Variants() {
		t.Run(variant.String(), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(games) {
				for view := range playout(variant, seed) {
					if p := view.Position; testing.Short() && !p.Outcome().Over && p.Ply()%8 != int(seed) {
						continue
					}
					view.NoLabels, view.Keypad, view.Ended = seed%2 == 1, seed%3 == 1, seed == games-1
					view.Chosen = int(seed % 10)
					switch seed {
					case 2:
						mark(&view)
					case 3:
						view.Heat = heat(view)
					}
					check(t, view)
				}
			}
		})
	}
}

// TestMonospaceWidth checks that monospace boards fit on a phone. Every character of these styles takes one column.
func TestMonospaceWidth(t *testing.T) {
	eachRandomView(t, func(t *testing.T, v render.View) {
		for _, style := range render.Styles {
			if !style.Monospace() {
				continue
			}
			for line := range strings.Lines(escape.ReplaceAllString(board(v, style), "")) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > maxColumns {
					t.Fatalf("%s, %s: %d columns: %q", style, v.Position, n, line)
				}
			}
		}
	})
}

// TestEmojiWidth checks that each line of emoji fits on a phone, and that all lines have the same number of emoji. A
// tile counts as one, and so does a character with its selector and keycap. Thin lines do not count.
func TestEmojiWidth(t *testing.T) {
	joiners := strings.NewReplacer("\ufe0f", "", "\u20e3", "", "\u200b", "", "│", "")
	eachRandomView(t, func(t *testing.T, v render.View) {
		want := v.Position.Variant().Size()
		if !v.NoLabels && want > 5 {
			want++
		}
		for _, style := range []render.Style{render.TileSet, render.Emoji} {
			lines := strings.Split(joiners.Replace(tag.ReplaceAllString(board(v, style), "#")), "\n")
			for _, line := range lines {
				n := utf8.RuneCountInString(line)
				if gap := line == "" && style == render.Emoji; !gap && (n != want || n > maxEmoji) {
					t.Fatalf("%s: %d emoji instead of %d: %q", v.Position, n, want, line)
				}
			}
		}
	})
}

// TestTexts checks that no board, with its code block, is longer than maxCodePoints, that plain boards are ASCII, and that
// ANSI boards have only codes that Discord supports and reset the colours at the end of each line. It counts UTF-16 code
// units, in case Discord does. A text never has more code points than these.
func TestTexts(t *testing.T) {
	known := regexp.MustCompile("^\x1b\\[0(;1)?(;3[0-7])?(;4[0-7])?m$")
	eachRandomView(t, func(t *testing.T, v render.View) {
		for _, style := range render.Styles {
			text := render.Fence(board(v, style), style)
			if n := len(utf16.Encode([]rune(text))); n > maxCodePoints {
				t.Fatalf("%s, %s: %d UTF-16 units", style, v.Position, n)
			}
		}
		for _, char := range board(v, "plain") {
			if char != '\n' && (char < ' ' || char > '~') {
				t.Fatalf("%s: %q", v.Position, char)
			}
		}
		for line := range strings.SplitSeq(board(v, "ansi"), "\n") {
			codes := escape.FindAllString(line, -1)
			for _, code := range codes {
				if !known.MatchString(code) {
					t.Fatalf("%s: %q", v.Position, code)
				}
			}
			if len(codes) > 0 && codes[len(codes)-1] != "\x1b[0m" {
				t.Fatalf("%s: colours run out of the line %q", v.Position, line)
			}
		}
	})
}
