package game_test

import (
	"math/rand/v2"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// TestCanonical plays random games next to their images under each symmetry, begun by the other side. At every ply both
// positions must have the same canonical text. At Ultimate the openings a1 and b1, which no symmetry maps to each
// other, must have different texts.
func TestCanonical(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	for _, v := range []game.Variant{game.Classic(3), game.InARow(5, 4), game.InARow(7, 4), game.Classic(8), game.Ultimate} {
		for m := range game.Symmetry(game.Symmetries) {
			one, other := rules.Start(v, game.X), rules.Start(v, game.O)
			for !one.Outcome().Over {
				if game.Canonical(one) != game.Canonical(other) {
					t.Fatalf("%s, symmetry %d: %s is %s, %s is %s", v, m, one, game.Canonical(one), other, game.Canonical(other))
				}
				s := one.Moves()[rng.IntN(len(one.Moves()))]
				one, other = play(t, one, s), play(t, other, m.Of(s, v.Size()))
			}
		}
	}
	start := rules.Start(game.Ultimate, game.X)
	if a, b := game.Canonical(play(t, start, game.At(0, 0))), game.Canonical(play(t, start, game.At(1, 0))); a == b {
		t.Errorf("a corner and its neighbour are one: %s", a)
	}
}

// TestCanonicalIsNotation checks that a canonical text can be parsed, has X to move, and is its own canonical text.
func TestCanonicalIsNotation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 0))
	for p := rules.Start(game.Ultimate, game.X); !p.Outcome().Over; p = play(t, p, p.Moves()[rng.IntN(len(p.Moves()))]) {
		text := game.Canonical(p)
		again, err := rules.Parse(game.Ultimate, text)
		if err != nil || game.Canonical(again) != text || again.ToMove() != game.X {
			t.Fatalf("%s is written %q: %v, error %v", p, text, again, err)
		}
	}
}

func TestSymmetryInverse(t *testing.T) {
	t.Parallel()
	for size := 1; size <= game.MaxSize; size++ {
		for m := range game.Symmetry(game.Symmetries) {
			for s := range game.Square(game.MaxSize * game.MaxSize) {
				if s.On(size) && m.Inverse().Of(m.Of(s, size), size) != s {
					t.Errorf("size %d: symmetry %d undone turns %s into %s", size, m, s, m.Inverse().Of(m.Of(s, size), size))
				}
			}
		}
	}
}

func play(t *testing.T, p game.Position, s game.Square) game.Position {
	t.Helper()
	next, err := p.Play(s)
	if err != nil {
		t.Fatalf("%s: %s: %v", p, s, err)
	}
	return next
}

// TestNear compares each position of random games with each of the same game, turned and begun by the other side, and
// with those of another game.
func TestNear(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 0))
	for _, v := range []game.Variant{game.Classic(3), game.InARow(7, 4), game.Ultimate} {
		random := func() (all []game.Position, moves []game.Square) {
			p := rules.Start(v, game.X)
			for all = append(all, p); !p.Outcome().Over; all = append(all, p) {
				moves = append(moves, p.Moves()[rng.IntN(len(p.Moves()))])
				p, _ = p.Play(moves[len(moves)-1])
			}
			return all, moves
		}
		for way := range game.Symmetry(game.Symmetries) {
			played, moves := random()
			turned := []game.Position{rules.Start(v, game.O)}
			for i, s := range moves {
				turned = append(turned, play(t, turned[i], way.Of(s, v.Size())))
			}
			other, _ := random()
			strangers := 0
			for i, a := range played {
				for j, b := range turned {
					if got := game.Near(a, b, 4); got != (max(i, j)-min(i, j) <= 4) {
						t.Errorf("%s and %s: %t", a, b, got)
					}
				}
				if i < len(other) && game.Near(a, other[i], 4) {
					strangers++
				}
			}
			if v != game.Classic(3) && strangers > 6 {
				t.Errorf("%s: %d positions are near to those of another game", v, strangers)
			}
		}
	}
	if game.Near(rules.Start(game.Classic(4), game.X), rules.Start(game.Classic(5), game.X), 4) {
		t.Error("positions of two variants are near")
	}
}

// TestNearWhereMarksVanish plays a random game and its image, begun by the other side. A position is near to those up to two moves
// away, and seldom to another.
func TestNearWhereMarksVanish(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 0))
	far, pairs := 0, 0
	for way := range game.Symmetry(game.Symmetries) {
		played, turned := []game.Position{rules.Start(rules.Vanishing, game.X)}, []game.Position{rules.Start(rules.Vanishing, game.O)}
		for i := 0; !played[i].Outcome().Over; i++ {
			s := played[i].Moves()[rng.IntN(len(played[i].Moves()))]
			played, turned = append(played, play(t, played[i], s)), append(turned, play(t, turned[i], way.Of(s, 3)))
		}
		for i, a := range played {
			for j, b := range turned {
				got := game.Near(a, b, 4)
				if apart := max(i, j) - min(i, j); apart <= 2 && !got {
					t.Errorf("%s and %s are not near", a, b)
				} else if apart > 2 && min(i, j) > 5 {
					if pairs++; got {
						far++
					}
				}
			}
		}
	}
	if pairs == 0 || far > pairs/10 {
		t.Errorf("%d of %d positions far apart are near", far, pairs)
	}
}

// TestNearWhereNoMarkHasVanished compares positions with few marks: until a side has all its marks, a move only adds one.
func TestNearWhereNoMarkHasVanished(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"1x1/3/2o x b1,c3", "1x1/3/o2 x b1,a3", true}, // a mirror image
		{"1x1/3/2o x b1,c3", "1x1/1o1/3 x b1,b2", false},
		{"1x1/3/2o x b1,c3", "1x1/x2/2o o b1,c3,a2", true},
		{"1x1/3/2o x b1,c3", "xox/1ox/2o x a1,b1,c1,b2,c2,c3", false},
		{"x2/ox1/2o x a1,a2,b2,c3", "x1o/ox1/x1o x a1,a2,b2,c3,a3,c1", true},
		{"x2/ox1/2o x a1,a2,b2,c3", "x1o/2x/3 o a1,c1,c2", false},
	} {
		a, b := parse(t, tt.a), parse(t, tt.b)
		if got := game.Near(a, b, 4); got != tt.want {
			t.Errorf("%s and %s near: %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
}

func parse(t *testing.T, text string) game.Position {
	t.Helper()
	p, err := rules.Parse(rules.Vanishing, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
