package rules_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

func TestVariants(t *testing.T) {
	t.Parallel()
	all := rules.Variants()
	if len(all) != 9+1+3+1+21 /* with fewer in a row than columns */ {
		t.Errorf("%d variants: %v", len(all), all)
	}
	for text, want := range map[string]game.Variant{
		"classic 1": game.Classic(1), "classic 9": game.Classic(9), "classic": game.Classic(3), "ultimate": game.Ultimate,
		"classic 7 4": game.InARow(7, 4), "classic 9 8": game.InARow(9, 8), "classic 3 3": game.Classic(3), "classic 9 9": game.Classic(9),
		"misere 3": rules.Misere(3), "misere 5": rules.Misere(5), "misere": rules.Misere(3),
		"vanishing 3": rules.Vanishing, "vanishing": rules.Vanishing,
	} {
		if got, err := rules.ParseVariant(text); err != nil || got != want {
			t.Errorf("ParseVariant(%q) = %v, error %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", " 3", "3", "classic 0", "classic 10", "classic x", "classic  3", "classic 3 ", "classic 03", "classic 3 2", "classic 3 4", "classic 9 10", "classic 1 1", "classic 2 2", "classic 7 4 ", "classic 7 04", "classic 7 0",
		"Ultimate", "ultimate ", "ultimate 9", "misere 2", "misere 6", "misere 3 3", "misere 4 3", "misère 3", "é", "vanishing 4", "vanishing 3 3",
	} {
		if got, err := rules.ParseVariant(text); err == nil || got != (game.Variant{}) {
			t.Errorf("ParseVariant(%q) = %v, error %v", text, got, err)
		}
	}
	if _, err := rules.ParseVariant("classic 7 8"); !strings.Contains(err.Error(), "classic N K for 3 to N in a row") {
		t.Errorf("eight in a row on 7×7: the error %q does not say how many there may be", err)
	}
	for _, v := range []game.Variant{{}, game.Classic(-1), game.Classic(0), game.Classic(10), game.Classic(256 + 3), game.InARow(7, 2), game.InARow(7, 8), {Kind: "classic", N: 3, K: 3}, {Kind: "misere", N: 4, K: 3}, rules.Misere(2)} {
		if rules.Valid(v) {
			t.Errorf("%v is valid", v)
		}
	}
}

// TestEveryVariantIsComplete checks for every variant that its name can be parsed, that its board fits the notation,
// that no other variant of its kind with the same K has the same start position, and that random games can be played
// and read back.
func TestEveryVariantIsComplete(t *testing.T) {
	t.Parallel()
	starts := map[string]game.Variant{}
	for _, v := range rules.Variants() {
		if got, err := rules.ParseVariant(v.String()); err != nil || got != v {
			t.Errorf("%q cannot be read back: ParseVariant gives %q, error %v", v, got, err)
		}
		if v.Size() < 1 || v.Size() > game.MaxSize {
			t.Errorf("%q has boards of size %d; squares have a notation up to %d", v, v.Size(), game.MaxSize)
		}
		for _, begins := range []game.Mark{game.X, game.O} {
			p := rules.Start(v, begins)
			if p.Variant() != v || p.ToMove() != begins || p.Ply() != 0 || p.Outcome().Over {
				t.Errorf("%q begun by %s does not start with its empty board, but with %q of %q", v, begins, p, p.Variant())
			}
			if other, ok := starts[p.String()]; ok && other.Kind == v.Kind && other.K == v.K {
				t.Errorf("%q and %q start with the same board %q", v, other, p)
			}
			starts[p.String()] = v
			rng := rand.New(rand.NewPCG(*seed, 100+uint64(v.N+100*v.K)))
			for range 200 {
				checkPlayout(t, p, rng)
			}
		}
	}
}

// checkPlayout plays a game of random moves from p. It checks that each position has a legal move, that Parse reads the
// notation of each position, that ReadSquare reads the notation of each move, and that Replay reaches the same end.
func checkPlayout(t *testing.T, p game.Position, rng *rand.Rand) {
	t.Helper()
	from, played := p, []game.Square(nil)
	for !p.Outcome().Over {
		moves := p.Moves()
		if len(moves) == 0 {
			t.Errorf("%q: %s is not over, but has no move", p.Variant(), p)
			return
		}
		s := moves[rng.IntN(len(moves))]
		next, err := p.Play(s)
		if err != nil || next.Variant() != p.Variant() {
			t.Errorf("%q: %s refuses its move %s, or leads to another variant: %v, error %v", p.Variant(), p, s, next, err)
			return
		}
		p, played = next, append(played, s)
		if got, err := rules.Parse(p.Variant(), p.String()); err != nil || !same(got, p) {
			t.Errorf("%q: %q cannot be read back: Parse gives %v, error %v", p.Variant(), p, got, err)
			return
		}
		if got, err := rules.ReadSquare(p, s.String(), false); err != nil || got != s {
			t.Errorf("%q: ReadSquare(%q) = %s, error %v", p.Variant(), s, got, err)
			return
		}
	}
	if got, err := rules.Replay(from, played); err != nil || !same(got, p) || got.Outcome() != p.Outcome() {
		t.Errorf("%q: Replay(%v) = %v, error %v, want %s", p.Variant(), played, got, err, p)
	}
}

// same reports whether two positions are equal. Vanishing ones may have been reached by different moves.
func same(a, b game.Position) bool {
	if _, ok := a.(game.Vanishing); ok {
		return a.String() == b.String()
	}
	return a == b
}
