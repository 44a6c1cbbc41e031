package review_test

import (
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// BenchmarkAnalyze reviews long games with a new searcher each time. A game of Ultimate may take
// ten seconds when both processors are busy.
func BenchmarkAnalyze(b *testing.B) {
	for _, v := range []game.Variant{game.Ultimate, game.Classic(3), game.Classic(5), game.Classic(9), game.InARow(7, 4), game.InARow(9, 5), {Kind: "misere", N: 5}} {
		b.Run(v.String(), func(b *testing.B) {
			g := longest(b, v)
			for b.Loop() {
				if _, err := review.Analyze(b.Context(), v, g, review.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(g.Moves)), "plies")
		})
	}
}

// longest returns the longest of some games between weak levels.
func longest(t testing.TB, v game.Variant) (found ai.History) {
	for seed := range uint64(8) {
		if g := selfPlay(t, v, "casual", "club", seed); len(g.Moves) > len(found.Moves) {
			found = g
		}
	}
	return found
}

// selfPlay returns a game between the levels `x` and `o`; `x` makes the first move.
func selfPlay(t testing.TB, v game.Variant, x, o string, seed uint64) ai.History {
	t.Helper()
	var players [2]ai.Player
	for i, level := range []string{x, o} {
		player, err := ai.New(v, level, 2*seed+uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		players[i] = player
	}
	p := rules.Start(v, game.X)
	g := ai.History{Start: p}
	for !p.Outcome().Over {
		choice, err := players[len(g.Moves)%2].Choose(t.Context(), g)
		if err == nil {
			p, err = p.Play(choice.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, choice.Move)
	}
	return g
}
