package rules_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// TestParseReadsWhatStringWrites checks that Parse reads the output of String for every position of
// random games, begun by either side.
func TestParseReadsWhatStringWrites(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	for _, v := range rules.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(*seed, 100+uint64(v.N+100*v.K)))
			for n := range 1000 {
				p := rules.Start(v, game.X+game.Mark(n%2))
				for moves := p.Moves(); ; moves = p.Moves() {
					if got, err := rules.Parse(v, p.String()); err != nil || got != p {
						t.Fatalf("Parse(%q) = %v, error %v", p, got, err)
					}
					if len(moves) == 0 {
						break
					}
					p, _ = p.Play(moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant game.Variant
		text    string
	}{
		{game.Variant{}, "3/3/3 x"},
		{game.Variant{Kind: "ultimate", N: 9}, "9/9/9/9/9/9/9/9/9 x -"},
		{game.Variant{Kind: "classic", N: 3, K: 3}, "3/3/3 x"}, // a variant with K = N is written without K
		{game.InARow(7, 2), "7/7/7/7/7/7/7 x"},
		{game.InARow(4, 3), "xxx1/ooo1/4/4 x"},         // two winners
		{game.InARow(4, 3), "xxx1/oo2/o3/4 x"},         // the winner is to move
		{game.InARow(5, 3), "xxx2/oo3/oo1x1/5/xxx2 o"}, // no single move completes both lines
		{game.Classic(10), "9/9/9/9/9/9/9/9/9 x"},
		{rules.Misere(2), "2/2 x"},
		{rules.Misere(6), "6/6/6/6/6/6 x"},
		{rules.Misere(3), "xxx/oo1/oo1 x"},
		{rules.Misere(3), "xxx/ooo/3 x"},
		{game.Classic(3), "4/4/4/4 x"},
		{game.Classic(9), "9/9/9/9/9/9/9/9/9 x -"},
		{game.Ultimate, "9/9/9/9/9/9/9/9/9 x"},
	} {
		p, err := rules.Parse(tt.variant, tt.text)
		if p != nil || !errors.Is(err, game.ErrNotation) {
			t.Errorf("Parse(%s, %q) = %v, error %v", tt.variant, tt.text, p, err)
		}
	}
}

// TestEndgamePositions checks for each position in ultimate_endgames.jsonl that it can be parsed, and that its legal
// moves are those listed in that file.
func TestEndgamePositions(t *testing.T) {
	t.Parallel()
	type position struct {
		Position string
		Moves    map[string]string
	}
	for _, line := range readLines[position](t, "testdata/ultimate_endgames.jsonl") {
		p, err := rules.Parse(game.Ultimate, line.Position)
		if err != nil || p.String() != line.Position {
			t.Errorf("Parse(%q) = %v, error %v", line.Position, p, err)
			continue
		}
		for _, s := range p.Moves() {
			if line.Moves[s.String()] == "" {
				t.Errorf("%s: %s is not among %v", p, s, line.Moves)
			}
		}
		if len(p.Moves()) != len(line.Moves) {
			t.Errorf("%s: moves %v, want %v", p, p.Moves(), line.Moves)
		}
	}
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
		fmt.Print(rules.Perft(rules.Start(game.Ultimate, game.X), depth), " ")
	}
	// Output: 81 720 6336 55080
}
