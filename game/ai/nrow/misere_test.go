package nrow

import (
	"context"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// checkMisere compares an engine's result for a position with brute force.
func checkMisere(t *testing.T, e *Engine, brute engine.Values[rules.MiserePosition], p rules.MiserePosition) {
	t.Helper()
	e.Reset()
	choice := e.Search(context.Background(), task(p, engine.Limits{}))
	want := brute.Of(p)
	if choice.Score != want || brute.OfMove(p, choice.Move) != want {
		t.Errorf("%s: %s is %s, want %s", p, choice.Move, choice.Score, want)
	}
	rated := e.Evaluate(context.Background(), task(p, engine.Limits{}))
	if len(rated) != len(p.Moves()) {
		t.Errorf("%s: %d moves rated of %d", p, len(rated), len(p.Moves()))
	}
	for i, r := range rated {
		if want := brute.OfMove(p, r.Move); r.Score != want {
			t.Errorf("%s: %s is %s, want %s", p, r.Move, r.Score, want)
		}
		if i > 0 && engine.Better(r.Score, rated[i-1].Score) {
			t.Errorf("%s: %s comes after %s", p, r.Score, rated[i-1].Score)
		}
	}
}

func TestMisereProofsAgreeWithBruteForce(t *testing.T) {
	t.Parallel()
	proofs := make(map[engine.Proof]int)
	for _, test := range []struct{ size, empty, positions int }{{4, 5, 300}, {4, 8, 40}, {5, 5, 300}, {5, 8, 20}} {
		rng, e := newRand(uint64(test.size*100+test.empty)), New(rules.Misere(test.size), 10, 1)
		for range test.positions {
			p := randomFrom(rng, rules.StartMisere(test.size), test.empty)
			brute := make(engine.Values[rules.MiserePosition])
			checkMisere(t, e, brute, p)
			proofs[brute.Of(p).Proof]++
		}
	}
	for _, proof := range []engine.Proof{engine.Win, engine.Loss, engine.Draw} {
		if proofs[proof] < 15 {
			t.Errorf("too few of a kind to tell: %v", proofs)
		}
	}
}

// TestMisereEarlyStopsProveNothingWrong checks that proven results are right even if a search is stopped early.
func TestMisereEarlyStopsProveNothingWrong(t *testing.T) {
	t.Parallel()
	rng, e, proofs := newRand(7), New(rules.Misere(4), 10, 1), 0
	for range 500 {
		p := randomFrom(rng, rules.StartMisere(4), 5)
		brute, limits := make(engine.Values[rules.MiserePosition]), engine.Limits{Nodes: 1 + rng.Int64N(60), Depth: rng.IntN(6)}
		e.Reset()
		choice := e.Search(context.Background(), task(p, limits))
		if choice.Score.Proof == engine.Unproven {
			continue
		}
		proofs++
		if want := brute.Of(p); choice.Score.Proof != want.Proof {
			t.Errorf("%s within %+v: %s, want %s", p, limits, choice.Score, want)
		}
	}
	if proofs < 40 {
		t.Errorf("only %d proofs", proofs)
	}
}

// TestWhoMirrorsDoesNotLoseMisere checks by brute force that a side that mirrors all moves does not
// lose, nor does a side after a move that `safe` accepts.
func TestWhoMirrorsDoesNotLoseMisere(t *testing.T) {
	t.Parallel()
	mirrored, safe := 0, 0
	for _, start := range []rules.MiserePosition{rules.StartMisere(3).After(game.At(1, 1)), rules.StartMisere(4)} {
		rng, g, last := newRand(1), newGeometry(start.Size(), start.Size(), true), start.Size()-1
		brute := make(engine.Values[rules.MiserePosition])
		for range 40 {
			for p := start; !p.Outcome().Over; { // the second player replies on the opposite square
				s := p.Moves()[rng.IntN(len(p.Moves()))]
				if len(p.Moves()) <= 8 {
					b := g.fromPosition(p)
					if mirrored++; !b.mirrored(g) || brute.Of(p).Proof == engine.Win {
						t.Errorf("%s: mirrored %t, and %s", p, b.mirrored(g), brute.Of(p))
					}
					if v := brute.OfMove(p, s); g.safe(&b, s) {
						if safe++; v.Proof == engine.Loss {
							t.Errorf("%s: %s is said to be safe, but is %s", p, s, v)
						}
					}
				}
				if p = p.After(s); !p.Outcome().Over {
					p = p.After(game.At(last-s.Col(), last-s.Row()))
				}
			}
		}
	}
	if mirrored < 100 || safe < 10 {
		t.Errorf("only %d positions were mirrored, and %d moves safe", mirrored, safe)
	}
}

// TestMisereLineIsAsLongAsPromised checks that the principal variation is legal, and that it is not
// longer than the score says if the score is a win or a loss.
func TestMisereLineIsAsLongAsPromised(t *testing.T) {
	t.Parallel()
	rng, e := newRand(3), New(rules.Misere(4), 10, 1)
	for range 100 {
		p := randomFrom(rng, rules.StartMisere(4), 9)
		e.Reset()
		choice := e.Search(context.Background(), task(p, engine.Limits{}))
		end := p
		for _, s := range choice.PV {
			if err := end.Check(s); err != nil {
				t.Fatalf("%s: line %v: %s: %v", p, choice.PV, s, err)
			}
			end = end.After(s)
		}
		if decided := choice.Score.Proof != engine.Draw; decided && len(choice.PV) > choice.Score.Plies {
			t.Errorf("%s: line %v is longer than %s", p, choice.PV, choice.Score)
		}
	}
}
