package search

import (
	"cmp"
	"slices"

	"noughts/game"
)

// maxDepth is deeper than any game is long.
const maxDepth = squares

// forcedDepth is how deep a search looks at the only move there is.
const forcedDepth = 6

// A Worker searches below the moves of one root position. It belongs to one
// goroutine.
type Worker interface {
	// Promise returns what speaks for a root move before it is searched. Of
	// moves of the same value the most promising one is chosen.
	Promise(move game.Square) int
	// Try returns the value, for the side to move, of a root move searched to
	// depth plies, the move itself included. Outside the window it is only a
	// bound. It means nothing once the pace has stopped.
	Try(move game.Square, depth int, asked Window) Value
	// Line returns the best play that is remembered to follow a root move.
	Line(move game.Square) []game.Square
	// Horizon returns a depth at which a search leaves nothing to judgement.
	Horizon() int
	// Expected returns the result, from 0 to 1, to be expected from a value.
	Expected(Value) float64
	// Pace returns what the worker keeps to.
	Pace() *Pace
}

// A deepening searches the moves of a root deeper and deeper.
type deepening struct {
	Worker
	limits Limits
	ranked []ranked
}

// A ranked move is one of the root's with what the last search of it found.
type ranked struct {
	move  game.Square
	value Value
	depth int
}

func newDeepening(w Worker, moves []game.Square, l Limits) *deepening {
	d := &deepening{Worker: w, limits: l}
	for _, move := range moves {
		d.ranked = append(d.ranked, ranked{move: move})
	}
	slices.SortStableFunc(d.ranked, func(a, b ranked) int { return cmp.Compare(w.Promise(b.move), w.Promise(a.move)) })
	return d
}

// lastDepth returns the depth at which there is nothing left to do.
func (d *deepening) lastDepth() int {
	last := maxDepth
	if d.limits.Depth > 0 {
		last = d.limits.Depth
	}
	return min(last, max(d.Horizon(), 1))
}

// choosing returns the depth at which there is no move left to choose: when
// time is short, the only move there is needs no long search.
func (d *deepening) choosing() int {
	if len(d.ranked) == 1 && (d.limits.Time > 0 || d.limits.Nodes > 0) {
		return min(d.lastDepth(), forcedDepth)
	}
	return d.lastDepth()
}

// deepen searches the root's moves until the budget is spent, the limit of
// depth is reached or the result is proven, and returns the best move: among
// equals the most promising, else the one given first. report is called after each depth.
func deepen(w Worker, moves []game.Square, l Limits, report func(Info)) Choice {
	d := newDeepening(w, moves, l)
	first := d.ranked[0].move
	choice := Choice{Move: first, Info: Info{Score: Even, PV: []game.Square{first}}}
	for depth := 1; depth <= d.choosing(); depth++ {
		finished := d.searchAll(depth)
		best := d.ranked[0]
		if !finished {
			choice = d.amend(choice, best)
			break
		}
		choice = Choice{Move: best.move, Info: d.info(best)}
		report(choice.Info)
		if best.settled() {
			break
		}
	}
	choice.Nodes, choice.Elapsed = w.Pace().Nodes(), w.Pace().Elapsed()
	return choice
}

// amend returns the choice after a search that was stopped among the moves: the
// best of those finished may be another one, or a win. Anything else that it
// says of the position is not certain.
func (d *deepening) amend(choice Choice, best ranked) Choice {
	if best.move == choice.Move && best.value <= Decided {
		return choice
	}
	amended := Choice{Move: best.move, Info: d.info(best)}
	if amended.Score.Proof != Win {
		amended.Score = Score{Expected: choice.Score.Expected}
	}
	return amended
}

// searchAll searches every move to a depth and keeps the best in front. It
// returns false when it had to stop before it was through.
func (d *deepening) searchAll(depth int) bool {
	alpha := -Infinite
	for i := range d.ranked {
		value, ok := d.search(i, depth, alpha)
		if !ok {
			return false
		}
		if i == 0 || value > alpha {
			alpha = value
			d.ranked[i].value, d.ranked[i].depth = value, depth
			d.promote(i)
		}
	}
	return true
}

// search returns the value of a move if it is above alpha, else a bound.
func (d *deepening) search(i, depth int, alpha Value) (Value, bool) {
	move := d.ranked[i].move
	if i > 0 {
		value := d.Try(move, depth, Window{alpha, alpha + 1})
		if value <= alpha || d.Pace().Stopped() {
			return value, !d.Pace().Stopped()
		}
	}
	value := d.Try(move, depth, Window{alpha, Infinite})
	return value, !d.Pace().Stopped()
}

// promote moves one of the ranked to the front.
func (d *deepening) promote(i int) {
	best := d.ranked[i]
	copy(d.ranked[1:i+1], d.ranked[:i])
	d.ranked[0] = best
}

// settled says whether a decided game was searched to its end, so that neither
// side can do better.
func (r ranked) settled() bool { return r.value.IsDecided() && r.depth >= r.value.plies() }

// score says what the value of a root move proves.
func (d *deepening) score(r ranked) Score {
	switch {
	case r.depth == 0:
		return Even
	case r.value > Decided:
		return Proven(Win, r.value.plies())
	case r.value < -Decided:
		return Proven(Loss, r.value.plies())
	case r.depth >= d.Horizon():
		return Proven(Draw, 0)
	}
	return Score{Expected: d.Expected(r.value)}
}

func (d *deepening) info(r ranked) Info {
	return Info{
		Depth:   r.depth,
		Nodes:   d.Pace().Nodes(),
		Elapsed: d.Pace().Elapsed(),
		Score:   d.score(r),
		PV:      append([]game.Square{r.move}, d.Line(r.move)...),
	}
}

// evaluate searches each of the root's moves until the budget is spent, the
// limit of depth is reached or all values are proven, and returns all moves,
// best first, equals by their promise, else in the order given.
func evaluate(w Worker, moves []game.Square, l Limits) []Choice {
	d := newDeepening(w, moves, l)
	for depth := 1; depth <= d.lastDepth() && d.rateAll(depth); depth++ {
	}
	slices.SortStableFunc(d.ranked, func(a, b ranked) int { return cmp.Compare(b.value, a.value) })
	choices := make([]Choice, len(d.ranked))
	for i, r := range d.ranked {
		choices[i] = Choice{Move: r.move, Info: d.info(r)}
	}
	return choices
}

// rateAll searches every unsettled move to a depth with a full window. It
// returns false when the search must stop or there was none. A depth that was
// not finished counts for no move, so that all are judged alike.
func (d *deepening) rateAll(depth int) bool {
	rated := slices.Clone(d.ranked)
	more := false
	for i, r := range rated {
		if r.depth > 0 && r.settled() {
			continue
		}
		more = true
		value := d.Try(r.move, depth, Window{-Infinite, Infinite})
		if d.Pace().Stopped() {
			return false
		}
		rated[i].value, rated[i].depth = value, depth
	}
	d.ranked = rated
	return more
}
