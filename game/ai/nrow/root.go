package nrow

import (
	"math"

	"noughts/game"
	"noughts/game/ai/engine"
)

type root struct {
	engine.Root
	*worker
}

// newRoot returns a root with the moves sorted by promise. Moves with the same promise keep their order.
func newRoot(w *worker, moves []game.Square, l engine.Limits) *root {
	r := &root{worker: w, Root: engine.Root{Pace: &w.pace, Limits: l, Horizon: w.horizon(), Expected: expected, Line: w.line}}
	r.Rank(moves, func(s game.Square) int32 { return w.promises[s] })
	return r
}

// horizon returns a depth that reaches the end of every game. Except in misère, `left` counts only the empty squares on
// lines that a side can still complete. The first move may be on another square, so the depth is one more than `left`.
func (w *worker) horizon() int {
	left := w.boards[0].look(w.geometry, 0).left
	if !w.misere {
		left++
	}
	return left
}

// deepen returns the best move, and among equal moves the most promising, then the first.
func (r *root) deepen(report func(engine.Info)) engine.Choice {
	return r.Deepen(1, r.searchAll, isSettled, report)
}

// searchAll searches every move and moves the best to the front. It returns false if it had to stop early.
func (r *root) searchAll(depth int) bool {
	alpha := -engine.Infinite
	for i := range r.Ranked {
		v := r.rate(i, depth, alpha)
		if r.pace.Stopped() {
			return false
		}
		if i == 0 || v > alpha {
			alpha = v
			r.Ranked[i].Value, r.Ranked[i].Depth = v, depth
			r.Promote(i)
		}
	}
	return true
}

// rate returns the value of the i-th move if it is above alpha, else an upper bound.
func (r *root) rate(i, depth int, alpha value) value {
	s := r.Ranked[i].Move
	if i > 0 {
		if v := r.try(s, depth, window{alpha, alpha + 1}); v <= alpha || r.pace.Stopped() {
			return v
		}
	}
	return r.try(s, depth, window{alpha, engine.Infinite})
}

// try returns the value of a move searched to `depth` plies. Outside the window, or after a stop, it is only a bound.
func (r *root) try(s game.Square, depth int, asked window) value {
	next := r.boards[0]
	if next.put(r.geometry, next.side, s); next.hasLine(r.geometry, next.side, s) {
		if r.misere {
			return engine.LossIn(1)
		}
		return engine.WinIn(1)
	}
	return r.next(0, depth-1, s, asked)
}

// isSettled reports whether the game after a move was searched to its end, so that neither side can do better.
func isSettled(m engine.Ranked) bool { return m.Value.IsDecided() && m.Depth >= m.Value.Plies() }

// expected converts a value to an expected result. A value of 1000 is one logit.
func expected(v value) float64 { return 1 / (1 + math.Exp(-float64(v)/1000)) }

func (w *worker) line(s game.Square) []game.Square {
	b := w.boards[0]
	line := []game.Square{s}
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

func (w *worker) recall(b *board) (game.Square, bool) {
	seen := b.look(w.geometry, 0)
	switch {
	case seen.wins:
		return b.completing(w.geometry), true
	case !seen.forced.empty():
		return seen.forced.first(), true
	}
	known, ok := w.table.probe(b.hash, 0)
	s := game.Square(known.Move)
	return s, ok && known.Move != noMove && seen.useful.has(single(s))
}
