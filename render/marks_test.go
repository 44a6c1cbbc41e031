package render_test

import (
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/game/ultimate"
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

// position reads a position and fails the test if it is none.
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

func TestSquareEmoji(t *testing.T) {
	t.Parallel()
	three := render.View{Position: position(t, game.Classic(3), "x2/1o1/3 x"), Last: square(t, "b2"), HasLast: true}
	won := render.View{Position: position(t, game.Classic(3), "xxx/oo1/3 o"), Last: square(t, "c1"), HasLast: true}
	four := render.View{Position: position(t, game.Classic(4), "x3/4/4/4 o")}
	forced := render.View{Position: position(t, game.Ultimate, "9/9/9/3x5/9/9/9/9/9 o 1")}
	keypad := func(v *render.View) { v.Keypad = true }
	for _, test := range []struct {
		name, square string
		view         render.View
		want         string
	}{
		{"a mark", "a1", three, "❌"},
		{"the last move", "b2", three, "⏺️"},
		{"a free square", "c1", three, "3️⃣"},
		{"a free square on the keypad", "c1", with(three, keypad), "9️⃣"},
		{"a square beside the board", "d1", three, ""},
		{"a free square after the end", "a3", won, "7️⃣"},
		{"the winning line", "a1", won, "❎"},
		{"the last move on the winning line", "c1", won, "❎"},
		{"a mark on a large board", "a1", four, "❌"},
		{"a free square of a large board", "b1", four, ""},
		{"a cell of a local board", "f5", forced, "6️⃣"},
		{"a cell of a local board on the keypad", "a1", with(forced, keypad), "7️⃣"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := render.SquareEmoji(test.view, square(t, test.square)); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestBoardEmoji goes through finished games, which have local boards of every
// kind.
func TestBoardEmoji(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for seed := range uint64(40) {
		for view := range playout(game.Ultimate, seed) {
			p := view.Position.(ultimate.Position)
			for b := range 9 {
				got := render.BoardEmoji(view, b)
				seen[got] = true
				switch outcome := p.Local(b); {
				case got == map[game.Mark]string{game.X: "❎", game.O: "⏺️"}[p.Outcome().Winner] && outcome == p.Outcome():
				case got == "🔲" && outcome.Drawn():
				case got == render.Keycap(b+1) && p.Open(b):
				case got != "" && got == render.MarkEmoji(outcome.Winner):
				default:
					t.Fatalf("%s: board %d shows %q", p, b+1, got)
				}
			}
		}
	}
	if len(seen) != 9+5 {
		t.Errorf("%d different emoji were seen, want the digits, two marks, both in boxes, and drawn: %v", len(seen), seen)
	}
}

func TestBoardEmojiOfNoLocalBoard(t *testing.T) {
	t.Parallel()
	classic := render.View{Position: rules.Start(game.Classic(3), game.X)}
	nine := render.View{Position: rules.Start(game.Ultimate, game.X)}
	for _, got := range []string{
		render.BoardEmoji(classic, 0), render.BoardEmoji(nine, -1), render.BoardEmoji(nine, 9),
	} {
		if got != "" {
			t.Errorf("got %q, want none", got)
		}
	}
}

// TestKeypadOrder wants 7 8 9 on the top row of the pad of nine boards.
func TestKeypadOrder(t *testing.T) {
	t.Parallel()
	view := render.View{Position: rules.Start(game.Ultimate, game.X), Keypad: true}
	for b, want := range []int{7, 8, 9, 4, 5, 6, 1, 2, 3} {
		if got := render.BoardEmoji(view, b); got != render.Keycap(want) {
			t.Errorf("board %d shows %q, want %d", b+1, got, want)
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
