package rules_test

import (
	"errors"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

const (
	ultimateStart = startUltimate + " x -"
	ultimateAt2   = "9/9/9/4x4/9/9/9/9/9 o 2" // board 2, the middle one at the top, must be played
	ultimateLast  = "xxxxo1ox1/xo1ooxxoo/3oooxoo/1xooxxoxx/ox1xoo1oo/1x1xoxxxo/1oo2ooxo/xxooxxxxx/2ox1xo1x o -"
)

func TestReadSquare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		variant        game.Variant
		position, text string
		keypad         bool
		want           string
	}{
		{game.Classic(3), "3/3/3 x", "b3", false, "b3"},
		{game.Classic(3), "3/3/3 x", "B3", true, "b3"},
		{game.Classic(3), "3/3/3 x", "  b3\t", false, "b3"},
		{game.Classic(3), "3/3/3 x", "23", false, "c2"},
		{game.Classic(3), "3/3/3 x", "23", true, "c2"}, // two digits are a row and a column, even with the keypad
		{game.Classic(3), "3/3/3 x", "1", false, "a1"},
		{game.Classic(3), "3/3/3 x", "6", false, "c2"},
		{game.Classic(3), "3/3/3 x", "7", true, "a1"},
		{game.Classic(3), "3/3/3 x", "3", true, "c3"},
		{game.Classic(3), "3/1x1/3 o", "5", false, "b2"}, // an occupied square can still be read
		{game.Classic(9), "9/9/9/9/9/9/9/9/9 x", "i9", false, "i9"},
		{game.Classic(9), "9/9/9/9/9/9/9/9/9 x", "91", false, "a9"},
		{game.Classic(1), "1 x", "a1", false, "a1"},
		{game.Classic(1), "1 x", "11", false, "a1"},
		{game.Classic(1), "1 x", "1", true, "a1"},
		{game.Classic(2), "2/2 x", "3", false, "a2"},
		{game.Classic(2), "2/2 x", "3", true, "a1"},
		{rules.Misere(3), "3/3/3 x", "23", true, "c2"},
		{rules.Misere(3), "3/3/3 x", "7", true, "a1"},
		{rules.Misere(5), "5/5/5/5/5 x", "E5", false, "e5"},
		{game.Ultimate, ultimateStart, "E5", false, "e5"},
		{game.Ultimate, ultimateStart, "23", false, "f1"}, // cell 3 of board 2, the middle board at the top
		{game.Ultimate, ultimateStart, "23", true, "f9"},  // key 2 selects the middle board at the bottom, key 3 its cell at the bottom right
		{game.Ultimate, ultimateStart, "79", true, "c1"},
		{game.Ultimate, ultimateAt2, "9", false, "f3"},
		{game.Ultimate, ultimateAt2, "9", true, "f1"},
		{game.Ultimate, ultimateLast, "1", false, "d7"}, // all moves are on one open board
		{game.Ultimate, ultimateAt2, "55", false, "e5"}, // a square of another board can be read; Check refuses it
	}
	for _, tt := range tests {
		p := position(t, tt.variant, tt.position)
		got, err := rules.ReadSquare(p, tt.text, tt.keypad)
		if err != nil || got.String() != tt.want {
			t.Errorf("%s: ReadSquare(%q, keypad %v) = %s, error %v, want %s", p, tt.text, tt.keypad, got, err, tt.want)
		}
	}
}

func TestReadSquareRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		variant        game.Variant
		position, text string
	}{
		{game.Classic(3), "3/3/3 x", ""},
		{game.Classic(3), "3/3/3 x", " "},
		{game.Classic(3), "3/3/3 x", "d1"},
		{game.Classic(3), "3/3/3 x", "a4"},
		{game.Classic(3), "3/3/3 x", "14"},
		{game.Classic(3), "3/3/3 x", "41"},
		{game.Classic(3), "3/3/3 x", "0"},
		{game.Classic(3), "3/3/3 x", "10"},
		{game.Classic(3), "3/3/3 x", "b"},
		{game.Classic(3), "3/3/3 x", "3b"},
		{game.Classic(3), "3/3/3 x", "b 3"},
		{game.Classic(3), "3/3/3 x", "123"},
		{game.Classic(3), "3/3/3 x", "é"},
		{game.Classic(3), "3/3/3 x", "é1"},
		{game.Classic(3), "3/3/3 x", "١"}, // a digit, but not 1 to 9
		{game.Classic(3), "3/3/3 x", "\xff1"},
		{game.Classic(4), "4/4/4/4 x", "1"},
		{game.Classic(1), "1 x", "2"},
		{game.Classic(2), "2/2 x", "5"},
		{game.Classic(1), "1 x", "b1"},
		{rules.Misere(4), "4/4/4/4 x", "1"},
		{rules.Misere(4), "4/4/4/4 x", "e1"},
		{game.Ultimate, ultimateStart, "5"}, // the board is missing
		{game.Ultimate, ultimateStart, "j1"},
		{game.Ultimate, ultimateStart, "05"},
		{game.Ultimate, ultimateAt2, "555"},
	}
	for _, tt := range tests {
		for _, keypad := range []bool{false, true} {
			got, err := rules.ReadSquare(position(t, tt.variant, tt.position), tt.text, keypad)
			if got != 0 || !errors.Is(err, game.ErrNotASquare) {
				t.Errorf("%s: ReadSquare(%q, keypad %v) = %s, error %v", tt.variant, tt.text, keypad, got, err)
			}
		}
	}
}

// FuzzReadSquare checks that any text either gives a square of the board, or an error that wraps ErrNotASquare.
func FuzzReadSquare(f *testing.F) {
	for _, text := range []string{"b3", "B3", "23", "5", "", "é", "é1", "0", "İ1", "99", " a1 "} {
		for i := range rules.Variants() {
			f.Add(uint8(i), text, i%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, variant uint8, text string, keypad bool) {
		all := rules.Variants()
		p := rules.Start(all[int(variant)%len(all)], game.X)
		if len(text)%2 == 0 { // also test positions with a forced board
			p, _ = p.Play(0)
		}
		s, err := rules.ReadSquare(p, text, keypad)
		if err != nil && !errors.Is(err, game.ErrNotASquare) {
			t.Fatalf("error %v", err)
		}
		if err == nil && errors.Is(p.Check(s), game.ErrNotASquare) {
			t.Fatalf("%q was read as %s, which is not on the board", text, s)
		}
	})
}
