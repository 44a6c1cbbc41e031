package uttt

import (
	"context"

	"noughts/game"
	"noughts/game/ai/search"
	"noughts/game/ultimate"
)

// An Engine searches Ultimate positions. What it has learned in one search
// helps in the next, until Reset. It is safe for use by one goroutine at a time.
type Engine struct {
	table   *search.Table
	workers []*worker
}

// New returns an engine that searches in a number of goroutines and remembers
// up to 1<<bits positions, at 16 bytes each.
func New(bits, threads int) *Engine {
	e := &Engine{table: search.NewTable(bits)}
	for range threads {
		e.workers = append(e.workers, &worker{table: e.table})
	}
	return e
}

// Reset forgets all searches, so that the next depends on its task only.
func (e *Engine) Reset() { e.table.Clear() }

// Search returns the best move it finds until a limit is reached, the result is
// proven, or ctx ends. The task's position must be an Ultimate one that is not
// over.
func (e *Engine) Search(ctx context.Context, t search.Task) search.Choice {
	e.table.Age()
	return search.Run(ctx, t, e.workers, start(t))
}

// Evaluate returns every legal move with its value, best first, as far as it
// sees before a limit is reached or ctx ends.
func (e *Engine) Evaluate(ctx context.Context, t search.Task) []search.Choice {
	e.table.Age()
	return search.Evaluate(ctx, t, e.workers[0], start(t))
}

// start returns what readies a worker for a task.
func start(t search.Task) func(*worker, search.Pace) {
	p, _ := t.Position.(ultimate.Position)
	return func(w *worker, pace search.Pace) {
		w.pace = pace
		w.boards[0] = fromPosition(p)
		w.experience.Forget()
	}
}

// Pace returns what the worker keeps to.
func (w *worker) Pace() *search.Pace { return &w.pace }

// Expected returns the result to be expected from a value.
func (w *worker) Expected(v search.Value) float64 { return expected(v) }

// Horizon returns the depth at which every game from the root has ended.
func (w *worker) Horizon() int {
	b := &w.boards[0]
	if !b.canWin(0) && !b.canWin(1) {
		return 0
	}
	return int(b.left)
}

// Promise makes no difference between moves: the search does.
func (w *worker) Promise(game.Square) int { return 0 }

// Try returns the value of a move at the root.
func (w *worker) Try(s game.Square, depth int, asked search.Window) search.Value {
	child := &w.boards[1]
	*child = w.boards[0]
	child.play(moveOn(s))
	if hasLine[child.won[w.boards[0].side]] {
		return search.WinIn(1)
	}
	return -w.search(1, depth-1, asked.Flip())
}

// Line returns the best play that the table remembers after a move at the root.
func (w *worker) Line(s game.Square) []game.Square {
	b := w.boards[0]
	b.play(moveOn(s))
	var line []game.Square
	for !b.over() {
		m, ok := w.recall(&b, len(line)+1)
		if !ok {
			break
		}
		line = append(line, squareOf(m))
		b.play(m)
	}
	return line
}

// recall returns a move that wins the game, or else the table's, if it is
// legal.
func (w *worker) recall(b *board, ply int) (move, bool) {
	w.list(&w.lists[ply], b, ply, search.NoMove)
	l := &w.lists[ply]
	for _, m := range l.Moves() {
		if next := *b; next.wins(m) {
			return m, true
		}
	}
	known, ok := w.table.Probe(b.hash, ply)
	for _, m := range l.Moves() {
		if ok && m == known.Move {
			return m, true
		}
	}
	return 0, false
}

// wins plays a move and says whether it wins the game.
func (b *board) wins(m move) bool {
	side := b.side
	b.play(m)
	return hasLine[b.won[side]]
}
