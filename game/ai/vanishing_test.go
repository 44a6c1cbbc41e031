package ai

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// slowly solves vanishing marks by the rules alone: the value of each position that a game can reach, by its notation. It looks
// at every position again and again, until no value within one ply more is found.
func slowly(t *testing.T) (values map[string]engine.Score, positions map[string]rules.VanishingPosition) {
	t.Helper()
	values, positions = map[string]engine.Score{}, map[string]rules.VanishingPosition{}
	after := map[string][]string{}
	for queue := []rules.VanishingPosition{rules.StartVanishing()}; len(queue) > 0; {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		text := p.String()
		if _, ok := positions[text]; ok {
			continue
		}
		read, err := rules.Parse(rules.Vanishing, text) // without the moves before, so that nothing repeats
		if err != nil {
			t.Fatal(err)
		}
		p = read.(rules.VanishingPosition)
		positions[text] = p
		if o := p.Outcome(); o.Over {
			values[text] = engine.Final(o, p.ToMove())
		}
		for _, s := range p.Moves() {
			next := p.After(s)
			after[text] = append(after[text], next.String())
			queue = append(queue, next)
		}
	}
	for plies, found := 1, true; found; plies++ {
		now := map[string]engine.Score{}
		for text, moves := range after {
			if _, ok := values[text]; ok {
				continue
			}
			lost := 0
			for _, next := range moves {
				switch v := values[next]; v.Proof {
				case engine.Loss:
					now[text] = engine.Proven(engine.Win, plies)
				case engine.Win:
					lost++
				}
			}
			if _, won := now[text]; !won && lost == len(moves) {
				now[text] = engine.Proven(engine.Loss, plies)
			}
		}
		maps.Copy(values, now)
		found = len(now) > 0
	}
	for text := range positions {
		if _, ok := values[text]; !ok {
			values[text] = engine.Proven(engine.Draw, 0)
		}
	}
	return values, positions
}

// TestVanishingAgreesWithSlowSolver compares the value of every position that X's games reach, and of every move there.
func TestVanishingAgreesWithSlowSolver(t *testing.T) {
	t.Parallel()
	values, positions := slowly(t)
	open, longest := 0, 0
	for text, p := range positions {
		if want := values[text]; vanishing.of(p) != want {
			t.Fatalf("%s is %s, want %s", text, vanishing.of(p), want)
		} else if want.Proof == engine.Win {
			longest = max(longest, want.Plies)
		}
		if !p.Outcome().Over {
			open++
		}
	}
	if open != 116_074 || len(positions)-open != 12_096 || longest != 17 {
		t.Errorf("%d positions with somebody to move, %d won ones, the longest win takes %d plies; want 116,074, 12,096 and 17", open, len(positions)-open, longest)
	}
}

// TestVanishingFromTheStart checks the values of the first moves, and those of O's: who begins makes no difference.
func TestVanishingFromTheStart(t *testing.T) {
	t.Parallel()
	for _, begins := range []game.Mark{game.X, game.O} {
		start := rules.Start(rules.Vanishing, begins)
		rated, err := NewSearcher(rules.Vanishing, 1, 1).Evaluate(context.Background(), History{Start: start}, Limits{})
		if err != nil || len(rated) != 9 {
			t.Fatalf("%d moves, error %v", len(rated), err)
		}
		for i, r := range rated {
			want, edge := "draw", (r.Move.Col()+r.Move.Row())%2 != 0
			if edge {
				want = "win 13"
			}
			if r.Score.String() != want || edge != (i < 4) || edge && len(r.PV) != 13 {
				t.Errorf("%s is %s in place %d, want %s: %v", r.Move, r.Score, i+1, want, r.PV)
			}
		}
	}
}

// TestVanishingLevels checks that the level that looks three plies ahead sees what is decided within them, and that another makes
// a best move as often as it should.
func TestVanishingLevels(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	p := rules.StartVanishing()
	best, want, variance := 0.0, 0.0, 0.0
	for range 4000 {
		if p.Outcome().Over {
			p = rules.StartVanishing()
		}
		rated := vanishing.rate(p, p.Moves())
		equal := slices.IndexFunc(rated, func(c Choice) bool { return c.Score != rated[0].Score })
		if equal > 0 {
			if move := pickShare(0.5)(History{}, p, rng).Move; slices.ContainsFunc(rated[:equal], func(c Choice) bool { return c.Move == move }) {
				best++
			}
			share := 0.5 + 0.5*float64(equal)/float64(len(rated))
			want, variance = want+share, variance+share*(1-share)
		}
		got := pickAhead(3)(History{}, p, rng).Score
		soon := func(s Score) bool { return s.Proof != Draw && s.Plies <= 3 }
		switch top := rated[0].Score; {
		case soon(top) && got != top:
			t.Errorf("%s: got %s though the best is %s", p, got, top)
		case !soon(top) && got.Proof == Loss && got.Plies <= 3:
			t.Errorf("%s: got %s though the best is %s", p, got, top)
		}
		p = p.After(oneOf(p.Moves(), rng))
	}
	if math.Abs(best-want) > 5*math.Sqrt(variance) {
		t.Errorf("%v best moves, want about %.0f", best, want)
	}
}

// TestVanishingRepetition moves both sides around in a circle. The engine must count a move that repeats a position for the third
// time as a draw, and no move before.
func TestVanishingRepetition(t *testing.T) {
	t.Parallel()
	var round game.Moves
	if err := round.UnmarshalText([]byte("a1 b1 b2 a2 c2 c3 c1 b3 a3")); err != nil {
		t.Fatal(err)
	}
	p := rules.StartVanishing()
	for n := 0; !p.Outcome().Over; n++ {
		move := round[n%len(round)]
		known, next := vanishing.rate(p, []game.Square{move})[0].Score, p.After(move)
		alone, err := rules.Parse(rules.Vanishing, next.String())
		if err != nil {
			t.Fatal(err)
		}
		want := vanishing.of(alone.(rules.VanishingPosition)).Before()
		if next.Outcome().Over {
			if want.Proof == Draw {
				t.Errorf("%s is drawn anyway: choose another circle", next)
			}
			want = engine.Proven(Draw, 0)
		}
		if known != want {
			t.Errorf("move %d to %s is %s, want %s", n+1, next, known, want)
		}
		p = next
	}
}

func BenchmarkVanishingSolved(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		solveVanishing()
	}
}
