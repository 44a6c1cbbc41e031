package rules_test

import (
	"math/rand/v2"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// TestDeadPositionsEndDrawn plays random games. Once IsDead has returned true, it must stay true, and the game must end
// in a draw.
func TestDeadPositionsEndDrawn(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 7))
	found := 0
	for _, v := range rules.Variants() {
		for range 100 {
			p, dead := rules.Start(v, game.X), false
			for !p.Outcome().Over {
				if rules.IsDead(p) {
					dead = true
				} else if dead {
					t.Fatalf("%s: %s was dead and is no more", v, p)
				}
				moves := p.Moves()
				p, _ = p.Play(moves[rng.IntN(len(moves))])
			}
			if drawn := p.Outcome().Drawn(); dead && !drawn || rules.IsDead(p) != drawn {
				t.Fatalf("%s: %s was dead: %t, and ended %+v", v, p, dead, p.Outcome())
			}
			if dead {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no game was dead before its end")
	}
}

func TestDead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant  game.Variant
		position string
		want     bool
	}{
		{game.Classic(3), "xox/1xo/oxo x", true},  // a2 is on no open line
		{game.Classic(3), "xo1/1x1/1o1 x", false}, // a diagonal is open
		{game.Classic(3), "oxx/xoo/o1x x", true},  // b3 is on no open line
		{game.Ultimate, "9/9/9/9/9/9/9/9/9 x -", false},
	} {
		if got := rules.IsDead(position(t, tt.variant, tt.position)); got != tt.want {
			t.Errorf("%s: %t", tt.position, got)
		}
	}
}
