package uttt

import (
	"context"
	"testing"

	"noughts/game/ai/engine"
	"noughts/game/ultimate"
)

// BenchmarkSearch reports positions per second. It searches eight positions from the first half of a
// game, a million nodes each.
func BenchmarkSearch(b *testing.B) {
	var positions []ultimate.Position
	randomGames(1, 12, func(p ultimate.Position, _ *board) {
		if p.Ply()%4 == 0 && len(positions) < 8 {
			positions = append(positions, p)
		}
	})
	e := New(20, 1)
	var nodes int64
	for b.Loop() {
		for _, p := range positions {
			e.Reset()
			nodes += e.Search(context.Background(), task(p, engine.Limits{Nodes: 1_000_000})).Nodes
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkEvaluate measures the evaluation of a position after one more move.
func BenchmarkEvaluate(b *testing.B) {
	w := New(4, 1).workers[0]
	w.start(task(ultimate.Start(), engine.Limits{}), engine.NewPace(engine.NewBudget(context.Background(), engine.Limits{})))
	for b.Loop() {
		w.descend(0, 40)
		w.evaluate(1)
	}
}

func BenchmarkPerft8(b *testing.B) {
	for b.Loop() {
		if count, err := Perft(context.Background(), ultimate.Start(), 8); err != nil || count != 281067408 {
			b.Fatalf("perft 8 = %d, %v", count, err)
		}
	}
}
