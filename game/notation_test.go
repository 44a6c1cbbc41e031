package game_test

import (
	"errors"
	"testing"

	"noughts/game"
)

func TestSquares(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]game.Square{"a1": 0, "b1": 1, "i1": 8, "a2": 9, "i9": 80} {
		got, err := game.ParseSquare(name)
		if err != nil || got != want || got.String() != name {
			t.Errorf("ParseSquare(%q) = %d %s, error %v, want %d", name, got, got, err, want)
		}
	}
	for _, text := range []string{"", "a", "1", "a0", "j1", "A1", "a10", "11", "é", "é1", "aé", " a1", "a1 "} {
		if got, err := game.ParseSquare(text); !errors.Is(err, game.ErrNotASquare) {
			t.Errorf("ParseSquare(%q) = %s, error %v", text, got, err)
		}
	}
}

func TestOnTheBoard(t *testing.T) {
	t.Parallel()
	for size := 1; size <= game.MaxSize; size++ {
		on := 0
		for s := range 256 {
			if game.Square(s).On(size) {
				on++
			}
		}
		if on != size*size {
			t.Errorf("%d squares are on a board of size %d", on, size)
		}
	}
}

func FuzzParseSquare(f *testing.F) {
	for _, text := range []string{"a1", "i9", "j1", "", "é", "é1", "A1", "\x00\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := game.ParseSquare(text)
		if err != nil && !errors.Is(err, game.ErrNotASquare) {
			t.Fatalf("error %v", err)
		}
		if err == nil && (s.String() != text || !s.On(game.MaxSize)) {
			t.Fatalf("%q became %s", text, s)
		}
	})
}

func TestMarks(t *testing.T) {
	t.Parallel()
	for m, want := range map[game.Mark]game.Mark{game.X: game.O, game.O: game.X, game.Empty: game.Empty} {
		if got := m.Opponent(); got != want {
			t.Errorf("the opponent of %q is %q", m, got)
		}
	}
	if game.Draw.Winner != game.Empty || !game.Draw.Drawn() || game.Won(game.X).Drawn() || (game.Outcome{}).Drawn() {
		t.Error("a draw is a game that is over without a winner, and nothing else is")
	}
}

func TestCheckTurn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		x, o   int
		toMove game.Mark
		ok     bool
	}{
		{0, 0, game.X, true}, {0, 0, game.O, true}, {3, 3, game.X, true}, {3, 3, game.O, true},
		{4, 3, game.O, true}, {4, 3, game.X, false}, {3, 4, game.X, true}, {3, 4, game.O, false},
		{5, 3, game.O, false}, {3, 5, game.X, false},
	} {
		if err := game.CheckTurn(tt.x, tt.o, tt.toMove); (err == nil) != tt.ok || err != nil && !errors.Is(err, game.ErrNotation) {
			t.Errorf("%d x, %d o, %s to move: error %v", tt.x, tt.o, tt.toMove, err)
		}
	}
}
