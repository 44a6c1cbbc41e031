// Package nrow searches boards without local boards, on which a line decides the game: classic with any size and number
// in a row, and misère. It uses principal-variation alpha-beta with iterative deepening and a transposition table. In
// classic it considers only squares on lines that are still open. It follows forced replies without counting them as
// depth.
//
// The search finds moves that win or lose. Among the other moves the engine prefers moves that a pairing strategy (see
// pairing.go) proves to be safe, and among safe moves the move that does most for its lines. If the opponent has a
// pairing strategy too, the game is a draw and needs no search. If a line is shorter than the board, the engine also
// searches for winning sequences of threats: see threats.go.
package nrow

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// An Engine searches positions of one variant, reusing results until Reset. It is not safe for concurrent use.
type Engine struct {
	table   *table
	workers []*worker
}

// New returns an engine for a variant of classic or misère. It searches in `threads` goroutines, and has a table of
// 1<<bits positions, 16 bytes each.
func New(v game.Variant, bits, threads int) *Engine {
	e, lines := &Engine{table: newTable(bits)}, newGeometry(v.N, v.Length(), v == rules.Misere(v.N))
	for range threads {
		e.workers = append(e.workers, &worker{geometry: lines, table: e.table})
	}
	return e
}

// Reset implements engine.Engine.
func (e *Engine) Reset() { e.table.clear() }

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, t engine.Task) engine.Choice {
	e.table.age()
	if choice, ok := e.drawn(t); ok {
		return choice
	}
	return e.search(ctx, t)
}

// search runs all workers on the task; they share the table. It returns the choice of the first worker.
func (e *Engine) search(ctx context.Context, t engine.Task) engine.Choice {
	budget := engine.NewBudget(ctx, t.Limits)
	var helpers sync.WaitGroup
	for i, w := range e.workers {
		w.start(t, engine.NewPace(budget))
		if i > 0 {
			r := newRoot(w, t.Moves(), t.Limits)
			helpers.Go(func() { r.deepen(func(engine.Info) {}) })
		}
	}
	choice := newRoot(e.workers[0], t.Moves(), t.Limits).deepen(t.Inform)
	budget.Stop()
	helpers.Wait()
	return choice
}

// drawn returns a move and true if pairing strategies prove that neither side can be forced to lose, so that the game is
// a draw. It chooses among the moves that do not lose (see the method `safe`) the one with the highest promise, which
// does most for the mover's lines (see the method `prepare`).
func (e *Engine) drawn(t engine.Task) (engine.Choice, bool) {
	w := e.workers[0]
	w.prepare(t.Position)
	b := &w.boards[0]
	if !w.holds(b, b.side^1) {
		return engine.Choice{}, false
	}
	moves := t.Moves()
	best := slices.MaxFunc(moves, func(a, b game.Square) int { return cmp.Compare(w.promises[a], w.promises[b]) })
	if w.promises[best] < promiseSafe {
		return engine.Choice{}, false
	}
	choice := engine.Choice{Move: best, Info: engine.Info{
		Depth: 1, Nodes: int64(len(moves)), Score: engine.Proven(engine.Draw, 0), PV: []game.Square{best},
	}}
	t.Inform(choice.Info)
	return choice, true
}

// Evaluate implements engine.Engine.
func (e *Engine) Evaluate(ctx context.Context, t engine.Task) []engine.Choice {
	e.table.age()
	w := e.workers[0]
	w.start(t, engine.NewPace(engine.NewBudget(ctx, t.Limits)))
	r := newRoot(w, t.Position.Moves(), t.Limits)
	rated := r.Evaluate(r.LastDepth(), isSettled, func(s game.Square, depth int) value {
		return r.try(s, depth, window{-engine.Infinite, engine.Infinite})
	})
	if b := &w.boards[0]; w.holds(b, b.side^1) {
		for i, r := range rated { // the opponent cannot be forced to lose, so that safe moves draw
			if r.Score.Proof == engine.Unproven && w.promises[r.Move] >= promiseSafe {
				rated[i].Score = engine.Proven(engine.Draw, 0)
			}
		}
	}
	return rated
}

func (w *worker) start(t engine.Task, pace engine.Pace) {
	w.pace = pace
	w.prepare(t.Position)
	w.forget()
}

// promiseSafe, more than any other promise, is added to that of a root move after which the mover cannot lose.
const promiseSafe = 1 << 20

// prepare sets up the board and the promises of the root's moves: how much each does for the lines through it.
func (w *worker) prepare(p game.Position) {
	b := &w.boards[0]
	*b = w.fromPosition(p)
	for _, s := range p.Moves() {
		w.promises[s] = b.promise(w.geometry, s)
		if w.safe(b, s) {
			w.promises[s] += promiseSafe
		}
	}
}
