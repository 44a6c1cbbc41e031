package uttt

import "noughts/game/ai/search"

type (
	value  = search.Value
	window = search.Window
)

// A worker searches one position in one goroutine. It keeps the boards of the
// line it looks at, one for each ply, so that no position costs an allocation.
type worker struct {
	pace       search.Pace
	table      *search.Table
	boards     [squares + 1]board
	lists      [squares + 1]search.MoveList
	experience search.Experience
}

// search returns the value of the position at a ply for the side to move, from
// depth further plies; outside the window asked for only a bound.
func (w *worker) search(ply, depth int, asked window) value {
	if !w.pace.Step() {
		return 0
	}
	b := &w.boards[ply]
	if b.winsNow() {
		return search.WinIn(ply + 1)
	}
	certain := b.certain(ply)
	if v, ok := asked.Answer(certain); ok {
		return v
	}
	// Beyond the last empty square there is nothing to search: a search that
	// deep is as good as any deeper one.
	depth = min(depth, int(b.left))
	if depth <= 0 {
		return certain.Clamp(b.evaluate())
	}
	known, ok := w.table.Probe(b.hash, ply)
	if ok && known.Depth >= depth && known.Cuts(asked) {
		return known.Value
	}
	found := search.Entry{Depth: depth}
	found.Value, found.Move = w.searchMoves(ply, depth, known.Move, asked, certain)
	found.Bound = asked.Bound(found.Value, certain)
	if !w.pace.Stopped() {
		w.table.Store(b.hash, ply, found)
	}
	return found.Value
}

// certain returns where the value of a position must lie if it is not won with
// the next move.
func (b *board) certain(ply int) window {
	c := window{Low: search.LossIn(ply + 2), High: search.WinIn(ply + 3)}
	if !b.canWin(b.side) {
		c.High = 0
	}
	if !b.canWin(b.side ^ 1) {
		c.Low = 0
	}
	return c
}

// searchMoves searches the moves of a position, first the one that was best
// before, and returns the value and the best move.
func (w *worker) searchMoves(ply, depth int, first move, asked, certain window) (value, move) {
	b, child, l := &w.boards[ply], &w.boards[ply+1], &w.lists[ply]
	w.list(l, b, ply, first)
	asked = asked.Within(certain)
	best, bestMove := certain.Low, move(search.NoMove)
	for i := range l.Len {
		m := l.Next(i)
		*child = *b
		child.play(m)
		v := w.searchNext(ply, depth, i > 0, window{Low: max(asked.Low, best), High: asked.High})
		if w.pace.Stopped() {
			break
		}
		if v > best || i == 0 {
			best, bestMove = max(v, best), m
		}
		if best >= asked.High {
			w.experience.Reward(b.side, ply, depth, l, i)
			break
		}
	}
	return best, bestMove
}

// searchNext returns the value, for the side that has just moved, of the
// position that the move led to. A later move must first show in a search with
// an empty window that it is better than the best.
func (w *worker) searchNext(ply, depth int, later bool, asked window) value {
	if later && asked.High-asked.Low > 1 {
		v := -w.search(ply+1, depth-1, window{Low: -asked.Low - 1, High: -asked.Low})
		if v <= asked.Low || v >= asked.High {
			return v
		}
	}
	return -w.search(ply+1, depth-1, asked.Flip())
}
