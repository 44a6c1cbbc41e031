package rules_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
				p, err := rules.Parse(game.Classic(size), text)
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

const startUltimate = "9/9/9/9/9/9/9/9/9"

// Finished games where X has complete lines of local boards.
const (
	// In topRow X has won the top three local boards.
	topRow = "xxxxxxxxx/oo1oo1oo1/9/oo1o5/9/9/9/9/9"
	// In topAndLeft X has also won the left three boards. One last move, on the top left board, can
	// have completed both lines.
	topAndLeft = "xxxxxxxxx/oo1oo1oo1/9/xxxoo1oo1/oo1oo1o2/9/xxx6/9/9"
	// In topAndBottom X has won two lines of boards without a common board. No single move can have completed both.
	topAndBottom = "xxxxxxxxx/oo1oo1oo1/9/oo1oo1oo1/oo1oo1oo1/9/xxxxxxxxx/9/9"
)

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant   game.Variant
		text, why string
	}{
		{game.Classic(3), "", "not a side to move"},
		{game.Classic(3), " ", "not a side to move"},
		{game.Classic(3), "é", "not a side to move"},
		{game.Classic(3), "3/3/3", "not a side to move"},
		{game.Classic(3), "3/3/3 ", "not a side to move"},
		{game.Classic(3), "3/3/3 X", "not a side to move"},
		{game.Classic(3), "3/3/3 é", "not a side to move"},
		{game.Classic(3), "3/3/3 x ", "not a side to move"},
		{game.Classic(3), "3/3/3  x", "not a side to move"},
		{game.Classic(3), "3/3/3 x -", "not a side to move"},
		{game.Classic(3), " 3/3/3 x", "not a side to move"},
		{game.Classic(3), "3/3 x", "2 rows instead of 3"},
		{game.Classic(3), "3/3/3/3 x", "4 rows instead of 3"},
		{game.Classic(4), "3/3/3 x", "3 rows instead of 4"},
		{game.Classic(3), "3/3/4 x", "more than 3 squares"},
		{game.Classic(3), "3/3/2 x", "2 squares instead of 3"},
		{game.Classic(3), "3/12/3 x", "row 2 has '2'"},
		{game.Classic(3), "3/0x2/3 x", "row 2 has '0'"},
		{game.Classic(3), "3/X2/3 o", "row 2 has 'X'"},
		{game.Classic(3), "3/é1/3 x", "row 2 has"},
		{game.Classic(3), "3/3/3\n x", "row 3 has"},
		{game.Classic(3), "xx1/3/3 x", "it cannot be x's turn"},
		{game.Classic(3), "xx1/3/3 o", "it cannot be o's turn"},
		{game.Classic(3), "x2/3/3 x", "it cannot be x's turn"},
		{game.Classic(3), "xxx/ooo/3 x", "no single move of o"},           // two winners
		{game.Classic(3), "xxx/oo1/o2 x", "no single move of o"},          // the winner is to move
		{game.Classic(4), "xxxx/oooo/xxxx/ooo1 o", "no single move of x"}, // two winners
		{game.Classic(3), "xxx/ooo/xxx o", "it cannot be o's turn"},
		{game.Classic(2), "xx/xx o", "it cannot be o's turn"},
		{game.Variant{}, "3/3/3 x", ""},
		{game.Variant{Kind: "ultimate", N: 9}, "9/9/9/9/9/9/9/9/9 x -", ""},
		{game.Variant{Kind: "classic", N: 3, K: 3}, "3/3/3 x", ""}, // a variant with K = N is written without K
		{game.InARow(7, 2), "7/7/7/7/7/7/7 x", ""},
		{game.InARow(4, 3), "xxx1/ooo1/4/4 x", ""},         // two winners
		{game.InARow(4, 3), "xxx1/oo2/o3/4 x", ""},         // the winner is to move
		{game.InARow(5, 3), "xxx2/oo3/oo1x1/5/xxx2 o", ""}, // no single move completes both lines
		{game.Classic(10), "9/9/9/9/9/9/9/9/9 x", ""},
		{rules.Misere(2), "2/2 x", ""},
		{rules.Misere(6), "6/6/6/6/6/6 x", ""},
		{rules.Misere(3), "xxx/oo1/oo1 x", ""},
		{rules.Misere(3), "xxx/ooo/3 x", ""},
		{game.Classic(3), "4/4/4/4 x", ""},
		{game.Classic(9), "9/9/9/9/9/9/9/9/9 x -", ""},
		{game.Ultimate, "9/9/9/9/9/9/9/9/9 x", ""},
		{game.Ultimate, "", "expected"},
		{game.Ultimate, startUltimate, "expected"},
		{game.Ultimate, startUltimate + " x", "expected"},
		{game.Ultimate, "é", "expected"},
		{game.Ultimate, startUltimate + " x ", "not a forced board"},
		{game.Ultimate, startUltimate + "  x -", "not a side to move"},
		{game.Ultimate, startUltimate + " x - ", "not a forced board"},
		{game.Ultimate, startUltimate + " x - x", "not a forced board"},
		{game.Ultimate, startUltimate + " z -", "not a side to move"},
		{game.Ultimate, startUltimate + " é -", "not a side to move"},
		{game.Ultimate, startUltimate + " x é", "not a forced board"},
		{game.Ultimate, startUltimate + " x 0", "not a forced board"},
		{game.Ultimate, startUltimate + " x 10", "not a forced board"},
		{game.Ultimate, "9/9/9/9/9/9/9/9 x -", "8 rows"},
		{game.Ultimate, "9/9/9/9/9/9/9/9/x9 o -", "more than 9"},
		{game.Ultimate, "9/9/9/9/9/9/9/9/x7 o 7", "8 squares"},
		{game.Ultimate, "9/9/9/9/45/9/9/9/9 x -", "row 5 has '5'"},
		{game.Ultimate, "9/9/9/9/4é4/9/9/9/9 o 5", "row 5 has"},
		{game.Ultimate, "9/9/9/4x4/4x4/9/9/9/9 o 5", "cannot be o's turn"},
		{game.Ultimate, "9/9/9/4x4/9/9/9/9/9 x 2", "cannot be x's turn"},
		{game.Ultimate, startUltimate + " x 5", "before the first move"},
		{game.Ultimate, "9/9/9/4x4/9/9/9/9/9 o -", "unreachable by a move of x"},
		{game.Ultimate, "9/9/9/4x4/9/9/9/9/9 o 3", "unreachable by a move of x"},
		{game.Ultimate, "4o4/9/9/4x4/9/9/9/9/9 o 5", "unreachable by a move of x"},
		{game.Ultimate, "xxx6/1o7/9/3o5/9/9/6o2/9/9 x 5", "unreachable by a move of o"},
		{game.Ultimate, "xxx6/ooo6/9/9/9/9/9/9/9 x -", "lines on local board 1"},
		{game.Ultimate, "3xxx3/9/3xxx3/oo1oo1oo1/9/9/9/9/9 o -", "lines on local board 2"},
		{game.Ultimate, "xxx6/3o5/9/3o5/3o5/9/9/9/9 x 1", "forced board 1 is closed"},
		{game.Ultimate, "x8/9/9/9/o8/9/9/9/9 x -", "unreachable by a move of o"},
		{game.Ultimate, topRow + " x -", "unreachable by a move of o"},
		{game.Ultimate, topRow + " o 4", "after the end"},
		{game.Ultimate, "xxxxxxxxx/9/9/ooooooooo/9/9/9/9/9 o -", "unreachable by a move of x"},
		{game.Ultimate, topAndBottom + " o -", "unreachable by a move of x"},
	} {
		p, err := rules.Parse(tt.variant, tt.text)
		if p != nil || !errors.Is(err, game.ErrNotation) || !strings.Contains(err.Error(), tt.why) {
			t.Errorf("Parse(%s, %q) = %v, error %v, want %q", tt.variant, tt.text, p, err, tt.why)
		}
	}
}

