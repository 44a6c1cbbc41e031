package ai

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

func TestMisereFacts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		position, move string
		fact           fact
		want           bool
	}{
		{"xx1/oo1/3 x", "c1", losesGame, true},
		{"xx1/oo1/3 x", "c2", losesGame, false},
		{"xx1/oo1/3 x", "c2", sparesLine, true},
		{"xx1/oo1/3 x", "b3", sparesLine, false},
		{"x2/1o1/3 x", "b1", risksLine, true},
		{"x2/1o1/3 x", "c3", risksLine, false},
		{"3/3/3 x", "b2", mirrors, true},
		{"3/3/3 x", "a1", mirrors, false},
		{"o2/1x1/3 x", "c3", mirrors, true},
		{"o2/1x1/3 x", "a3", mirrors, false},
	} {
		p := parse(t, rules.Misere(3), test.position)
		s, err := game.ParseSquare(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(seen(p, s), test.fact); got != test.want {
			t.Errorf("%s, %s: %+v is seen: %t, want %t", test.position, test.move, test.fact, got, test.want)
		}
	}
}

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

// TestLevelsAvoidLinesInMisere checks how often levels avoid completing a line, which is the easiest feature to notice.
// A level that does not search must avoid it nearly as often as its Sight, a probability, says. A level that searches
// must always avoid it.
func TestLevelsAvoidLinesInMisere(t *testing.T) {
	t.Parallel()
	const count = 150
	for size := 3; size <= 5; size++ {
		positions := losable(size, count)
		for _, l := range kindOf(rules.Misere(size)).levels {
			if l.published != nil {
				continue
			}
			avoided := 0
			for seed, p := range positions {
				s := l.strength
				s.Nodes = min(s.Nodes, 1000) // a thousand nodes are enough to avoid a line, and keep the test short
				choice, err := NewPlayer(p.Variant(), s, uint64(seed)).Choose(context.Background(), History{Start: p})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(losing(p), choice.Move) {
					avoided++
				}
			}
			least := count
			if l.strength.Nodes == 0 {
				least = int(count * 0.92 * (1 - math.Pow(1-l.strength.Sight, conspicuous)))
			}
			t.Logf("%d×%d, %s: %d of %d, least %d", size, size, l.name, avoided, count, least)
			if avoided < least {
				t.Errorf("%d×%d: %s avoids %d lines of %d, want at least %d", size, size, l.name, avoided, count, least)
			}
		}
	}
}

// losable returns positions of random games where some moves complete a line, which loses, and other moves do not.
func losable(size, count int) (positions []rules.MiserePosition) {
	rng := rand.New(rand.NewPCG(uint64(size), 0))
	for len(positions) < count {
		for p := rules.StartMisere(size); !p.Outcome().Over; p = p.After(oneOf(p.Moves(), rng)) {
			if lost := len(losing(p)); lost > 0 && lost < len(p.Moves()) {
				positions = append(positions, p)
				break
			}
		}
	}
	return positions
}

func losing(p rules.MiserePosition) []game.Square {
	return slices.DeleteFunc(p.Moves(), func(s game.Square) bool { return p.After(s).Outcome().Winner == game.Empty })
}
