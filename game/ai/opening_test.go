package ai_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// TestFirstMovesComeFromTheBook checks that the strongest level plays its first moves from the
// book, in all symmetries and as either side, without a search, and that it varies them.
func TestFirstMovesComeFromTheBook(t *testing.T) {
	t.Parallel()
	for _, begins := range []game.Mark{game.X, game.O} {
		start := rules.Start(game.Ultimate, begins)
		games := slices.Repeat([]ai.History{{Start: start}}, 60)
		for _, s := range start.Moves() {
			games = append(games, ai.History{Start: start, Moves: []game.Square{s}})
		}
		openings, answers := make(map[game.Square]bool), make(map[game.Square]bool)
		for i, g := range games {
			choice, err := newPlayer(t, game.Ultimate, "champion", uint64(i)).Choose(context.Background(), g)
			if err != nil || choice.Nodes != 0 {
				t.Errorf("after %v: %+v, %v", g.Moves, choice, err)
			}
			if _, err := rules.Replay(g.Start, append(g.Moves, choice.Move)); err != nil {
				t.Errorf("after %v: %v", g.Moves, err)
			}
			if len(g.Moves) == 0 {
				openings[choice.Move] = true
			} else {
				answers[choice.Move] = true
			}
		}
		if len(openings) < 4 || len(answers) < 10 {
			t.Errorf("only %d different openings and %d answers in %d games", len(openings), len(answers), len(games))
		}
	}
}

// TestBookAgreesWithSearch checks the book's moves with a search much shorter than those that made
// the book. No move of the book may be much worse than the best move.
func TestBookAgreesWithSearch(t *testing.T) {
	t.Parallel()
	const tolerance = 0.12
	searcher, rng, checked := ai.NewSearcher(game.Ultimate, 1, 1), rand.New(rand.NewPCG(1, 0)), 0
	for seed := range uint64(3) {
		p := rules.StartUltimate()
		for range 4 {
			moves := ai.StandardBook().Find(p, rng)
			if len(moves) == 0 {
				break
			}
			rated, err := searcher.Evaluate(context.Background(), ai.History{Start: p}, ai.Limits{Nodes: 60_000})
			if err != nil {
				t.Fatal(err)
			}
			value := make(map[game.Square]float64)
			for _, r := range rated {
				value[r.Move] = r.Score.Expected
			}
			for _, m := range moves {
				checked++
				if value[m.Square] < rated[0].Score.Expected-tolerance {
					t.Errorf("%s: the book's %s is worth %.2f, %s %.2f", p, m.Square, value[m.Square], rated[0].Move, rated[0].Score.Expected)
				}
			}
			p = p.After(moves[int(seed)%len(moves)].Square)
		}
	}
	if checked < 10 {
		t.Errorf("only %d moves checked", checked)
	}
}
