package review

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

var (
	cases = flag.Int("explain.cases", usualCases, "how many random moves are explained")
	seed  = flag.Uint64("explain.seed", 1, "what they are drawn by")
)

// enough is a number of cases. A test with at least as many cases requires that every kind of reason occurs.
const enough = 3000

// aMove returns a random unfinished position of a variant, and a legal move.
func aMove(rng *rand.Rand, v game.Variant) (game.Position, game.Square) {
	begins := game.X
	if rng.IntN(4) == 0 {
		begins = game.O
	}
	for {
		p := rules.Start(v, begins)
		for range rng.IntN(v.Size() * v.Size()) {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			p, _ = p.Play(moves[rng.IntN(len(moves))])
		}
		if moves := p.Moves(); len(moves) > 0 {
			return p, moves[rng.IntN(len(moves))]
		}
	}
}

// aVariant returns a random variant: Ultimate half of the time, and misère more often than other variants.
func aVariant(rng *rand.Rand) game.Variant {
	switch n := rng.IntN(8); {
	case n < 4:
		return game.Ultimate
	case n == 4:
		return rules.Misere(3 + rng.IntN(3))
	}
	all := rules.Variants()
	return all[rng.IntN(len(all))]
}

// TestReasonsAgainstBruteForce compares the reasons that need no search with brute force, for
// random moves in all variants.
func TestReasonsAgainstBruteForce(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 0))
	found := make(map[Kind]int)
	for range *cases {
		p, move := aMove(rng, aVariant(rng))
		v, ok := newView(p, move, Known{})
		if !ok {
			t.Fatalf("%s: %s is not legal", p, move)
		}
		b := newBrute(p, move)
		for _, kind := range Kinds() {
			want, ok := b.reasons(kind)
			if !ok {
				continue
			}
			got := v.find(kind)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("%s %s, %s: kind %s (-brute force +said)\n%s", p.Variant(), p, move, kind, diff)
			}
			found[kind] += len(got)
		}
	}
	for kind, n := range found {
		if n == 0 && *cases >= enough {
			t.Errorf("no case of kind %s", kind)
		}
	}
	t.Logf("%d moves; by kind: %v", *cases, found)
}

// aSearch returns made-up results of a search: a random score for each legal move.
func aSearch(rng *rand.Rand, p game.Position) Known {
	var k Known
	for _, move := range p.Moves() {
		score := engine.Score{Expected: float64(rng.IntN(101)) / 100}
		if rng.IntN(2) == 0 {
			score = engine.Proven([]engine.Proof{engine.Win, engine.Loss, engine.Loss, engine.Draw}[rng.IntN(4)], 2+rng.IntN(5))
		}
		k.Choices = append(k.Choices, engine.Choice{Move: move, Info: engine.Info{Score: score}})
	}
	slices.SortStableFunc(k.Choices, func(a, b engine.Choice) int { return cmp.Compare(b.Score.Expected, a.Score.Expected) })
	return k
}

// TestEveryMoveIsExplained checks, for random moves and search results, that Why returns one to
// three reasons and WhyNot at most three. All reasons must be true, and no kind may occur twice. A
// reason with a changed field must be false.
func TestEveryMoveIsExplained(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 1))
	for i := range *cases {
		p, move := aMove(rng, aVariant(rng))
		var k Known
		if i%3 != 0 {
			k = aSearch(rng, p)
		}
		why, not := Why(p, move, k), WhyNot(p, move, k)
		if len(why) == 0 || len(why) > 3 || len(not) > 3 {
			t.Fatalf("%s %s, %s: %d for it, %d against it", p.Variant(), p, move, len(why), len(not))
		}
		for _, r := range slices.Concat(why, not) {
			if !r.holds(p, move, k) {
				t.Fatalf("%s %s, %s: %+v does not hold", p.Variant(), p, move, r)
			}
			same := func(o Reason) bool { return o.Kind == r.Kind }
			if len(slices.DeleteFunc(slices.Clone(why), same)) < len(why)-1 || len(slices.DeleteFunc(slices.Clone(not), same)) < len(not)-1 {
				t.Fatalf("%s %s, %s: %+v twice", p.Variant(), p, move, r)
			}
			for _, wrong := range []Reason{
				{r.Kind, r.Square ^ 80, r.Board, r.Plies, r.By, r.Lines, r.Squares},
				{r.Kind, r.Square, r.Board + 20, r.Plies, r.By, r.Lines, r.Squares},
				{r.Kind, r.Square, r.Board, r.Plies + 20, r.By, r.Lines, r.Squares},
				{r.Kind, r.Square, r.Board, r.Plies, r.By - 0.5, r.Lines, r.Squares},
				{r.Kind, r.Square, r.Board, r.Plies, r.By, r.Lines + 20, r.Squares},
			} {
				if wrong.holds(p, move, k) {
					t.Fatalf("%s %s, %s: %+v is said, and %+v holds too", p.Variant(), p, move, r, wrong)
				}
			}
		}
	}
}

// TestNothingIsSaidOfIllegalMoves checks that Why and WhyNot return nothing for an illegal move.
func TestNothingIsSaidOfIllegalMoves(t *testing.T) {
	t.Parallel()
	p := rules.Start(game.Classic(3), game.X)
	p, _ = p.Play(game.At(1, 1))
	for _, move := range []game.Square{game.At(1, 1), game.At(5, 5), NoSquare} {
		if why, not := Why(p, move, Known{}), WhyNot(p, move, Known{}); why != nil || not != nil {
			t.Errorf("%d: %v, %v", move, why, not)
		}
		if (Reason{Kind: CompletesNone, Square: NoSquare, Board: NoBoard}).holds(p, move, Known{}) {
			t.Errorf("%d: a reason holds", move)
		}
		if _, blunder := Warn(p, move, Known{}); blunder {
			t.Errorf("%d: a blunder", move)
		}
	}
	if _, ok := HintFor(p, Known{}); ok {
		t.Error("a hint of nothing")
	}
}

// TestEveryKindIsDefined checks that each kind in `forMove`, `besides` and `against` has a function in `definitions`,
// and that each kind in `definitions` occurs in one of the three lists.
func TestEveryKindIsDefined(t *testing.T) {
	t.Parallel()
	said := slices.Concat(forMove, besides, against)
	for _, kind := range said {
		if definitions[kind] == nil {
			t.Errorf("kind %s has no definition", kind)
		}
	}
	for _, kind := range Kinds() {
		if !slices.Contains(said, kind) {
			t.Errorf("kind %s is never said", kind)
		}
	}
}

// BenchmarkWhy explains a move in the middle of a game of Ultimate.
func BenchmarkWhy(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 0))
	p := latePosition(rng, game.Ultimate, 40)
	move, k := p.Moves()[0], aSearch(rng, p)
	for b.Loop() {
		Why(p, move, k)
	}
}

// holds reports whether a reason is true of a legal move in a position. k has the known values.
func (r Reason) holds(p game.Position, move game.Square, k Known) bool {
	v, ok := newView(p, move, k)
	return ok && slices.ContainsFunc(v.find(r.Kind), func(found Reason) bool { return reflect.DeepEqual(found, r) })
}
