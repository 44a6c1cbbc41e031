package render_test

import (
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

func TestKeycap(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{-1: "", 0: "0️⃣", 1: "1️⃣", 9: "9️⃣", 10: ""} {
		if got := render.Keycap(n); got != want {
			t.Errorf("Keycap(%d) = %q, want %q", n, got, want)
		}
	}
}

// position parses a position. It fails the test if the text is not valid.
func position(t *testing.T, v game.Variant, text string) game.Position {
	t.Helper()
	p, err := rules.Parse(v, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func square(t *testing.T, text string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestKeypadOrder checks that with the keypad the top row has the numbers 7 8 9.
func TestKeypadOrder(t *testing.T) {
	t.Parallel()
	for b, want := range []int{7, 8, 9, 4, 5, 6, 1, 2, 3} {
		if got := render.CellNumber(b, true); got != want {
			t.Errorf("board %d is %d, want %d", b+1, got, want)
		}
	}
}

func TestAccentsDiffer(t *testing.T) {
	t.Parallel()
	colours := map[int]bool{}
	for _, m := range []game.Mark{game.Empty, game.X, game.O} {
		colour := render.Accent(m)
		if colour <= 0 || colour > 0xFFFFFF || colours[colour] {
			t.Errorf("Accent(%d) = %#x", m, colour)
		}
		colours[colour] = true
	}
}
