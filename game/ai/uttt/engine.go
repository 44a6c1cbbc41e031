package uttt

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// An Engine searches Ultimate positions, reusing results until Reset. It is not safe for concurrent use.
type Engine struct {
	table   *table
	workers []*worker
}

// New returns an engine that searches in `threads` goroutines, and has a table of 1<<bits positions, 16 bytes each.
func New(bits, threads int) *Engine {
	e := &Engine{table: newTable(bits, threads > 1)}
	for range threads {
		e.workers = append(e.workers, &worker{table: e.table, judge: judge{weights: DefaultWeights()}})
	}
	return e
}

// Reset implements engine.Engine.
func (e *Engine) Reset() { e.table.clear() }

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, t engine.Task) engine.Choice {
	e.table.age()
	budget := engine.NewBudget(ctx, t.Limits)
	var helpers sync.WaitGroup
	for i, w := range e.workers {
		w.start(t, engine.NewPace(budget))
		if i > 0 {
			r := newRoot(w, t, i)
			helpers.Go(func() { r.deepen(func(engine.Info) {}) })
		}
	}
	choice := newRoot(e.workers[0], t, 0).deepen(t.Inform)
	budget.Stop()
	helpers.Wait()
	return choice
}

// Evaluate implements engine.Engine.
func (e *Engine) Evaluate(ctx context.Context, t engine.Task) []engine.Choice {
	e.table.age()
	w := e.workers[0]
	w.start(t, engine.NewPace(engine.NewBudget(ctx, t.Limits)))
	r := newRoot(w, t, 0)
	slices.SortFunc(r.Ranked, func(a, b engine.Ranked) int { return cmp.Compare(a.Move, b.Move) })
	return r.Evaluate(r.LastForMove(), isSettled, func(s game.Square, depth int) value {
		return r.try(moveOn(s), depth, -engine.Infinite, engine.Infinite, 0)
	})
}

func (w *worker) start(t engine.Task, pace engine.Pace) {
	p, _ := t.Position.(rules.UltimatePosition)
	w.pace = pace
	w.boards[0] = fromPosition(p)
	w.begin(&w.boards[0])
	w.forget()
}

// line returns the principal variation that begins with a move at the root. The further moves come from `recall`.
func (w *worker) line(first game.Square) []game.Square {
	b := w.boards[0]
	b.play(moveOn(first))
	moves := []game.Square{first}
	for !b.over() && len(moves) < squares {
		m, ok := w.recall(&b)
		if !ok {
			break
		}
		moves = append(moves, squareOf(m))
		b.play(m)
	}
	return moves
}

// recall returns a move that wins the game, else the table's move if it is legal, and false if there is neither.
func (w *worker) recall(b *board) (move, bool) {
	l := &w.lists[plies-1]
	w.list(l, b, plies-1, noMove)
	exactly, known := w.table.probe(b.hash()^strictKey, 0), w.table.probe(b.hash(), 0)
	var found move
	ok := false
	for _, keyed := range l.keyed[:l.length] {
		m := move(keyed & 0x7f)
		if next := *b; next.wins(m) {
			return m, true
		}
		if m == exactly.Move || m == known.Move && !ok {
			found, ok = m, true
		}
	}
	return found, ok
}

func (b *board) wins(m move) bool {
	side := b.side
	b.play(m)
	return hasLine[b.won[side]]
}
