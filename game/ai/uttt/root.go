package uttt

import (
	"noughts/game"
	"noughts/game/ai/engine"
)

// aspiration is half the width of a depth's first window, which is centred on the value of the previous depth.
const aspiration = 250

type root struct {
	engine.Root
	*worker
	helper int // 0 for the worker whose choice is returned
}

func newRoot(w *worker, t engine.Task, helper int) *root {
	r := &root{worker: w, helper: helper, Root: engine.Root{
		Pace: &w.pace, Limits: t.Limits, Horizon: w.boards[0].horizon(), Expected: expected, Line: w.line,
	}}
	moves := t.Position.Moves()
	if t.Rand != nil && helper == 0 {
		moves = t.Moves()
	}
	l := &w.lists[0]
	w.list(l, &w.boards[0], 0, noMove)
	keys := make(map[game.Square]int32)
	for _, k := range l.keyed[:l.length] {
		keys[squareOf(move(k&0x7f))] = k >> keyShift
	}
	r.Rank(moves, func(s game.Square) int32 { return keys[s] })
	return r
}

func (b *board) horizon() int {
	if !b.canWin(0) && !b.canWin(1) {
		return 1
	}
	return max(int(b.left), 1)
}

func isSettled(m engine.Ranked) bool { return m.Value.IsDecided() }

// deepen returns the best move. If it decides the game, the first worker also finds out how soon.
func (r *root) deepen(report func(engine.Info)) engine.Choice {
	choice := r.Deepen(1+r.helper%2, r.aspire, isSettled, report)
	if r.helper == 0 && isSettled(r.Ranked[0]) && !r.pace.Stopped() {
		r.prove()
		choice = r.Choice(r.Ranked[0])
	}
	return choice
}

// aspire searches every move to a depth and moves the best move to the front. The window begins
// around the last value and widens as needed. It returns false if it had to stop early.
func (r *root) aspire(depth int) bool {
	alpha, beta := -engine.Infinite, engine.Infinite
	if depth > 3 {
		alpha, beta = r.Ranked[0].Value-aspiration, r.Ranked[0].Value+aspiration
	}
	for width := value(aspiration * 2); ; width *= 3 {
		v, ok := r.searchAll(depth, alpha, beta)
		switch {
		case !ok:
			return false
		case v <= alpha:
			alpha = max(v-width, -engine.Infinite)
		case v >= beta:
			beta = min(v+width, engine.Infinite)
		default:
			return true
		}
		if width > 5000 {
			alpha, beta = -engine.Infinite, engine.Infinite
		}
	}
}

// searchAll searches every move within a window and moves the best to the front. It returns false if stopped.
func (r *root) searchAll(depth int, alpha, beta value) (value, bool) {
	best := -engine.Infinite
	for i := range r.Ranked {
		v := r.try(moveOn(r.Ranked[i].Move), depth, max(alpha, best), beta, i)
		if r.pace.Stopped() {
			return best, false
		}
		if v > best {
			best = v
			if v > alpha {
				r.Ranked[i].Value, r.Ranked[i].Depth = v, depth
				r.Promote(i)
			}
		}
		if best >= beta {
			break
		}
	}
	return best, true
}

// try returns the value of a move at the root. `before` is the number of moves that this depth searched before it.
func (r *root) try(m move, depth int, alpha, beta value, before int) value {
	if b := r.boards[0]; b.wins(m) {
		return engine.WinIn(1)
	}
	r.descend(0, m)
	reduction := 0
	if !r.strict && depth >= reducedDepth && depth < r.Horizon {
		reduction = reductionOf(depth, before, true, 0)
	}
	return r.searchMove(0, depth, before > 0, reduction, alpha, beta)
}

// The search can prove the value of an endgame: if it is as deep as the number of empty squares (node.full), or if all
// its lines end early. The rest of this file proves values, and finds the length of a decided game.

// prove finds the exact length of a decided game under best play. It searches every move without pruning: the main
// search may have pruned quicker wins.
func (r *root) prove() {
	r.strict, r.salt = true, strictKey
	defer func() { r.strict, r.salt = false, 0 }()
	for n := r.Ranked[0].Value.Plies(); n > 2 && r.shorter(n); n = r.Ranked[0].Value.Plies() {
	}
}

// shorter searches a game that is known to end within n plies, and reports whether it ends at least two plies earlier
// under best play. If so, it stores the new value of the best move. It returns false if the search had to stop.
func (r *root) shorter(n int) bool {
	won := r.Ranked[0]
	if won.Value < 0 {
		better, ok := r.searchAll(n-2, won.Value-1, won.Value)
		if !ok {
			return false
		}
		shorter := better < won.Value
		r.Ranked[0].Value = won.Value
		if shorter {
			r.Ranked[0].Value -= 2
		}
		return shorter
	}
	quicker := engine.WinIn(n - 2)
	better, ok := r.searchAll(n-2, quicker-1, quicker)
	return ok && better >= quicker
}

// proves reports whether the entry proves a win or a loss, at any depth.
func proves(e entry) bool {
	return e.Value > engine.Decided && e.Bound != engine.AtMost || e.Value < -engine.Decided && e.Bound != engine.AtLeast
}

// certain returns proven bounds of the value, if the side to move cannot win with its next move.
func (b *board) certain(ply int) (low, high value) {
	low, high = engine.LossIn(ply+2), engine.WinIn(ply+3)
	if !b.canWin(b.side) {
		high = 0
	}
	if !b.canWin(b.side ^ 1) {
		low = 0
	}
	return low, high
}
