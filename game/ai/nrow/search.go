package nrow

import (
	"noughts/game"
	"noughts/game/ai/engine"
)

// A worker searches one position in one goroutine. It has a board for each ply of the current line, so that
// the search does not allocate.
type worker struct {
	*geometry
	pace   engine.Pace
	table  *table
	boards [squares + 2]board // one extra for a ply where a side passes
	lists  [squares + 1]moveList
	experience
	assault
	promises [squares]int32 // the promise of each move at the root: what the move does for lines
}

// search returns the value of the position at a ply for the side to move, searched `depth` plies deeper. Forced moves
// do not count as depth. A value outside the window is only a bound.
func (w *worker) search(ply, depth int, asked window) value {
	if !w.pace.Step() {
		return 0
	}
	b := &w.boards[ply]
	seen := b.look(w.geometry, ply)
	if v, ok := asked.answer(seen.certain); ok {
		return v
	}
	if !seen.forced.empty() {
		return w.next(ply, depth, seen.forced.first(), asked.within(seen.certain))
	}
	if w.decides() {
		w.attack(ply, &seen)
		if v, ok := asked.answer(seen.certain); ok {
			return v
		}
	}
	depth = min(depth, seen.left) // after seen.left plies the result of every game is certain, so a deeper search finds nothing new
	if depth <= 0 {
		return seen.certain.clamp(min(max(seen.judged, -engine.Decided), engine.Decided))
	}
	known, ok := w.table.probe(b.hash, ply)
	if ok && known.Depth >= depth && known.Cuts(asked.low, asked.high) {
		return known.Value
	}
	unlisted := seen.certain.low
	if w.decides() {
		unlisted = w.defend(ply, asked, &seen)
	}
	if seen.first == noMove {
		seen.first = known.Move
	}
	w.list(ply, seen.first, &seen)
	found := entry{Depth: depth}
	found.Value, found.Move = w.searchMoves(ply, depth, asked, seen.certain)
	found.Value = max(found.Value, unlisted)
	found.Bound = engine.BoundOf(found.Value, asked.low, asked.high, seen.certain.low, seen.certain.high)
	if !w.pace.Stopped() {
		w.table.store(b.hash, ply, found)
	}
	return found.Value
}

// searchMoves searches the moves that the method `list` has stored for a ply. It returns the value and the best move.
func (w *worker) searchMoves(ply, depth int, asked, certain window) (value, uint8) {
	l := &w.lists[ply]
	asked = asked.within(certain)
	best, bestMove := certain.low, uint8(noMove)
	for i := range l.length {
		m := l.next(i)
		low := max(asked.low, best)
		v := low + 1
		if i > 0 {
			v = w.next(ply, depth-1, game.Square(m), window{low, low + 1})
		}
		if v > low {
			v = w.next(ply, depth-1, game.Square(m), window{low, asked.high})
		}
		if w.pace.Stopped() {
			break
		}
		if v > best || i == 0 {
			best, bestMove = max(v, best), m
		}
		if best >= asked.high {
			w.reward(w.boards[ply].side, ply, depth, l, i)
			break
		}
	}
	return best, bestMove
}

func (w *worker) next(ply, depth int, s game.Square, asked window) value {
	child := &w.boards[ply+1]
	*child = w.boards[ply]
	child.play(w.geometry, s)
	return -w.search(ply+1, depth, asked.flip())
}

// Parts of a move's sort key. The moves with the highest keys are searched first. The type experience adds the killer
// moves and the history heuristic to the key.
const (
	keyTable   = 1 << 30 // the move in the table
	keyPromise = 1 << 10 // for each point of the move's promise
)

// list stores the useful moves of the position at a ply in the worker's lists. The move `first` gets the highest key.
// In classic, a square that is on no open line is never better than the other squares, so it is not listed.
func (w *worker) list(ply int, first uint8, seen *view) {
	b, l := &w.boards[ply], &w.lists[ply]
	l.length = 0
	for rest := seen.useful; !rest.empty(); {
		s := rest.first()
		rest = rest.not(single(s))
		key := keyPromise*b.promise(w.geometry, s) + w.learned(b.side, ply, uint8(s))
		if uint8(s) == first {
			key += keyTable
		}
		l.move[l.length], l.key[l.length] = uint8(s), key
		l.length++
	}
}

// promise returns how much a move does for the lines through its square. Lines of its own side that it extends count
// fully, and lines of the opponent that it blocks count half. In misère the sign is reversed: the best move does least
// for lines.
func (b *board) promise(g *geometry, s game.Square) (key int32) {
	own, other := &b.count[b.side], &b.count[b.side^1]
	for _, line := range g.through[s] {
		if other[line] == 0 {
			key += 2 * g.worth[own[line]+1]
		}
		if own[line] == 0 {
			key += g.worth[other[line]+1]
		}
	}
	if g.misere {
		return -key
	}
	return key
}

// A window is the interval where a search must find the exact value. Outside the window a bound is enough.
type window struct{ low, high value }

func exactly(v value) window { return window{v, v} }

func (w window) flip() window { return window{-w.high, -w.low} }

func (w window) within(certain window) window {
	return window{max(w.low, certain.low), min(w.high, certain.high)}
}

func (w window) clamp(v value) value { return min(max(v, w.low), w.high) }

// answer returns a value and true if the proven bounds of a position make a search with the window w unnecessary.
func (w window) answer(certain window) (value, bool) {
	switch {
	case certain.low == certain.high || certain.low >= w.high:
		return certain.low, true
	case certain.high <= w.low:
		return certain.high, true
	}
	return 0, false
}

type moveList struct {
	length int
	move   [squares]uint8
	key    [squares]int32
}

// next moves the move with the highest key, from index i on, to index i, and returns it.
func (l *moveList) next(i int) uint8 {
	best := i
	for j := i + 1; j < l.length; j++ {
		if l.key[j] > l.key[best] {
			best = j
		}
	}
	l.move[i], l.move[best] = l.move[best], l.move[i]
	l.key[i], l.key[best] = l.key[best], l.key[i]
	return l.move[i]
}

// The most that a history score (maxHistory) and a killer move (keyKiller) add to a move's sort key.
const (
	maxHistory = 1 << 16
	keyKiller  = 1 << 18
)

type experience struct {
	killers [squares + 1][2]uint8
	history [2][squares]int32
}

func (e *experience) forget() {
	*e = experience{}
	for ply := range e.killers {
		e.killers[ply] = [2]uint8{noMove, noMove}
	}
}

// learned returns what killer moves and history add to a move's sort key. `side` is 0 for X, 1 for O.
func (e *experience) learned(side uint8, ply int, move uint8) int32 {
	key := e.history[side][move]
	if k := &e.killers[ply]; k[0] == move || k[1] == move {
		key += keyKiller
	}
	return key
}

// reward records that the i-th move of a list caused a beta cutoff, and that the earlier moves did not.
func (e *experience) reward(side uint8, ply, depth int, l *moveList, i int) {
	move := l.move[i]
	if k := &e.killers[ply]; k[0] != move {
		k[0], k[1] = move, k[0]
	}
	history := &e.history[side]
	bonus := int32(min(depth*depth, 400))
	history[move] += bonus - history[move]*bonus/maxHistory
	for _, failed := range l.move[:i] {
		history[failed] -= bonus + history[failed]*bonus/maxHistory
	}
}
