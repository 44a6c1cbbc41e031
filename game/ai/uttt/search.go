package uttt

import "noughts/game/ai/search"

type value = search.Value

// A worker searches one position in one goroutine. It keeps the boards of the
// line it looks at, one for each ply, so that no position costs an allocation.
type worker struct {
	pace    search.Pace
	table   *search.Table
	boards  [squares + 1]board
	lists   [squares + 1]moveList
	killers [squares + 1][2]move
	history [2][squares]int32
}

// A window is what a search wants to know: where a value lies from low to
// high, and beyond them no more than on which side.
type window struct{ low, high value }

// search returns the value of the position at a ply for the side to move, from
// depth further plies; outside the window only a bound.
func (w *worker) search(ply, depth int, asked window) value {
	if !w.pace.Step() {
		return 0
	}
	b := &w.boards[ply]
	if b.winsNow() {
		return search.WinIn(ply + 1)
	}
	certain := b.certain(ply)
	switch {
	case certain.low == certain.high || certain.low >= asked.high:
		return certain.low
	case certain.high <= asked.low:
		return certain.high
	}
	// Beyond the last empty square there is nothing to search: a search that
	// deep is as good as any deeper one.
	depth = min(depth, int(b.left))
	if depth <= 0 {
		return certain.clamp(b.evaluate())
	}
	known, ok := w.table.Probe(b.hash, ply)
	if ok && known.Depth >= depth && known.Cuts(asked.low, asked.high) {
		return known.Value
	}
	best, m := w.searchMoves(ply, depth, known.Move, window{max(asked.low, certain.low), min(asked.high, certain.high)}, certain.low)
	if !w.pace.Stopped() {
		w.table.Store(b.hash, ply, search.Entry{Value: best, Depth: depth, Bound: bound(best, asked, certain), Move: m})
	}
	return best
}

// certain returns where the value of a position must lie if it is not won with
// the next move.
func (b *board) certain(ply int) window {
	c := window{search.LossIn(ply + 2), search.WinIn(ply + 3)}
	if !b.canWin(b.side) {
		c.high = 0
	}
	if !b.canWin(b.side ^ 1) {
		c.low = 0
	}
	return c
}

func (w window) clamp(v value) value { return min(max(v, w.low), w.high) }

// bound says what a search that was asked about a window has found out.
func bound(v value, asked, certain window) search.Bound {
	switch {
	case v <= certain.low || v >= certain.high:
		return search.Exact
	case v >= asked.high:
		return search.AtLeast
	case v <= asked.low:
		return search.AtMost
	}
	return search.Exact
}

// searchMoves searches the moves of a position, first the one that was best
// before, and returns the value and the best move. floor is a value that the
// position is certain to have at least.
func (w *worker) searchMoves(ply, depth int, first move, asked window, floor value) (value, move) {
	b, child, l := &w.boards[ply], &w.boards[ply+1], &w.lists[ply]
	w.list(l, b, ply, first)
	best, bestMove := floor, move(search.NoMove)
	for i := range l.n {
		m := l.next(i)
		*child = *b
		child.play(m)
		v := w.searchNext(ply, depth, i > 0, window{max(asked.low, best), asked.high})
		if w.pace.Stopped() {
			break
		}
		if v > best || bestMove == search.NoMove {
			best, bestMove = max(v, best), m
		}
		if best >= asked.high {
			w.reward(l, i, ply, depth)
			break
		}
	}
	return best, bestMove
}

// searchNext returns the value, for the side that has just moved, of the
// position that the move led to. A later move must first show in a search with
// an empty window that it is better than the best.
func (w *worker) searchNext(ply, depth int, later bool, asked window) value {
	if later && asked.high-asked.low > 1 {
		v := -w.search(ply+1, depth-1, window{-asked.low - 1, -asked.low})
		if v <= asked.low || v >= asked.high {
			return v
		}
	}
	return -w.search(ply+1, depth-1, window{-asked.high, -asked.low})
}
