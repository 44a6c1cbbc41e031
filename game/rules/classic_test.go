package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

func parseClassicInARow(t *testing.T, size int, text string) rules.ClassicPosition {
	t.Helper()
	p, err := rules.ParseClassic(size, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func squareNamed(t *testing.T, name string) game.Square {
	t.Helper()
	s, err := game.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestClassicRefuses(t *testing.T) {
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
			p, s := parseClassicInARow(t, 3, tt.position), squareNamed(t, tt.move)
			if next, err := p.Play(s); next != nil || !errors.Is(err, tt.want) {
				t.Errorf("Play gave %v, error %v", next, err)
			}
			if err := p.Check(s); !errors.Is(err, tt.want) {
				t.Errorf("Check gave error %v", err)
			}
		})
	}
}

// TestWinningLineInARow checks WinningLine for lines shorter than the board: anywhere on the board, in runs that are
// longer than k, and where one move completes several lines.
func TestWinningLineInARow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		size, k     int
		moves, want string
	}{
		{7, 4, "a1 a7 b2 b7 d4 c7 c3", "a1 b2 c3 d4"},
		{7, 4, "e4 a7 f3 b7 g2 c7 d5", "g2 f3 e4 d5"},
		{7, 4, "g4 a1 g5 b1 g6 c1 g7", "g4 g5 g6 g7"},
		{7, 4, "a3 a4 b3 b4 d3 d4 e3 e5 c3", "a3 b3 c3 d3 e3"},                   // five in a row with one move
		{5, 3, "a1 e1 b1 e2 c3 d5 c4 e4 c1", "a1 b1 c1"},                         // c3 and c4 do not belong to the winning line
		{6, 3, "a1 f1 b1 f2 c2 d6 c3 e4 d2 b6 e3 d5 c1", "a1 b1 c1 c2 d2 c3 e3"}, // three lines with one move
		{6, 3, "a1 f1 b1 f2 d1 f4 c2 f6 c3 e6 e1 a6 c1", "a1 b1 c1 d1 e1 c2 c3"}, // a run of five and another line
	} {
		p := rules.StartInARow(tt.size, tt.k)
		for _, name := range strings.Fields(tt.moves) {
			if p.Outcome().Over {
				t.Fatalf("%s: over before %s", p, name)
			}
			p = p.After(squareNamed(t, name))
		}
		var want []game.Square
		for _, name := range strings.Fields(tt.want) {
			want = append(want, squareNamed(t, name))
		}
		slices.Sort(want)
		if got := p.WinningLine(); !slices.Equal(got, want) || p.Outcome().Winner != game.X {
			t.Errorf("%s: winning line %v, want %v", p, got, want)
		}
	}
}

// TestLinesInARow checks the number of lines on several boards, and the order of the first lines.
func TestLinesInARow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ size, k, want int }{{3, 3, 8}, {4, 3, 24}, {7, 4, 88}, {9, 5, 140}, {9, 3, 224}, {9, 8, 44}} {
		if got := len(rules.LinesInARow(tt.size, tt.k)); got != tt.want {
			t.Errorf("%d×%d has %d lines of %d, want %d", tt.size, tt.size, got, tt.k, tt.want)
		}
	}
	if got := rules.LinesInARow(4, 3)[:3]; fmt.Sprint(got) != "[[a1 a2 a3] [a2 a3 a4] [b1 b2 b3]]" {
		t.Errorf("the first lines are %v", got)
	}
}

// TestEverySquareHasAnAnswer calls At and Check with all 256 values of a Square. No value may
// panic, and exactly the squares of the board are legal moves.
func TestEverySquareHasAnAnswer(t *testing.T) {
	t.Parallel()
	for size := 1; size <= game.MaxSize; size++ {
		p := rules.StartClassic(size)
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
			want = append(want, squareNamed(t, name))
		}
		slices.Sort(want)
		if got := parseClassicInARow(t, tt.size, tt.position).WinningLine(); !slices.Equal(got, want) {
			t.Errorf("%s: winning line %v, want %v", tt.position, got, want)
		}
	}
}

func TestPlayLeavesThePositionAsItWas(t *testing.T) {
	t.Parallel()
	p := parseClassicInARow(t, 3, "3/1x1/o2 x")
	before := p
	if _, err := p.Play(squareNamed(t, "a1")); err != nil || p != before {
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
			rules.StartClassic(size)
		}()
	}
	for _, k := range []int{-1, 0, 2, 6, 256 + 3} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("StartInARow(5, %d) did not panic", k)
				}
			}()
			rules.StartInARow(5, k)
		}()
	}
}