// FuzzParse checks that Parse and String are inverse, that an accepted position has legal moves unless it is over, and
// that Parse accepts the position after each of these moves.
func FuzzParse(f *testing.F) {
	all := rules.Variants()
	for i, v := range all {
		f.Add(uint8(i), rules.Start(v, game.X).String())
	}
	ultimate := uint8(slices.Index(all, game.Ultimate))
	for _, text := range []string{
		"9/9/9/4x4/9/9/9/9/9 o 2", "9/9/9/4é4/9/9/9/9/9 o 2", topRow + " o -", topAndLeft + " o -", topAndBottom + " o -",
		"xo1oo3x/1o1xxx2o/oxx4xo/o1o2xxx1/9/7xo/1x1o1oxo1/5ox1o/2x2o1x1 o 5",
		"xoxooxo1o/xxx1xox1o/oo1x1o1xo/2oox1x1x/x1o3o1x/oxo1oooxx/oxoxxxoxx/1xoo1ox1o/x1xooxxxo o -",
	} {
		f.Add(ultimate, text)
	}
	f.Add(uint8(2), "xxx/oo1/3 o")
	f.Add(uint8(2), "x1é/3/3 o")
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		v := all[int(i)%len(all)]
		p, err := rules.Parse(v, text)
		if err != nil {
			if !errors.Is(err, game.ErrNotation) {
				t.Fatalf("error %v", err)
			}
			return
		}
		if p.String() != text || p.Variant() != v {
			t.Fatalf("%s: %q became %s", v, text, p)
		}
		if moves := p.Moves(); (len(moves) == 0) != p.Outcome().Over {
			t.Fatalf("%s: moves %v, outcome %+v", p, moves, p.Outcome())
		}
		for _, s := range p.Moves() {
			next, _ := p.Play(s)
			if q, err := rules.Parse(v, next.String()); err != nil || q != next {
				t.Fatalf("after %s: %v, %v", s, q, err)
			}
		}
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	from := rules.Start(game.Classic(3), game.O)
	p, err := rules.Replay(from, []game.Square{0, 1, 2})
	if err != nil || p.String() != "oxo/3/3 x" {
		t.Errorf("got %v, error %v", p, err)
	}
	if p, err := rules.Replay(from, nil); err != nil || p != from {
		t.Errorf("no moves led to %v, error %v", p, err)
	}
	p, err = rules.Replay(from, []game.Square{0, 1, 1})
	if p.String() != "ox1/3/3 o" || !errors.Is(err, game.ErrOpponentSquare) {
		t.Errorf("an illegal move led to %v, error %v", p, err)
	}
	for _, foreign := range []game.Position{struct{ game.Position }{from}, rules.ClassicPosition{}} {
		if p, err := rules.Replay(foreign, nil); err == nil || p != foreign {
			t.Errorf("no moves from a %T of %q led to %v, error %v", foreign, foreign.Variant(), p, err)
		}
	}
}

