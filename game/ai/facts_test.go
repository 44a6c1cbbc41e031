package ai

import (
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

func parse(t *testing.T, v game.Variant, notation string) game.Position {
	t.Helper()
	p, err := rules.Parse(v, notation)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// seen returns the facts of a move: the features of the move that a level may notice.
func seen(p game.Position, move game.Square) []fact { return kindOf(p.Variant()).facts(nil, p, move) }

func TestFacts(t *testing.T) {
	t.Parallel()
	const (
		// X has two in the top row of the first local board, and must play on that board.
		two = "xx7/o8/9/3o5/9/9/9/9/9 x 1"
		// X has won the first two boards and has two marks in the top row of the third board; O has
		// two in the top row of the centre board.
		late = "xxxxxxxx1/o8/1o1o5/3oo4/9/3o5/2o6/9/8o x 3"
	)
	for _, test := range []struct {
		variant        game.Variant
		position, move string
		fact           fact
		want           bool
	}{
		{game.Classic(3), "xx1/oo1/3 x", "c1", completes, true},
		{game.Classic(3), "xx1/oo1/3 x", "c2", completes, false},
		{game.Classic(3), "xx1/oo1/3 x", "c2", blocks, true},
		{game.Classic(3), "xx1/oo1/3 x", "c1", blocks, false},
		{game.Classic(3), "x2/1o1/2x o", "b1", threatens, true},
		{game.Classic(3), "x2/1o1/2x o", "a3", stopsFork, true},
		{game.Classic(3), "x1o/3/3 x", "a3", threatens, true},
		{game.Classic(3), "xo1/1x1/2o x", "a2", forks, true}, // in the left column and the middle row
		{game.Classic(3), "xo1/1x1/2o x", "c1", forks, false},
		{game.Classic(3), "3/3/3 x", "b2", inTheMidst, true},
		{game.Classic(3), "3/3/3 x", "c3", inCorner, true},
		{game.Classic(3), "3/3/3 x", "b3", inCorner, false},
		{game.InARow(6, 4), "6/1xxx2/6/2ooo1/6/6 x", "a2", completes, true},
		{game.InARow(6, 4), "6/1xxx2/6/2ooo1/6/6 x", "b4", blocks, true},
		{game.InARow(6, 4), "6/1xxx2/6/2ooo1/6/6 x", "f2", completes, false},
		{game.InARow(6, 4), "6/2xx2/6/6/2oo2/6 x", "b2", forks, true}, // three in a row with both ends free
		{game.InARow(6, 4), "6/2xx2/6/6/2oo2/6 x", "b5", stopsFork, true},
		{game.InARow(6, 4), "6/xx4/6/6/oo4/6 x", "c2", threatens, true},
		{game.InARow(6, 4), "6/xx4/6/6/oo4/6 x", "c2", forks, false},
		{rules.Misere(3), "xx1/oo1/3 x", "c1", losesGame, true},
		{rules.Misere(3), "xx1/oo1/3 x", "c2", losesGame, false},
		{rules.Misere(3), "xx1/oo1/3 x", "c2", sparesLine, true},
		{rules.Misere(3), "xx1/oo1/3 x", "b3", sparesLine, false},
		{rules.Misere(3), "x2/1o1/3 x", "b1", risksLine, true},
		{rules.Misere(3), "x2/1o1/3 x", "c3", risksLine, false},
		{rules.Misere(3), "3/3/3 x", "b2", mirrors, true},
		{rules.Misere(3), "3/3/3 x", "a1", mirrors, false},
		{rules.Misere(3), "o2/1x1/3 x", "c3", mirrors, true},
		{rules.Misere(3), "o2/1x1/3 x", "a3", mirrors, false},
		{game.Ultimate, two, "c1", winsBoard, true},
		{game.Ultimate, two, "b2", winsBoard, false},
		{game.Ultimate, two, "c1", winsGame, false},
		{game.Ultimate, two, "c1", givesChoice, false},
		{game.Ultimate, late, "i1", winsGame, true},
		{game.Ultimate, late, "h2", givesBoard, true}, // sends O to the centre board, where O has two in a row
		{game.Ultimate, late, "h2", givesGame, false},
		{game.Ultimate, late, "i3", givesBoard, false},
		{game.Ultimate, late, "g2", givesChoice, false},
		{game.Ultimate, late, "g3", givesChoice, false},
		{game.Ultimate, "x2o5/x8/x8/9/9/9/9/9/8o o 4", "a4", givesChoice, true}, // the first board is closed
		{game.Ultimate, "9/9/9/9/9/9/9/9/9 x -", "e5", inBoardMidst, true},
		{game.Ultimate, "9/9/9/9/9/9/9/9/9 x -", "d4", inBoardCorner, true},
		{game.Ultimate, "9/9/9/9/9/9/9/9/9 x -", "e4", inBoardCorner, false},
	} {
		p := parse(t, test.variant, test.position)
		s, err := game.ParseSquare(test.move)
		if err != nil || p.Check(s) != nil {
			t.Fatalf("%s: %s: %v", test.position, test.move, p.Check(s))
		}
		if got := slices.Contains(seen(p, s), test.fact); got != test.want {
			t.Errorf("%s, %s: %+v is seen: %t, want %t", test.position, test.move, test.fact, got, test.want)
		}
	}
}

// TestFactsAgreeWithTheRules compares two facts (features of a move) with the rules, in random games. A move must have
// the fact of a winning move exactly if it wins. In Ultimate it must have the fact givesGame exactly if the opponent
// can win at once after the move, unless the move closes a local board (see winsLocally).
func TestFactsAgreeWithTheRules(t *testing.T) {
	t.Parallel()
	wins := func(p game.Position) bool {
		return slices.ContainsFunc(p.Moves(), func(s game.Square) bool { return won(t, p, s) })
	}
	for _, v := range []game.Variant{game.Classic(3), game.Classic(5), game.InARow(6, 4), game.Ultimate} {
		rng, winning, losing := rand.New(rand.NewPCG(1, 0)), 0, 0
		for range 100 {
			p := rules.Start(v, game.X)
			for !p.Outcome().Over {
				for _, s := range p.Moves() {
					facts := seen(p, s)
					w := won(t, p, s)
					if got := slices.ContainsFunc(facts, func(f fact) bool { return f.worth == certainty }); got != w {
						t.Fatalf("%s: %s wins %t, but is seen to %t", p, s, w, got)
					}
					if w {
						winning++
						continue
					}
					after, err := p.Play(s)
					if err != nil {
						t.Fatal(err)
					}
					if u, ok := p.(rules.UltimatePosition); ok {
						loses := wins(after)
						if got := slices.Contains(facts, givesGame); got != loses && !winsLocally(u, s) {
							t.Fatalf("%s: %s loses %t, but is seen to %t", p, s, loses, got)
						}
						if loses {
							losing++
						}
					}
				}
				moves := p.Moves()
				p, _ = p.Play(moves[rng.IntN(len(moves))])
			}
		}
		if winning == 0 && v != game.Classic(5) || v == game.Ultimate && losing == 0 {
			t.Errorf("%s: only %d wins and %d losses seen", v, winning, losing)
		}
	}
}

func won(t *testing.T, p game.Position, s game.Square) bool {
	t.Helper()
	after, err := p.Play(s)
	if err != nil {
		t.Fatal(err)
	}
	return after.Outcome().Winner != game.Empty
}

// winsLocally reports whether a move closes a local board. The test above does not check the fact givesGame for such a
// move.
func winsLocally(p rules.UltimatePosition, s game.Square) bool {
	board, _ := rules.Split(s)
	return !p.After(s).Open(board)
}
