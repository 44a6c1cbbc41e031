package ai

import (
	"context"
	"math/rand/v2"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// TestStrongestMakesNoMistakeInMisere3 compares the strongest level with brute force in every
// position of misère 3×3. The empty board is drawn, so the level never loses from there.
func TestStrongestMakesNoMistakeInMisere3(t *testing.T) {
	t.Parallel()
	v := rules.Misere(3)
	brute := make(engine.Values[rules.MiserePosition])
	if got := brute.Of(rules.StartMisere(3)); got.Proof != Draw {
		t.Errorf("misère 3×3 is %s", got)
	}
	levels := Levels(v)
	strongest, err := New(v, levels[len(levels)-1], 1)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range brute {
		if p.Outcome().Over {
			continue
		}
		choice, err := strongest.Choose(context.Background(), History{Start: p})
		if err != nil {
			t.Fatal(err)
		}
		if got := brute.OfMove(p, choice.Move); got != want {
			t.Errorf("%s: %s is %s, want %s", p, choice.Move, got, want)
		}
	}
}

// TestStrongestHoldsMisere checks that a player that searches 3,000 positions does not lose against
// random play on larger boards. The first player of 5×5 and the second of 4×4 can always draw.
func TestStrongestHoldsMisere(t *testing.T) {
	t.Parallel()
	for size, own := range map[int]game.Mark{4: game.O, 5: game.X} {
		for seed := range uint64(4) {
			rng := rand.New(rand.NewPCG(seed, 0))
			player := NewPlayer(rules.Misere(size), Strength{Nodes: 3000}, seed)
			p := rules.StartMisere(size)
			for !p.Outcome().Over {
				s := oneOf(p.Moves(), rng)
				if p.ToMove() == own {
					choice, err := player.Choose(context.Background(), History{Start: p})
					if err != nil {
						t.Fatal(err)
					}
					s = choice.Move
				}
				p = p.After(s)
			}
			if p.Outcome().Winner == own.Opponent() {
				t.Errorf("seed %d: lost as %s: %s", seed, own, p)
			}
		}
	}
}
