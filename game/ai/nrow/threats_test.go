package nrow

import (
	"context"
	"fmt"
	"testing"

	"noughts/game/ai/engine"
	"noughts/game/classic"
)

func BenchmarkInARow(b *testing.B) {
	for _, board := range [][2]int{{7, 4}, {9, 5}} {
		b.Run(fmt.Sprintf("%dx%d with %d", board[0], board[0], board[1]), func(b *testing.B) {
			e, nodes := NewInARow(board[0], board[1], 16, 1), int64(0)
			for b.Loop() {
				e.Reset()
				nodes += e.Search(context.Background(), task(classic.StartInARow(board[0], board[1]), engine.Limits{Nodes: 50_000})).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
