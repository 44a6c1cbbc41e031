package rules_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// reachable returns the notation of every position of a size that a game can reach, for both first players.
func reachable(size int) map[string]bool {
	seen := map[string]bool{}
	var visit func(p rules.ClassicPosition)
	visit = func(p rules.ClassicPosition) {
		if seen[p.String()] {
			return
		}
		seen[p.String()] = true
		for _, s := range p.Moves() {
			visit(p.After(s))
		}
	}
	visit(rules.StartClassic(size))
	visit(rules.StartClassic(size).Beginning(game.O))
	return seen
}

// TestParseAcceptsExactlyTheReachable calls Parse with every combination of marks on boards up to
// 3×3. Parse must accept exactly the positions that a game can reach.
func TestParseAcceptsExactlyTheReachable(t *testing.T) {
	t.Parallel()
	for size := 1; size <= 3; size++ {
		want, accepted := reachable(size), 0
		for _, board := range fillings(size * size) {
			for _, side := range []string{" x", " o"} {
				text := notation(size, board) + side
				p, err := rules.ParseClassic(size, text)
				if (err == nil) != want[text] {
					t.Errorf("Parse(%d, %q) gave error %v; reachable: %v", size, text, err, want[text])
				}
				if err == nil {
					accepted++
					if p.String() != text {
						t.Errorf("Parse(%d, %q) = %s", size, text, p)
					}
				}
			}
		}
		if accepted != len(want) {
			t.Errorf("size %d: accepted %d positions, want %d", size, accepted, len(want))
		}
	}
}

// fillings returns all strings of n letters from ".xo".
func fillings(n int) []string {
	if n == 0 {
		return []string{""}
	}
	var all []string
	for _, rest := range fillings(n - 1) {
		all = append(all, "."+rest, "x"+rest, "o"+rest)
	}
	return all
}

func notation(size int, board string) string {
	at := func(s game.Square) game.Mark {
		return map[byte]game.Mark{'x': game.X, 'o': game.O}[board[s.Row()*size+s.Col()]]
	}
	return game.FormatRows(size, at)
}

func TestParseClassicRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		size      int
		text, why string
	}{
		{3, "", "not a side to move"},
		{3, " ", "not a side to move"},
		{3, "é", "not a side to move"},
		{3, "3/3/3", "not a side to move"},
		{3, "3/3/3 ", "not a side to move"},
		{3, "3/3/3 X", "not a side to move"},
		{3, "3/3/3 é", "not a side to move"},
		{3, "3/3/3 x ", "not a side to move"},
		{3, "3/3/3  x", "not a side to move"},
		{3, "3/3/3 x -", "not a side to move"},
		{3, " 3/3/3 x", "not a side to move"},
		{3, "3/3 x", "2 rows instead of 3"},
		{3, "3/3/3/3 x", "4 rows instead of 3"},
		{4, "3/3/3 x", "3 rows instead of 4"},
		{3, "3/3/4 x", "more than 3 squares"},
		{3, "3/3/2 x", "2 squares instead of 3"},
		{3, "3/12/3 x", "row 2 has '2'"},
		{3, "3/0x2/3 x", "row 2 has '0'"},
		{3, "3/X2/3 o", "row 2 has 'X'"},
		{3, "3/é1/3 x", "row 2 has"},
		{3, "3/3/3\n x", "row 3 has"},
		{0, "x x", "no board of size 0"},
		{10, strings.Repeat("9", 10) + " x", "no board of size 10"},
		{-1, "3/3/3 x", "no board of size -1"},
		{3, "xx1/3/3 x", "it cannot be x's turn"},
		{3, "xx1/3/3 o", "it cannot be o's turn"},
		{3, "x2/3/3 x", "it cannot be x's turn"},
		{3, "xxx/ooo/3 x", "no single move of o"},           // two winners
		{3, "xxx/oo1/o2 x", "no single move of o"},          // the winner is to move
		{4, "xxxx/oooo/xxxx/ooo1 o", "no single move of x"}, // two winners
		{3, "xxx/ooo/xxx o", "it cannot be o's turn"},
		{2, "xx/xx o", "it cannot be o's turn"},
	} {
		if p, err := rules.ParseClassic(tt.size, tt.text); !errors.Is(err, game.ErrNotation) || !strings.Contains(err.Error(), tt.why) {
			t.Errorf("Parse(%d, %q) = %v, error %v, want %q", tt.size, tt.text, p, err, tt.why)
		}
	}
}

func FuzzParseClassic(f *testing.F) {
	for size := 1; size <= game.MaxSize; size++ {
		f.Add(size, rules.StartClassic(size).String())
	}
	f.Add(3, "xxx/oo1/3 o")
	f.Add(3, "x1é/3/3 o")
	f.Fuzz(func(t *testing.T, size int, text string) {
		p, err := rules.ParseClassic(size, text)
		if err != nil {
			if !errors.Is(err, game.ErrNotation) {
				t.Fatalf("error %v", err)
			}
			return
		}
		if p.String() != text || p.Size() != size {
			t.Fatalf("size %d, %q became %s", size, text, p)
		}
		for _, s := range p.Moves() {
			if q, err := rules.ParseClassic(size, p.After(s).String()); err != nil || q != p.After(s) {
				t.Fatalf("after %s: %v, %v", s, q, err)
			}
		}
	})
}

func ExampleParseClassic() {
	p, err := rules.ParseClassic(3, "xo1/1x1/2o x")
	fmt.Println(p.Moves(), err)

	_, err = rules.ParseClassic(3, "xxx/ooo/3 x")
	fmt.Println(err)
	// Output:
	// [c1 a2 c2 a3 b3] <nil>
	// not a position: no single move of o can have completed all lines on the board
}
