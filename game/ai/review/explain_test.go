package review

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
	"noughts/render/golden"
)

// aMove returns a random unfinished position of a random variant, and a legal move.
func aMove(rng *rand.Rand) (game.Position, game.Square) {
	v := game.Ultimate
	switch n := rng.IntN(8); {
	case n == 4:
		v = rules.Misere(3 + rng.IntN(3))
	case n > 4:
		v = rules.Variants()[rng.IntN(len(rules.Variants()))]
	}
	for {
		p := rules.Start(v, game.X+game.Mark(rng.IntN(2)))
		for range rng.IntN(v.Size() * v.Size()) {
			if moves := p.Moves(); len(moves) > 0 {
				p, _ = p.Play(moves[rng.IntN(len(moves))])
			}
		}
		if moves := p.Moves(); len(moves) > 0 {
			return p, moves[rng.IntN(len(moves))]
		}
	}
}

// aSearch returns made-up results of a search: a random score for each legal move.
func aSearch(rng *rand.Rand, p game.Position) Known {
	var k Known
	for _, move := range p.Moves() {
		score := engine.Score{Expected: float64(rng.IntN(101)) / 100}
		if rng.IntN(2) == 0 {
			score = engine.Proven([]engine.Proof{engine.Win, engine.Loss, engine.Loss, engine.Draw}[rng.IntN(4)], 2+rng.IntN(5))
		}
		k = append(k, engine.Choice{Move: move, Info: engine.Info{Score: score}})
	}
	slices.SortStableFunc(k, func(a, b engine.Choice) int { return cmp.Compare(b.Score.Expected, a.Score.Expected) })
	return k
}

// text returns a reason in short form, without the fields that say nothing.
func (r Reason) text() string {
	said := string(r.Kind)
	if r.Square != NoSquare {
		said += " " + r.Square.String()
	}
	if r.Board != NoBoard {
		said += fmt.Sprint(" board ", r.Board)
	}
	if r.Plies != 0 {
		said += fmt.Sprint(" in ", r.Plies)
	}
	if r.By != 0 {
		said += fmt.Sprintf(" by %.2f", r.By)
	}
	if r.Lines != 0 {
		said += fmt.Sprint(" lines ", r.Lines)
	}
	if len(r.Squares) > 0 && !slices.Equal(r.Squares, []game.Square{r.Square}) {
		said += " of " + game.Moves(r.Squares).String()
	}
	return said
}

// TestReasons writes random moves with all reasons for and against them, those that Why and WhyNot choose, and a hint. Moves
// are left out once all their kinds of reasons have occurred often. A second implementation of all kinds agreed with the
// reasons that need no search: it is brute_test.go in this folder's history.
func TestReasons(t *testing.T) {
	t.Parallel()
	const often = 7
	rng, found := rand.New(rand.NewPCG(1, 0)), make(map[Kind]int)
	var b strings.Builder
	for range 20_000 {
		p, move := aMove(rng)
		k := aSearch(rng, p)
		if rng.IntN(4) == 0 {
			k = Known{}
		}
		v, _ := newView(p, move, k)
		var all []string
		isRare := false
		for _, kind := range Kinds() {
			for _, r := range v.find(kind) {
				found[kind]++
				isRare = isRare || found[kind] <= often
				all = append(all, r.text())
			}
		}
		if !isRare {
			continue
		}
		chosen := func(reasons []Reason) (kinds []Kind) {
			for _, r := range reasons {
				kinds = append(kinds, r.Kind)
			}
			return kinds
		}
		fmt.Fprintf(&b, "%s, %s: %s\n\t%s\n\tfor %s, against %s", p.Variant(), p, move, strings.Join(all, ", "),
			chosen(Why(p, move, k)), chosen(WhyNot(p, move, k)))
		if h, ok := HintFor(p, k); ok {
			fmt.Fprintf(&b, ", hint %s %s %+v", h.Look, h.Move, h.Where)
		}
		b.WriteString("\n")
	}
	for _, kind := range Kinds() {
		if found[kind] < often {
			t.Errorf("kind %s is said %d times", kind, found[kind])
		}
	}
	golden.Check(t, "reasons.golden", b.String())
}

// TestEveryMoveIsExplained checks, for random moves and search results, that Why returns one to three reasons and WhyNot
// at most three, and that no kind occurs twice.
func TestEveryMoveIsExplained(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 3000 {
		p, move := aMove(rng)
		var k Known
		if i%3 != 0 {
			k = aSearch(rng, p)
		}
		why, not := Why(p, move, k), WhyNot(p, move, k)
		if len(why) == 0 || len(why) > 3 || len(not) > 3 {
			t.Fatalf("%s %s, %s: %d for it, %d against it", p.Variant(), p, move, len(why), len(not))
		}
		for _, reasons := range [][]Reason{why, not} {
			kinds := make(map[Kind]bool)
			for _, r := range reasons {
				kinds[r.Kind] = true
			}
			if len(kinds) != len(reasons) {
				t.Fatalf("%s %s, %s: a kind twice in %+v", p.Variant(), p, move, reasons)
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
		if len(Warn(p, move, Known{})) > 0 {
			t.Errorf("%d: a blunder", move)
		}
	}
	if _, ok := HintFor(p, Known{}); ok {
		t.Error("a hint of nothing")
	}
}

// TestEveryKindIsSaid checks that each kind occurs in one of the lists, and leads a hint to something to look at.
func TestEveryKindIsSaid(t *testing.T) {
	t.Parallel()
	good := slices.Concat(forMove, besides)
	for _, kind := range Kinds() {
		if !slices.Contains(good, kind) && !slices.Contains(against, kind) {
			t.Errorf("kind %s is never said", kind)
		}
	}
	for _, kind := range good {
		if _, ok := looks[kind]; !ok && kind != FillsBoard && kind != Draws && kind != OthersWorse && kind != BestReasons {
			t.Errorf("a hint does not know what to look at for kind %s", kind)
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
