package ai

import (
	"math/rand/v2"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// add adds a position with its moves, best first.
func (b *Book) add(p rules.UltimatePosition, moves []BookMove) {
	if b.moves == nil {
		b.moves = make(map[string][]BookMove)
	}
	key, m := game.CanonicalFrom(p, 0)
	shown := make([]BookMove, len(moves))
	for i, move := range moves {
		shown[i] = BookMove{m.Of(move.Square, game.MaxSize), move.Expected}
	}
	b.moves[key] = shown
	b.plies = max(b.plies, p.Ply())
}

// randomGame plays a random game of up to 30 plies and returns its positions. It also returns the positions of the same
// game mapped by the symmetry m. If `swapped` is true, O begins the second game.
func randomGame(rng *rand.Rand, m game.Symmetry, swapped bool) (one, other []rules.UltimatePosition) {
	p, q := rules.StartUltimate(), rules.StartUltimate()
	if swapped {
		q = q.Beginning(game.O)
	}
	one, other = append(one, p), append(other, q)
	for range 30 {
		if p.Outcome().Over {
			break
		}
		s := p.Moves()[rng.IntN(len(p.Moves()))]
		p, q = p.After(s), q.After(m.Of(s, game.MaxSize))
		one, other = append(one, p), append(other, q)
	}
	return one, other
}

// TestFindsWhatIsTheSame checks that one entry covers all symmetrical positions, and that the moves
// are mapped accordingly.
func TestFindsWhatIsTheSame(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 0))
	for m := range game.Symmetry(game.Symmetries) {
		one, other := randomGame(rng, m, m%2 == 1)
		for ply := range min(len(one), 12) {
			b := new(Book)
			p := one[ply]
			var moves []BookMove
			for i, s := range p.Moves() {
				moves = append(moves, BookMove{s, 1 - float64(i)/100})
			}
			b.add(p, moves)
			found := b.Find(other[ply], rng)
			if len(found) != len(moves) {
				t.Fatalf("%s: %d moves found, %d entered", other[ply], len(found), len(moves))
			}
			for i, move := range found {
				// The moves may differ, but the positions after them must be equivalent.
				if want := p.After(moves[i].Square); game.Canonical(other[ply].After(move.Square)) != game.Canonical(want) || move.Expected != moves[i].Expected {
					t.Fatalf("%s: found %s, which is not %s in %s", other[ply], move.Square, moves[i].Square, p)
				}
			}
		}
	}
}

func TestFindKnowsNothingElse(t *testing.T) {
	t.Parallel()
	b, rng := new(Book), rand.New(rand.NewPCG(3, 0))
	b.add(rules.StartUltimate().After(game.At(4, 4)), []BookMove{{game.At(3, 3), 0.5}})
	for _, p := range []rules.UltimatePosition{rules.StartUltimate(), rules.StartUltimate().After(game.At(0, 0))} {
		if found := b.Find(p, rng); found != nil || b.seen(p, 0) != nil {
			t.Errorf("%s: found %v", p, found)
		}
	}
}

// TestStandardBook checks that the embedded book has only canonical positions and legal moves, best first, and no move that
// is much worse than the best.
func TestStandardBook(t *testing.T) {
	t.Parallel()
	const margin = 0.0401 // 0.04, the limit of the search that made the book, plus rounding
	b := StandardBook()
	if len(b.moves) != strings.Count(embedded, "\n")-1 || len(b.moves) < 200 || b.seen(rules.StartUltimate(), 0) == nil {
		t.Errorf("%d positions", len(b.moves))
	}
	plies := 0
	for key, moves := range b.moves {
		p := parse(t, game.Ultimate, key)
		if plies = max(plies, p.Ply()); game.Canonical(p) != key {
			t.Errorf("%s is not in canonical form", key)
		}
		for i, move := range moves {
			if p.Check(move.Square) != nil || move.Expected <= 0 || move.Expected >= 1 || move.Expected > moves[max(i-1, 0)].Expected || move.Expected < moves[0].Expected-margin {
				t.Errorf("%s: %v", key, moves)
			}
		}
	}
	if plies != b.plies {
		t.Errorf("the latest position is after %d plies, not %d", plies, b.plies)
	}
	// The book has an entry for the position after every first move.
	for _, s := range rules.StartUltimate().Moves() {
		if p := rules.StartUltimate().After(s); b.seen(p, 0) == nil {
			t.Errorf("no answer to %s", s)
		}
	}
}
