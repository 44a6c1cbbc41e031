package ai

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// wouldWin reports whether a mark of `side` on s would win the local board. It does not use the code under test.
func wouldWin(p rules.UltimatePosition, side game.Mark, s game.Square) bool {
	board, cell := rules.Split(s)
	holds := func(c int) bool { return c == cell || p.At(rules.Join(board, c)) == side }
	for i := range 3 {
		if holds(3*i) && holds(3*i+1) && holds(3*i+2) || holds(i) && holds(i+3) && holds(i+6) {
			return true
		}
	}
	return holds(0) && holds(4) && holds(8) || holds(2) && holds(4) && holds(6)
}

// expectedLocally returns the moves among which the level `local` chooses at random, by the rule of pickLocally.
func expectedLocally(p rules.UltimatePosition) []game.Square {
	var wins, blocks []game.Square
	for _, s := range p.Moves() {
		if wouldWin(p, p.ToMove(), s) {
			wins = append(wins, s)
		}
		if wouldWin(p, p.ToMove().Opponent(), s) {
			blocks = append(blocks, s)
		}
	}
	switch {
	case len(wins) > 0:
		return wins
	case len(blocks) > 0:
		return blocks
	}
	return p.Moves()
}

func TestLocalWinsElseBlocksElsePlaysAnywhere(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		p := rules.StartUltimate()
		for !p.Outcome().Over {
			want, got := expectedLocally(p), localCandidates(p)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: draws among %v, want %v", p, got, want)
			}
			p = p.After(oneOf(p.Moves(), rng))
		}
	}
}

func TestPublishedLevelsDrawEveryCandidate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		level    string
		variant  game.Variant
		position string
	}{
		{"local", game.Ultimate, "9/9/9/9/4x4/9/9/9/9 o 5"},
		{"local", game.Ultimate, "9/9/9/3xx1o2/3oo4/9/9/9/9 x 5"},
		{"random", game.Ultimate, "9/9/9/3xx1o2/3oo4/9/9/9/9 x 5"},
		{"rules", game.Classic(3), "x2/1o1/2x o"},
		{"rules", game.Classic(3), "x2/3/2o x"},  // the centre is for the first two plies only
		{"rules", game.Classic(3), "xox/3/2o x"}, // a full line is neither completed nor blocked
	} {
		p := parse(t, test.variant, test.position)
		want := p.Moves()
		if test.level == "local" {
			want = expectedLocally(p.(rules.UltimatePosition))
		}
		player, err := New(test.variant, test.level, 1)
		if err != nil {
			t.Fatal(err)
		}
		count := make(map[game.Square]int)
		for range 200 * len(want) {
			choice, err := player.Choose(context.Background(), History{Start: p})
			if err != nil {
				t.Fatal(err)
			}
			count[choice.Move]++
		}
		for _, s := range want {
			if count[s] < 120 || count[s] > 280 {
				t.Errorf("%s in %s: chose %s %d times of about 200", test.level, p, s, count[s])
			}
		}
		if len(count) != len(want) {
			t.Errorf("%s in %s: chose %v, want only %v", test.level, p, count, want)
		}
	}
}
