package render_test

import (
	"maps"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// mark sets Marked to the first and the last square of each kind: free, X, O.
func mark(v *render.View) {
	first, last := map[game.Mark]game.Square{}, map[game.Mark]game.Square{}
	for _, s := range allSquares(*v) {
		m := v.Position.At(s)
		if _, ok := first[m]; !ok {
			first[m] = s
		}
		last[m] = s
	}
	for _, m := range []game.Mark{game.Empty, game.X, game.O} {
		if s, ok := first[m]; ok {
			v.Marked = append(v.Marked, s, last[m])
		}
	}
}

func allSquares(v render.View) []game.Square {
	return rules.Start(game.Classic(v.Position.Variant().Size()), game.X).Moves()
}

// heat returns values for View.Heat: the legal moves have 0, 0.11 and so on up to 0.99.
func heat(v render.View) map[game.Square]float64 {
	worth := map[game.Square]float64{}
	for i, s := range v.Position.Moves() {
		worth[s] = 0.11 * float64(i%10)
	}
	return worth
}

// TestMarkedIsSeen marks each square of random positions, one at a time, except the last move and the winning line,
// which stand out anyway. In every style the marked board must differ from the unmarked board and from the board with
// any other square marked.
func TestMarkedIsSeen(t *testing.T) {
	eachRandomView(t, func(t *testing.T, v render.View) {
		v.Marked, v.Heat = nil, nil
		size := v.Position.Variant().Size()
		if !v.Keypad || v.Position.Ply()%(size*size/2+1) != 1 {
			return // some positions of each game are enough
		}
		for _, style := range render.Styles {
			seen := map[string]bool{board(v, style): true}
			for _, s := range allSquares(v) {
				if v.HasLast && v.Last == s || slices.Contains(v.Position.WinningLine(), s) {
					continue
				}
				picture := board(with(v, func(v *render.View) { v.Marked = []game.Square{s} }), style)
				if seen[picture] {
					t.Fatalf("%s, %s: that %s is pointed out is not to be seen:\n%s", style, v.Position, s, picture)
				}
				seen[picture] = true
			}
		}
	})
}

// TestWorthIsSeen draws each square with a low value and with a high value, while all other squares have a medium
// value. In every style the two pictures must differ if the square is playable. They must be the same if the square is
// not playable, and after the end.
func TestWorthIsSeen(t *testing.T) {
	eachRandomView(t, func(t *testing.T, v render.View) {
		size := v.Position.Variant().Size()
		if v.Keypad || v.Position.Ply()%(size*size/2+1) != 1 {
			return
		}
		v.Marked, v.Heat = nil, map[game.Square]float64{}
		for _, s := range allSquares(v) {
			v.Heat[s] = 0.5
		}
		worth := func(s game.Square, much float64, style render.Style) string {
			return board(with(v, func(v *render.View) {
				v.Heat = maps.Clone(v.Heat)
				v.Heat[s] = much
			}), style)
		}
		legal := v.Position.Moves()
		if v.Ended {
			legal = nil
		}
		for _, style := range render.Styles {
			for s := range v.Heat {
				if differs := worth(s, 0.05, style) != worth(s, 0.95, style); differs != slices.Contains(legal, s) {
					t.Fatalf("%s, %s: it is to be seen what %s is worth: %v", style, v.Position, s, differs)
				}
			}
		}
	})
}

// TestLinesAreSeen shows two playable squares as a View.Line, in both orders. In every style the two pictures must
// differ from each other, and the first from the board without a line.
func TestLinesAreSeen(t *testing.T) {
	eachRandomView(t, func(t *testing.T, v render.View) {
		size, moves := v.Position.Variant().Size(), v.Position.Moves()
		if v.Keypad || v.Position.Ply()%(size*size/2+1) != 1 || len(moves) < 2 {
			return
		}
		v.Marked, v.Heat, v.Ended, v.NoPad = nil, nil, true, true
		one, other := moves[0], moves[1]
		for _, style := range render.Styles {
			first := board(with(v, func(v *render.View) { v.Line = []game.Square{one, other} }), style)
			second := board(with(v, func(v *render.View) { v.Line = []game.Square{other, one} }), style)
			if first == second || first == board(v, style) {
				t.Fatalf("%s, %s: the order of %s and %s is not to be seen:\n%s", style, v.Position, one, other, first)
			}
		}
	})
}
