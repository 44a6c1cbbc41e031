package tournament

import (
	"testing"

	"noughts/game"
)

// TestSides checks that the sides of a pairing follow the FIDE Handbook, C.04.3, article 5.
func TestSides(t *testing.T) {
	t.Parallel()
	of := func(text string) []game.Mark {
		var sides []game.Mark
		for _, c := range text {
			sides = append(sides, map[rune]game.Mark{'x': game.X, 'o': game.O}[c])
		}
		return sides
	}
	for _, c := range []struct {
		why          string
		above, below string // earlier sides of two players with equal points
		x            int    // index of the player who must get X: 0 for above, 1 for below
	}{
		{"the number is odd", "", "", 0},
		{"both as is due", "x", "o", 1},
		{"both as is due", "o", "x", 0},
		{"only one has played", "", "o", 1},
		{"only one has played", "x", "", 1},
		{"an absolute need is before a strong one", "oxo", "oo", 1},
		{"a strong need is before a mild one", "xo", "o", 1},
		{"three more are before two running", "oo", "xoooo", 1},
		{"other than when they last differed", "oxxo", "xoxo", 1},
		{"the one above as is due", "xo", "xo", 0},
		{"the one above as is due", "ox", "ox", 1},
	} {
		states := []state{{sides: of(c.above)}, {sides: of(c.below)}}
		if x, o := sides(0, 1, states); x != c.x || o != 1-c.x {
			t.Errorf("%s: %q against %q: %d has X, want %d", c.why, c.above, c.below, x, c.x)
		}
		if x, _ := sides(1, 0, states); x != c.x {
			t.Errorf("%s: it depends on the order", c.why)
		}
	}
	if x, _ := sides(1, 2, make([]state, 3)); x != 2 {
		t.Errorf("%d has X, want the other, as the number of the one above is even", x)
	}
}
