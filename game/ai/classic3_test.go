package ai_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

func TestEveryPositionAgreesWithBruteForce(t *testing.T) {
	t.Parallel()
	for _, begins := range []game.Mark{game.X, game.O} {
		brute := make(engine.Values[rules.ClassicPosition])
		brute.Of(rules.StartClassic(3).Beginning(begins))
		if len(brute) != 5478 {
			t.Errorf("%s begins: %d positions, want 5478", begins, len(brute))
		}
		for p := range brute {
			checkRatings(t, brute, p)
		}
	}
}

// checkRatings compares the value of each move with brute force. It also checks that the moves come
// best first, each once.
func checkRatings(t *testing.T, brute engine.Values[rules.ClassicPosition], p rules.ClassicPosition) {
	t.Helper()
	rated := ai.Classic3.Evaluate(context.Background(), engine.Task{Position: p})
	if len(rated) != len(p.Moves()) {
		t.Fatalf("%s: %d moves rated, want %d", p, len(rated), len(p.Moves()))
	}
	seen := make(map[game.Square]bool)
	for i, choice := range rated {
		seen[choice.Move] = true
		if want := brute.OfMove(p, choice.Move); choice.Score != want {
			t.Errorf("%s: %s is %s, want %s", p, choice.Move, choice.Score, want)
		}
		if i > 0 && engine.Better(choice.Score, rated[i-1].Score) {
			t.Errorf("%s: %s comes after %s", p, choice.Score, rated[i-1].Score)
		}
		checkLine(t, p, choice)
	}
	if len(seen) != len(rated) {
		t.Errorf("%s: rated %d different moves of %d", p, len(seen), len(rated))
	}
}

// checkLine checks that the principal variation is legal, and that it ends as the score says: with that result, and
// after that number of plies.
func checkLine(t *testing.T, p rules.ClassicPosition, choice engine.Choice) {
	t.Helper()
	end := p
	for _, s := range choice.PV {
		if err := end.Check(s); err != nil {
			t.Fatalf("%s: line %v: %s: %v", p, choice.PV, s, err)
		}
		end = end.After(s)
	}
	o := end.Outcome()
	drawn := choice.Score.Proof == engine.Draw
	if !o.Over || o.Drawn() != drawn || !drawn && len(choice.PV) != choice.Score.Plies {
		t.Errorf("%s: line %v ends in %+v, want %s", p, choice.PV, o, choice.Score)
	}
}

func TestSearchVariesAmongEqualsOnly(t *testing.T) {
	t.Parallel()
	p := rules.StartClassic(3).After(game.At(1, 1))
	chosen := make(map[game.Square]bool)
	for seed := range uint64(100) {
		choice := ai.Classic3.Search(context.Background(), engine.Task{Position: p, Rand: rand.New(rand.NewPCG(seed, 0))})
		chosen[choice.Move] = true
	}
	// After X takes the centre, the corners draw and the edges lose.
	corners := []game.Square{game.At(0, 0), game.At(2, 0), game.At(0, 2), game.At(2, 2)}
	for _, s := range corners {
		if !chosen[s] {
			t.Errorf("never chose %s", s)
		}
	}
	if len(chosen) != len(corners) {
		t.Errorf("chose %v, want the corners", chosen)
	}
}
