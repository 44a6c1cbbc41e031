package search

import (
	"context"
	"math/rand/v2"
	"sync"

	"noughts/game"
)

// A Task is what an engine is asked to search.
type Task struct {
	Position game.Position // of the engine's variant, not over
	Limits   Limits
	Rand     *rand.Rand // decides between moves that seem equal
	Report   func(Info) // called after each depth; may be nil
}

// Moves returns the legal moves in random order.
func (t Task) Moves() []game.Square {
	moves := t.Position.Moves()
	t.Rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

func (t Task) report(i Info) {
	if t.Report != nil {
		t.Report(i)
	}
}

// Run searches the task with one goroutine for each worker, all starting from
// the task's position. They help each other through the table they share; the
// choice is the first worker's.
func Run[W Worker](ctx context.Context, t Task, workers []W, start func(W, Pace)) Choice {
	budget := NewBudget(ctx, t.Limits)
	var helpers sync.WaitGroup
	for i, w := range workers {
		start(w, NewPace(budget))
		if i > 0 {
			moves := t.Moves()
			helpers.Go(func() { deepen(w, moves, t.Limits, func(Info) {}) })
		}
	}
	choice := deepen(workers[0], t.Moves(), t.Limits, t.report)
	budget.Stop()
	helpers.Wait()
	return choice
}

// Evaluate returns every legal move of the task with its value, best first,
// equals in reading order, as far as the worker sees before a limit is reached
// or all values are proven.
func Evaluate[W Worker](ctx context.Context, t Task, w W, start func(W, Pace)) []Choice {
	start(w, NewPace(NewBudget(ctx, t.Limits)))
	return evaluate(w, t.Position.Moves(), t.Limits)
}
