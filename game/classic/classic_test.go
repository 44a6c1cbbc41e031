package classic_test

import (
	"errors"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/classic"
)

func parse(t *testing.T, size int, text string) classic.Position {
	t.Helper()
	p, err := classic.Parse(size, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func square(t *testing.T, name string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, position, move string
		want                 error
	}{
		{"one's own square", "3/1x1/o2 x", "b2", game.ErrOwnSquare},
		{"the opponent's square", "3/1x1/o2 x", "a3", game.ErrOpponentSquare},
		{"right of the board", "3/1x1/o2 x", "d1", game.ErrNotASquare},
		{"below the board", "3/1x1/o2 x", "a4", game.ErrNotASquare},
		{"after a line", "xxx/oo1/3 o", "c2", game.ErrGameOver},
		{"after a line, on a taken square", "xxx/oo1/3 o", "a1", game.ErrGameOver},
		{"on a full board", "xox/xox/oxo o", "a1", game.ErrGameOver},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, s := parse(t, 3, tt.position), square(t, tt.move)
			if next, err := p.Play(s); next != nil || !errors.Is(err, tt.want) {
				t.Errorf("Play gave %v, error %v", next, err)
			}
			if err := p.Check(s); !errors.Is(err, tt.want) {
				t.Errorf("Check gave error %v", err)
			}
		})
	}
}

// No number that a Square can hold makes a position panic.
func TestEverySquareHasAnAnswer(t *testing.T) {
	t.Parallel()
	for size := 1; size <= game.MaxSize; size++ {
		p := classic.Start(size)
		legal := 0
		for s := range 256 {
			s := game.Square(s)
			if p.At(s) != game.Empty {
				t.Errorf("size %d: %v on %d", size, p.At(s), s)
			}
			switch err := p.Check(s); {
			case err == nil:
				legal++
			case !errors.Is(err, game.ErrNotASquare):
				t.Errorf("size %d: %d gave error %v", size, s, err)
			}
		}
		if legal != size*size {
			t.Errorf("size %d: %d legal moves", size, legal)
		}
	}
}

func TestWinningLine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		size     int
		position string
		want     []string
	}{
		{3, "xxx/oo1/3 o", []string{"a1", "b1", "c1"}},
		{3, "xo1/xo1/1ox x", []string{"b1", "b2", "b3"}},
		{3, "oxx/1o1/1xo x", []string{"a1", "b2", "c3"}},
		{3, "oox/1x1/x2 o", []string{"c1", "b2", "a3"}},
		{3, "xox/oxo/xox o", []string{"a1", "c1", "b2", "a3", "c3"}}, // both diagonals
		{3, "xxx/xoo/xoo o", []string{"a1", "b1", "c1", "a2", "a3"}}, // a row and a column
		{2, "xx/o1 o", []string{"a1", "b1"}},
		{1, "x o", []string{"a1"}},
		{3, "xox/xox/oxo o", nil},
		{3, "3/3/3 x", nil},
	}
	for _, tt := range tests {
		var want []game.Square
		for _, name := range tt.want {
			want = append(want, square(t, name))
		}
		slices.Sort(want)
		if got := parse(t, tt.size, tt.position).WinningLine(); !slices.Equal(got, want) {
			t.Errorf("%s: winning line %v, want %v", tt.position, got, want)
		}
	}
}

func TestPlayLeavesThePositionAsItWas(t *testing.T) {
	t.Parallel()
	p := parse(t, 3, "3/1x1/o2 x")
	before := p
	if _, err := p.Play(square(t, "a1")); err != nil || p != before {
		t.Errorf("error %v, %s became %s", err, before, p)
	}
}

func TestStartPanics(t *testing.T) {
	t.Parallel()
	for _, size := range []int{-1, 0, 10, 256 + 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Start(%d) did not panic", size)
				}
			}()
			classic.Start(size)
		}()
	}
}
