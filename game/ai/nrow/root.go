package nrow

import (
	"cmp"
	"math"
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
)

// forcedDepth is how deep a search looks at the only move there is.
const forcedDepth = 6

// A root searches the moves of a position deeper and deeper.
type root struct {
	*worker
	limits engine.Limits
	ranked []ranked
}

// A ranked move is one of the root's with what the last search of it found.
type ranked struct {
	move  game.Square
	value value
	depth int
}

// newRoot ranks moves by their promise, equals in the order given.
func newRoot(w *worker, moves []game.Square, l engine.Limits) *root {
	r := &root{worker: w, limits: l}
	for _, s := range moves {
		r.ranked = append(r.ranked, ranked{move: s})
	}
	slices.SortStableFunc(r.ranked, func(a, b ranked) int { return cmp.Compare(w.promises[b.move], w.promises[a.move]) })
	return r
}

// horizon returns a depth that needs no evaluation of unfinished positions. In classic the first
// move may be wasted on a square that is of no use.
func (r *root) horizon() int {
	left := r.boards[0].look(r.geometry, 0).left
	if !r.misere {
		left++
	}
	return left
}

// lastDepth returns the depth beyond which there is nothing left to search.
func (r *root) lastDepth() int {
	if r.limits.Depth > 0 {
		return min(r.limits.Depth, r.horizon())
	}
	return r.horizon()
}

// choosing returns the depth beyond which no choice is left: when time is short, a forced move
// needs no long search.
func (r *root) choosing() int {
	if len(r.ranked) == 1 && (r.limits.Time > 0 || r.limits.Nodes > 0) {
		return min(r.lastDepth(), forcedDepth)
	}
	return r.lastDepth()
}

// deepen searches the moves until the budget is spent, the limit of depth is
// reached or the result is proven, and returns the best move: among equals the
// most promising, else the one given first. report is called after each depth.
func (r *root) deepen(report func(engine.Info)) engine.Choice {
	first := r.ranked[0].move
	choice := engine.Choice{Move: first, Info: engine.Info{Score: engine.Even, PV: []game.Square{first}}}
	for depth := 1; depth <= r.choosing(); depth++ {
		finished := r.searchAll(depth)
		best := r.ranked[0]
		if !finished {
			choice = r.amend(choice, best)
			break
		}
		choice = engine.Choice{Move: best.move, Info: r.info(best)}
		report(choice.Info)
		if best.settled() {
			break
		}
	}
	choice.Nodes, choice.Elapsed = r.pace.Nodes(), r.pace.Elapsed()
	return choice
}

// amend returns the choice after a search that was stopped among the moves: the
// best of those finished may be another one, or a win. Anything else that it
// says of the position is not certain.
func (r *root) amend(choice engine.Choice, best ranked) engine.Choice {
	if best.move == choice.Move && best.value <= engine.Decided {
		return choice
	}
	amended := engine.Choice{Move: best.move, Info: r.info(best)}
	if amended.Score.Proof != engine.Win {
		amended.Score = engine.Score{Expected: choice.Score.Expected}
	}
	return amended
}

// searchAll searches every move to a depth and keeps the best in front. It
// returns false when it had to stop before it was through.
func (r *root) searchAll(depth int) bool {
	alpha := -engine.Infinite
	for i := range r.ranked {
		v := r.rate(i, depth, alpha)
		if r.pace.Stopped() {
			return false
		}
		if i == 0 || v > alpha {
			alpha = v
			r.ranked[i].value, r.ranked[i].depth = v, depth
			r.promote(i)
		}
	}
	return true
}

// rate returns the value of the move at a place if it is above alpha, else a bound.
func (r *root) rate(i, depth int, alpha value) value {
	s := r.ranked[i].move
	if i > 0 {
		if v := r.try(s, depth, window{alpha, alpha + 1}); v <= alpha || r.pace.Stopped() {
			return v
		}
	}
	return r.try(s, depth, window{alpha, engine.Infinite})
}

// try returns the value of a move searched to depth plies, the move itself
// included. Outside the window it is only a bound. It means nothing once the
// pace has stopped.
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

// promote moves one of the ranked to the front.
func (r *root) promote(i int) {
	best := r.ranked[i]
	copy(r.ranked[1:i+1], r.ranked[:i])
	r.ranked[0] = best
}

// settled says whether a decided game was searched to its end, so that neither
// side can do better.
func (m ranked) settled() bool { return m.value.IsDecided() && m.depth >= m.value.Plies() }

// score says what the value of a root move proves.
func (r *root) score(m ranked) engine.Score {
	return engine.Scored(m.value, m.depth, r.horizon(), expected)
}

// expected returns the result to be expected from a value: a thousand of a value
// is one of the logarithm of the odds.
func expected(v value) float64 { return 1 / (1 + math.Exp(-float64(v)/1000)) }

func (r *root) info(m ranked) engine.Info {
	return engine.Info{
		Depth:   m.depth,
		Nodes:   r.pace.Nodes(),
		Elapsed: r.pace.Elapsed(),
		Score:   r.score(m),
		PV:      append([]game.Square{m.move}, r.line(m.move)...),
	}
}

// evaluate searches each move until the budget is spent, the limit of depth is
// reached or all values are proven, and returns all moves, best first, equals by
// their promise, else in the order given.
func (r *root) evaluate() []engine.Choice {
	for depth := 1; depth <= r.lastDepth() && r.rateAll(depth); depth++ {
	}
	slices.SortStableFunc(r.ranked, func(a, b ranked) int { return cmp.Compare(b.value, a.value) })
	choices := make([]engine.Choice, len(r.ranked))
	for i, m := range r.ranked {
		choices[i] = engine.Choice{Move: m.move, Info: r.info(m)}
	}
	return choices
}

// rateAll searches every unsettled move to a depth with a full window. It
// returns false when the search must stop or there was none. A depth that was
// not finished counts for no move, so that all are judged alike.
func (r *root) rateAll(depth int) bool {
	rated := slices.Clone(r.ranked)
	more := false
	for i, m := range rated {
		if m.depth > 0 && m.settled() {
			continue
		}
		more = true
		v := r.try(m.move, depth, window{-engine.Infinite, engine.Infinite})
		if r.pace.Stopped() {
			return false
		}
		rated[i].value, rated[i].depth = v, depth
	}
	r.ranked = rated
	return more
}

// line returns the best play that the table remembers after a move.
func (r *root) line(s game.Square) []game.Square {
	b := r.boards[0]
	var line []game.Square
	for {
		mover := b.side
		b.play(r.geometry, s)
		if b.hasLine(r.geometry, mover, s) {
			return line
		}
		var ok bool
		if s, ok = r.recall(&b); !ok {
			return line
		}
		line = append(line, s)
	}
}

// recall returns a move that wins, or that is forced, or else the table's.
func (w *worker) recall(b *board) (game.Square, bool) {
	seen := b.look(w.geometry, 0)
	switch {
	case seen.wins:
		return b.completing(w.geometry), true
	case !seen.forced.empty():
		return seen.forced.first(), true
	}
	known, ok := w.table.probe(b.hash, 0)
	s := game.Square(known.move)
	return s, ok && known.move != noMove && seen.useful.has(single(s))
}
