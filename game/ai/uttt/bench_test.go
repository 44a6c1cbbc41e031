package uttt

import (
	"context"
	"math/rand/v2"
	"testing"

	"noughts/game/ai/search"
	"noughts/game/ultimate"
)

func BenchmarkSearch(b *testing.B) {
	e := New(19, 1)
	var nodes int64
	for b.Loop() {
		e.Reset()
		nodes += e.Search(context.Background(), search.Task{Position: ultimate.Start(), Limits: search.Limits{Nodes: 1_000_000}, Rand: rand.New(rand.NewPCG(1, 0))}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkPerft8(b *testing.B) {
	for b.Loop() {
		if n, err := Perft(context.Background(), ultimate.Start(), 8); err != nil || n != 281067408 {
			b.Fatal(n, err)
		}
	}
}
