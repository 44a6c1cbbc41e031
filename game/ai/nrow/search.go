package nrow

import (
	"noughts/game"
	"noughts/game/ai/engine"
)

// A worker searches one position in one goroutine. It keeps the boards of the
// line it looks at, one for each ply, so that no position costs an allocation.
type worker struct {
	*geometry
	pace   engine.Pace
	table  *table
	boards [squares + 2]board // one more where a side passes
	lists  [squares + 1]moveList
	experience
	assault
	promises [squares]int32 // of the root's moves
}

// search returns the value of the position at a ply for the side to move, from
// depth further plies, not counting forced moves; outside the window
// asked for only a bound.
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
	depth = min(depth, seen.left) // which is as good as any deeper search
	if depth <= 0 {
		return seen.certain.clamp(min(max(seen.judged, -engine.Decided), engine.Decided))
	}
	known, ok := w.table.probe(b.hash, ply)
	if ok && known.depth >= depth && known.cuts(asked) {
		return known.value
	}
	unlisted := seen.certain.low
	if w.decides() {
		unlisted = w.defend(ply, asked, &seen)
	}
	if seen.first == noMove {
		seen.first = known.move
	}
	w.list(ply, seen.first, &seen)
	found := entry{depth: depth}
	found.value, found.move = w.searchMoves(ply, depth, asked, seen.certain)
	found.value = max(found.value, unlisted)
	found.bound = asked.bound(found.value, seen.certain)
	if !w.pace.Stopped() {
		w.table.store(b.hash, ply, found)
	}
	return found.value
}

// searchMoves searches the moves listed for a ply and returns the value and the
// best move.
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

// next returns the value, for the side to move at a ply, of playing on s and
// searching depth plies from there.
func (w *worker) next(ply, depth int, s game.Square, asked window) value {
	child := &w.boards[ply+1]
	*child = w.boards[ply]
	child.play(w.geometry, s)
	return -w.search(ply+1, depth, asked.flip())
}

// Reasons to search a move early, besides experience.
const (
	keyTable   = 1 << 30 // the table's move
	keyPromise = 1 << 10 // for each point of its promise
)

// list lists the moves of the position at a ply that are worth searching, the
// table's move foremost. A square that is on no open line can only be as good
// as another, for a mark never harms its side.
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
		l.add(uint8(s), key)
	}
}

// promise says how much a move does for the lines through its square: it builds
// its own side's, and spoils the opponent's, which is worth half as much. In misère
// the best move does least, on lines that nobody can complete any more.
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