func Example() {
	p := rules.Start(game.Ultimate, game.X)
	p, _ = p.Play(game.At(4, 3))
	fmt.Println(p)
	fmt.Println(p.Moves())

	_, err := p.Play(game.At(0, 0))
	fmt.Println(errors.Is(err, game.ErrWrongBoard), err)
	// Output:
	// 9/9/9/4x4/9/9/9/9/9 o 2
	// [d1 e1 f1 d2 e2 f2 d3 e3 f3]
	// true wrong local board
}

func ExampleReplay() {
	p, err := rules.Replay(rules.Start(game.Classic(3), game.X), []game.Square{
		game.At(1, 1), game.At(0, 0), game.At(2, 0), game.At(0, 1), game.At(0, 2),
	})
	fmt.Println(p, err)
	fmt.Println(p.Outcome().Winner, p.WinningLine())
	// Output:
	// o1x/ox1/x2 o <nil>
	// x [c1 b2 a3]
}

func ExampleParse() {
	p, err := rules.Parse(game.Classic(4), "4/1x2/4/4 o")
	fmt.Println(p.ToMove(), len(p.Moves()), err)

	_, err = rules.Parse(game.Classic(4), "4/1x2/4/4 x")
	fmt.Println(err)
	// Output:
	// o 15 <nil>
	// not a position: with 1 x and 0 o it cannot be x's turn
}

func ExamplePerft() {
	for depth := 1; depth <= 4; depth++ {
		fmt.Print(rules.Perft(context.Background(), rules.Start(game.Ultimate, game.X), depth), " ")
	}
	// Output: 81 720 6336 55080
}
