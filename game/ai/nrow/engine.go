// Package nrow searches classic boards of any size: principal-variation
// alpha-beta over the lines that are still open, with iterative deepening and a
// transposition table. Threats to complete a line are followed to their end.
// The search says which moves win and which lose; of the others the engine
// makes one that a pairing strategy shows to be safe, if there is one, and of
// those the one that does most for its lines. Where the opponent has such a
// strategy too the game is drawn, and nothing is searched.
package nrow

import (
	"cmp"
	"context"
	"slices"

	"noughts/game"
	"noughts/game/ai/search"
	"noughts/game/classic"
)

// An Engine searches classic positions of one size. What it has learned in one
// search helps in the next, until Reset. It is safe for use by one goroutine
// at a time.
type Engine struct {
	table   *search.Table
	workers []*worker
}

// New returns an engine for boards of a size that searches in a number of
// goroutines and remembers up to 1<<bits positions, at 16 bytes each.
func New(size, bits, threads int) *Engine {
	e := &Engine{table: search.NewTable(bits)}
	lines := newGeometry(size)
	for range threads {
		e.workers = append(e.workers, &worker{geometry: lines, table: e.table})
	}
	return e
}

// Reset forgets all searches, so that the next depends on its task only.
func (e *Engine) Reset() { e.table.Clear() }

// Search returns the best move it finds until a limit is reached, the result is
// proven, or ctx ends. The task's position must be a classic one of the
// engine's size that is not over.
func (e *Engine) Search(ctx context.Context, t search.Task) search.Choice {
	e.table.Age()
	if choice, ok := e.drawn(t); ok {
		return choice
	}
	return search.Run(ctx, t, e.workers, start(t))
}

// drawn returns a move that does most for its lines, if neither side can be
// made to lose.
func (e *Engine) drawn(t search.Task) (search.Choice, bool) {
	w := e.workers[0]
	w.prepare(t.Position)
	b := &w.boards[0]
	if !w.holds(b, b.side^1) {
		return search.Choice{}, false
	}
	moves := t.Moves()
	best := slices.MaxFunc(moves, func(a, b game.Square) int { return cmp.Compare(w.promises[a], w.promises[b]) })
	if w.promises[best] < promiseSafe {
		return search.Choice{}, false
	}
	choice := search.Choice{Move: best, Info: search.Info{
		Depth: 1, Nodes: int64(len(moves)), Score: search.Proven(search.Draw, 0), PV: []game.Square{best},
	}}
	if t.Report != nil {
		t.Report(choice.Info)
	}
	return choice, true
}

// Evaluate returns every legal move with its value, best first, as far as it
// sees before a limit is reached or ctx ends.
func (e *Engine) Evaluate(ctx context.Context, t search.Task) []search.Choice {
	e.table.Age()
	w := e.workers[0]
	rated := search.Evaluate(ctx, t, w, start(t))
	if b := &w.boards[0]; w.holds(b, b.side^1) {
		w.markDrawn(rated)
	}
	return rated
}

// markDrawn marks the moves of a root whose opponent does not lose that are
// safe, and so draw for certain.
func (w *worker) markDrawn(rated []search.Choice) {
	for i, r := range rated {
		if r.Score.Proof == search.Unproven && w.promises[r.Move] >= promiseSafe {
			rated[i].Score = search.Proven(search.Draw, 0)
		}
	}
}

// start returns what readies a worker for a task.
func start(t search.Task) func(*worker, search.Pace) {
	return func(w *worker, pace search.Pace) {
		w.pace = pace
		w.prepare(t.Position)
		w.experience.Forget()
	}
}

// promiseSafe is more than a move's lines promise: it is added for a move after
// which the side that made it does not lose.
const promiseSafe = 1 << 20

// prepare sets up the root.
func (w *worker) prepare(p game.Position) {
	root, _ := p.(classic.Position)
	b := &w.boards[0]
	*b = w.fromPosition(root)
	for _, s := range root.Moves() {
		w.promises[s] = b.promise(w.geometry, s)
		if w.safe(b, s) {
			w.promises[s] += promiseSafe
		}
	}
}

// Pace returns what the worker keeps to.
func (w *worker) Pace() *search.Pace { return &w.pace }

// Expected returns an even result: see undecided.
func (w *worker) Expected(search.Value) float64 { return search.Even.Expected }

// Horizon returns a depth at which no line is open to anyone, even if a root
// move is wasted on a square of none.
func (w *worker) Horizon() int {
	seen := w.boards[0].look(w.geometry)
	return seen.useful.count() + 1
}

// Promise returns what speaks for a move at the root.
func (w *worker) Promise(s game.Square) int { return int(w.promises[s]) }

// Try returns the value of a move at the root.
func (w *worker) Try(s game.Square, depth int, asked search.Window) search.Value {
	side := w.boards[0].side
	next := w.boards[0]
	if next.put(w.geometry, side, s); next.hasLine(w.geometry, side, s) {
		return search.WinIn(1)
	}
	return w.next(0, depth-1, s, asked)
}

// Line returns the best play that the table remembers after a move at the root.
func (w *worker) Line(s game.Square) []game.Square {
	b := w.boards[0]
	var line []game.Square
	for {
		mover := b.side
		b.play(w.geometry, s)
		if b.hasLine(w.geometry, mover, s) {
			return line
		}
		var ok bool
		if s, ok = w.recall(&b); !ok {
			return line
		}
		line = append(line, s)
	}
}

// recall returns a move that completes a line or keeps the opponent from it,
// or else the table's.
func (w *worker) recall(b *board) (game.Square, bool) {
	seen := b.look(w.geometry)
	switch {
	case seen.wins:
		return b.completing(w.geometry), true
	case !seen.threats.empty():
		return seen.threats.first(), true
	}
	known, ok := w.table.Probe(b.hash, 0)
	s := game.Square(known.Move)
	return s, ok && known.Move != search.NoMove && seen.useful.has(single(s))
}
