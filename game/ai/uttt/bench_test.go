package uttt

import (
	"context"
	"fmt"
	"testing"
	"time"

	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// BenchmarkSearch reports positions per second. It searches eight positions from the first half of a
// game, a million nodes each.
func BenchmarkSearch(b *testing.B) {
	var positions []rules.UltimatePosition
	randomGames(1, 12, func(p rules.UltimatePosition, _ *board) {
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

// BenchmarkProofs reports the share of positions from the last third of games whose result a search of 60 ms proves,
// with one thread and with two.
func BenchmarkProofs(b *testing.B) {
	positions := lateInGames(60)
	for threads := 1; threads <= 2; threads++ {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			e := New(20, threads)
			proved, searches := 0, 0
			for b.Loop() {
				for _, p := range positions {
					e.Reset()
					if e.Search(context.Background(), task(p, engine.Limits{Time: 60 * time.Millisecond})).Score.Proof != engine.Unproven {
						proved++
					}
					searches++
				}
			}
			b.ReportMetric(float64(proved)/float64(searches), "proved/position")
		})
	}
}

// lateInGames returns every second position from ply 26 to 44 of games that the engine plays against itself after
// eight random moves.
func lateInGames(games int) (positions []rules.UltimatePosition) {
	e, rng := New(16, 1), newRand(29)
	for range games {
		e.Reset()
		for p := rules.StartUltimate(); !p.Outcome().Over; {
			if p.Ply() < 8 {
				moves := p.Moves()
				p = p.After(moves[rng.IntN(len(moves))])
				continue
			}
			if p.Ply() >= 26 && p.Ply() < 46 && p.Ply()%2 == 0 {
				positions = append(positions, p)
			}
			p = p.After(e.Search(context.Background(), task(p, engine.Limits{Nodes: 10_000})).Move)
		}
	}
	return positions
}

// BenchmarkEvaluate measures the evaluation of a position after one more move.
func BenchmarkEvaluate(b *testing.B) {
	w := New(4, 1).workers[0]
	w.start(task(rules.StartUltimate(), engine.Limits{}), engine.NewPace(engine.NewBudget(context.Background(), engine.Limits{})))
	for b.Loop() {
		w.descend(0, 40)
		w.evaluate(1)
	}
}

func BenchmarkPerft8(b *testing.B) {
	for b.Loop() {
		if count, err := Perft(context.Background(), rules.StartUltimate(), 8); err != nil || count != 281067408 {
			b.Fatalf("perft 8 = %d, %v", count, err)
		}
	}
}
