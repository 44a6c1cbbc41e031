package card

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
	"noughts/render/golden"
)

// looks returns everything that the first step of a hint can tell a player to look for, sorted.
func looks() []review.Subject {
	var all []review.Subject
	for _, kind := range review.Kinds() {
		if look := kind.Look(); look != "" {
			all = append(all, look)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestReasonsInWords(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	var all strings.Builder
	for _, kind := range review.Kinds() {
		last := ""
		for _, n := range []int{1, 7} {
			r := review.Reason{Kind: kind, Square: game.At(6, 8), Board: 6, Plies: n, By: 0.2, Squares: []game.Square{game.At(0, 0), game.At(2, 2)}}
			said := Reasons(l, game.X, Letter, []review.Reason{r})[0]
			if said != last {
				fmt.Fprintf(&all, "%s: %s\n", kind, said)
			}
			last = said
		}
	}
	for _, look := range looks() {
		fmt.Fprintf(&all, "%s: %s\n", look, Hint(l, game.X, Letter, review.Hint{Look: look})[0])
	}
	for board := range 9 {
		fmt.Fprintln(&all, Reasons(l, game.X, Letter, []review.Reason{{Kind: review.WinsBoard, Board: board}, {Kind: review.SendsToBoard, Board: board}}),
			Hint(l, game.X, Letter, review.Hint{Look: review.LookBoard, Where: review.Region{Board: board}})[1])
	}
	golden.Check(t, "reasons.txt", all.String())
}

// explained is a list of positions, each with a move to explain.
var explained = []struct {
	variant  game.Variant
	position string
	move     string
}{
	{game.Classic(3), "3/3/3 x", "b2"},
	{game.Classic(3), "x2/1o1/3 x", "c3"},
	{game.Classic(3), "x2/1o1/2x o", "b1"},
	{game.Classic(3), "x2/1o1/2x o", "a3"},
	{game.Classic(3), "xx1/oo1/3 x", "c1"},
	{game.Classic(3), "xx1/oo1/3 x", "a3"},
	{game.Classic(3), "xox/oxo/ox1 x", "c3"},
	{game.InARow(7, 4), "7/7/2xx3/2o4/3o3/7/7 x", "e3"},
	{game.InARow(7, 4), "7/7/2xxx2/2o4/3o3/7/7 o", "b3"},
	{game.InARow(7, 4), "7/7/2xx3/2oo3/7/7/7 x", "g7"},
	{rules.Misere(3), "3/3/3 x", "b2"},
	{rules.Misere(3), "x2/1x1/1oo o", "a3"},
	{rules.Vanishing, "3/3/3 x -", "b2"},
	{rules.Vanishing, "x1x/o2/oox x a1,a2,c1,b3,c3,a3", "c2"},
	{rules.Vanishing, "x1x/o2/oox x a1,a2,c1,b3,c3,a3", "b1"},
	{rules.Vanishing, "x1x/1o1/oxo x a1,b2,c1,c3,b3,a3", "b1"},
	{rules.Vanishing, "x1x/1o1/oxo x a1,b2,c1,c3,b3,a3", "c2"},
	{game.Ultimate, "9/9/9/9/9/9/9/9/9 x -", "e5"},
	{game.Ultimate, "9/9/9/4x4/9/9/9/9/9 o 2", "e2"},
	{game.Ultimate, after("d5 a4 c1 h2 e5 d4 a1 b2 f5 g4 b1"), "d2"},
	{game.Ultimate, after("d5 a4 c1 h2 e5 d4 a1 b2 f5 g4 b1 e2 g8 b5 g9 c9"), "i7"},
	{game.Ultimate, after("d5 a4 c1 h2 e5 d4 a1 b2 f5 g4 b1 e2 g8 b5 g9 c9"), "h7"},
	{game.Ultimate, after("d5 a4 c1 h2 e5 d4 a1 b2 f5 g4 b1 e2 g8 b5 g9"), "b8"},
	{game.Ultimate, after("e5 d4 a1 a2 a4 a3 b7 d3"), "a9"},
}

func after(moves string) string {
	p := rules.Start(game.Ultimate, game.X)
	for _, word := range strings.Fields(moves) {
		s, err := game.ParseSquare(word)
		if err == nil {
			p, err = p.Play(s)
		}
		if err != nil {
			panic(word + ": " + err.Error())
		}
	}
	return p.String()
}

func TestExplained(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	var all strings.Builder
	for _, e := range explained {
		p, err := rules.Parse(e.variant, e.position)
		if err != nil {
			t.Errorf("%s %s: %v", e.variant, e.position, err)
			continue
		}
		move, _ := game.ParseSquare(e.move)
		choices, err := ai.NewSearcher(e.variant, 1, 1).Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{Nodes: 20000})
		if err != nil {
			t.Fatal(err)
		}
		k, side := choices, p.ToMove()
		fmt.Fprintf(&all, "%s %s, %s\n", e.variant, p, move)
		for _, said := range Reasons(l, side, Letter, review.Why(p, move, k)) {
			fmt.Fprintf(&all, "  + %s\n", said)
		}
		for _, said := range Reasons(l, side, Letter, review.WhyNot(p, move, k)) {
			fmt.Fprintf(&all, "  - %s\n", said)
		}
		if len(review.Warn(p, move, k)) > 0 {
			played := k[slices.IndexFunc(k, func(c ai.Choice) bool { return c.Move == move })]
			cost := k[0].Score.Expected - played.Score.Expected
			fmt.Fprintf(&all, "  a blunder: it costs %s, and %s is better\n", l.Decimal(cost, 2), k[0].Move)
		}
		h, _ := review.HintFor(p, k)
		for _, said := range Hint(l, side, Letter, h) {
			fmt.Fprintf(&all, "  ? %s\n", said)
		}
	}
	golden.Check(t, "explained.txt", all.String())
}

func TestNoReasonIsSpeechless(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for _, v := range rules.Variants() {
		games := uint64(10)
		if testing.Short() {
			games = 2
		}
		for seed := range games {
			rng, p := rand.New(rand.NewPCG(seed, 0)), rules.Start(v, game.X)
			for !p.Outcome().Over {
				moves := p.Moves()
				move := moves[rng.IntN(len(moves))]
				reasons := append(review.Why(p, move, review.Known{}), review.WhyNot(p, move, review.Known{})...)
				for i, said := range Reasons(l, p.ToMove(), Letter, reasons) {
					if strings.Contains(said, "‹") || said == "" {
						t.Fatalf("%s %s, %s: %+v is %q", v, p, move, reasons[i], said)
					}
				}
				p, _ = p.Play(move)
			}
		}
	}
}
