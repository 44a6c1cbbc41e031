package uttt

import (
	"cmp"
	"slices"

	"noughts/game/ai/engine"
)

// forcedDepth is how deep a search looks at the only move there is.
const forcedDepth = 6

// aspiration is how far from the last value the next one is first expected.
const aspiration = 250

// A root searches the moves of a position deeper and deeper.
type root struct {
	*worker
	limits engine.Limits
	helper int // 0 for the goroutine whose choice counts
	ranked []ranked
}

// A ranked move is one of the root's with what the last search of it found.
type ranked struct {
	move  move
	value value
	depth int
}

func newRoot(w *worker, t engine.Task, helper int) *root {
	r := &root{worker: w, limits: t.Limits, helper: helper}
	moves := t.Position.Moves()
	if t.Rand != nil && helper == 0 {
		moves = t.Moves()
	}
	for _, s := range moves {
		r.ranked = append(r.ranked, ranked{move: moveOn(s)})
	}
	l := &w.lists[0]
	w.list(l, &w.boards[0], 0, noMove)
	keys := make(map[move]int32)
	for _, k := range l.keyed[:l.length] {
		keys[move(k&0x7f)] = k >> 7
	}
	slices.SortStableFunc(r.ranked, func(a, b ranked) int { return cmp.Compare(keys[b.move], keys[a.move]) })
	return r
}

// horizon returns the depth that needs no evaluation of unfinished positions.
func (r *root) horizon() int {
	b := &r.boards[0]
	if !b.canWin(0) && !b.canWin(1) {
		return 1
	}
	return max(int(b.left), 1)
}

// lastDepth returns the depth beyond which there is nothing left to search.
func (r *root) lastDepth() int {
	last := r.horizon()
	if r.limits.Depth > 0 {
		last = min(last, r.limits.Depth)
	}
	if len(r.ranked) == 1 && (r.limits.Time > 0 || r.limits.Nodes > 0) {
		last = min(last, forcedDepth)
	}
	return last
}

// deepen searches until the budget is spent, the limit of depth is reached or
// the result is proven, and returns the best move. report is called after each
// depth.
func (r *root) deepen(report func(engine.Info)) engine.Choice {
	first := r.ranked[0]
	choice := engine.Choice{Move: squareOf(first.move)}
	choice.Score, choice.PV = engine.Even, append(choice.PV, choice.Move)
	for depth := 1 + r.helper%2; depth <= r.lastDepth(); depth++ {
		finished := r.aspire(depth)
		best := r.ranked[0]
		if !finished {
			choice = r.amend(choice, best)
			break
		}
		choice = r.choice(best)
		report(choice.Info)
		if best.value.IsDecided() {
			if r.helper == 0 {
				r.prove()
				choice = r.choice(r.ranked[0])
			}
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
	if squareOf(best.move) == choice.Move && best.value <= engine.Decided {
		return choice
	}
	amended := r.choice(best)
	if amended.Score.Proof != engine.Win {
		amended.Score = engine.Score{Expected: choice.Score.Expected}
	}
	return amended
}

// aspire searches every move to a depth and keeps the best in front. The window
// lies around the last value, and is widened as needed. It returns false when
// it had to stop before it was through.
func (r *root) aspire(depth int) bool {
	alpha, beta := -engine.Infinite, engine.Infinite
	if depth > 3 {
		alpha, beta = r.ranked[0].value-aspiration, r.ranked[0].value+aspiration
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

// searchAll searches every move to a depth within a window and keeps the best
// in front. It returns false when it had to stop before it was through.
func (r *root) searchAll(depth int, alpha, beta value) (value, bool) {
	best := -engine.Infinite
	for i := range r.ranked {
		v := r.try(r.ranked[i].move, depth, max(alpha, best), beta, i)
		if r.pace.Stopped() {
			return best, false
		}
		if v > best {
			best = v
			if v > alpha {
				r.ranked[i].value, r.ranked[i].depth = v, depth
				r.promote(i)
			}
		}
		if best >= beta {
			break
		}
	}
	return best, true
}

// try returns the value of a root move, searched after so many others.
func (r *root) try(m move, depth int, alpha, beta value, before int) value {
	if b := r.boards[0]; b.wins(m) {
		return engine.WinIn(1)
	}
	r.descend(0, m)
	reduction := 0
	if !r.strict && depth >= reducedDepth && depth < r.horizon() {
		reduction = reductionOf(depth, before, true, 0)
	}
	return r.searchMove(0, depth, before > 0, reduction, alpha, beta)
}

// promote moves one of the ranked to the front.
func (r *root) promote(i int) {
	best := r.ranked[i]
	copy(r.ranked[1:i+1], r.ranked[:i])
	r.ranked[0] = best
}

// prove finds out how long a decided game lasts under best play. The search
// that decided it may have passed over quicker wins, so that it only knows that
// it lasts no longer: every move is now searched, with nothing left out.
func (r *root) prove() {
	r.strict, r.salt = true, strictKey
	defer func() { r.strict, r.salt = false, 0 }()
	for n := r.ranked[0].value.Plies(); n > 2 && r.shorter(n); n = r.ranked[0].value.Plies() {
	}
}

// shorter says whether a game that is decided within n plies ends earlier under
// best play, and keeps its value. It returns false too when it had to stop.
func (r *root) shorter(n int) bool {
	won := r.ranked[0]
	if won.value < 0 {
		better, ok := r.searchAll(n-2, won.value-1, won.value)
		if !ok {
			return false
		}
		shorter := better < won.value
		r.ranked[0].value = won.value
		if shorter {
			r.ranked[0].value -= 2
		}
		return shorter
	}
	quicker := engine.WinIn(n - 2)
	better, ok := r.searchAll(n-2, quicker-1, quicker)
	return ok && better >= quicker
}

func (r *root) choice(best ranked) engine.Choice {
	return engine.Choice{Move: squareOf(best.move), Info: r.info(best)}
}

func (r *root) info(m ranked) engine.Info {
	return engine.Info{
		Depth:   m.depth,
		Nodes:   r.pace.Nodes(),
		Elapsed: r.pace.Elapsed(),
		Score:   r.score(m),
		PV:      r.line(m.move),
	}
}

// score says what the value of a root move proves.
func (r *root) score(m ranked) engine.Score {
	return engine.Scored(m.value, m.depth, r.horizon(), expected)
}

// evaluate searches each move until the budget is spent, the limit of depth is
// reached or all values are proven, and returns all moves, best first.
func (r *root) evaluate() []engine.Choice {
	slices.SortFunc(r.ranked, func(a, b ranked) int { return cmp.Compare(squareOf(a.move), squareOf(b.move)) })
	for depth := 1; depth <= r.lastDepth() && r.rateAll(depth); depth++ {
	}
	slices.SortStableFunc(r.ranked, func(a, b ranked) int { return cmp.Compare(b.value, a.value) })
	choices := make([]engine.Choice, len(r.ranked))
	for i, m := range r.ranked {
		choices[i] = r.choice(m)
	}
	return choices
}

// rateAll searches every undecided move to a depth with a full window. It
// returns false when the search must stop or there was none. A depth that was
// not finished counts for no move, so that all are judged alike.
func (r *root) rateAll(depth int) bool {
	rated := slices.Clone(r.ranked)
	more := false
	for i, m := range rated {
		if m.depth > 0 && m.value.IsDecided() {
			continue
		}
		more = true
		v := r.try(m.move, depth, -engine.Infinite, engine.Infinite, 0)
		if r.pace.Stopped() {
			return false
		}
		rated[i].value, rated[i].depth = v, depth
	}
	r.ranked = rated
	return more
}
