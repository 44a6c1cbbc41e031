package engine

import (
	"cmp"
	"slices"

	"noughts/game"
)

// A Ranked move is a move in the searched position (the root) with the result of the move's last search.
type Ranked struct {
	Move  game.Square
	Value Value
	Depth int // 0 before the first search
}

// A Root has the moves of the searched position, and converts their values into choices.
type Root struct {
	Ranked   []Ranked
	Pace     *Pace
	Limits   Limits
	Horizon  int                             // a search to this depth reaches the end of every game
	Expected func(Value) float64             // converts an evaluation to an expected result
	Line     func(game.Square) []game.Square // returns the principal variation that begins with the given move
}

// Rank adds moves, those with the highest keys first. Moves with the same key keep their order.
func (r *Root) Rank(moves []game.Square, key func(game.Square) int32) {
	for _, s := range moves {
		r.Ranked = append(r.Ranked, Ranked{Move: s})
	}
	slices.SortStableFunc(r.Ranked, func(a, b Ranked) int { return cmp.Compare(key(b.Move), key(a.Move)) })
}

// LastDepth returns the depth of the last search.
func (r *Root) LastDepth() int {
	if r.Limits.Depth > 0 {
		return min(r.Limits.Depth, r.Horizon)
	}
	return r.Horizon
}

// forcedDepth is the greatest depth of a search for a move if there is only one legal move.
const forcedDepth = 6

// LastForMove is LastDepth, or less if there is only one legal move and time or nodes are limited.
func (r *Root) LastForMove() int {
	if len(r.Ranked) == 1 && (r.Limits.Time > 0 || r.Limits.Nodes > 0) {
		return min(r.LastDepth(), forcedDepth)
	}
	return r.LastDepth()
}

// Deepen searches depth by depth, beginning with depth `first`, until the pace stops, the depth limit is reached or the
// best move is settled: a deeper search cannot change its value. It returns the best move, and calls `report` after
// each depth. `search` searches every move to a depth and moves the best to the front; it returns false if it had to
// stop.
func (r *Root) Deepen(first int, search func(depth int) bool, settled func(Ranked) bool, report func(Info)) Choice {
	choice := Choice{Move: r.Ranked[0].Move, Info: Info{Score: Even, PV: []game.Square{r.Ranked[0].Move}}}
	for depth := first; depth <= r.LastForMove(); depth++ {
		if !search(depth) {
			choice = r.Amend(choice)
			break
		}
		choice = r.Choice(r.Ranked[0])
		report(choice.Info)
		if settled(r.Ranked[0]) {
			break
		}
	}
	choice.Nodes, choice.Elapsed = r.Pace.Nodes(), r.Pace.Elapsed()
	return choice
}

// Promote moves the i-th ranked move to the front.
func (r *Root) Promote(i int) {
	best := r.Ranked[i]
	copy(r.Ranked[1:i+1], r.Ranked[:i])
	r.Ranked[0] = best
}

// Choice returns a ranked move with its evaluation.
func (r *Root) Choice(m Ranked) Choice {
	return Choice{Move: m.Move, Info: Info{
		Depth:   m.Depth,
		Nodes:   r.Pace.Nodes(),
		Elapsed: r.Pace.Elapsed(),
		Score:   Scored(m.Value, m.Depth, r.Horizon, r.Expected),
		PV:      r.Line(m.Move),
	}}
}

// Amend corrects the choice of the last complete depth after a search that stopped between two moves. The first ranked
// move replaces the choice if it is a different move or a win. All other values of the incomplete depth are unreliable.
func (r *Root) Amend(choice Choice) Choice {
	best := r.Ranked[0]
	if best.Move == choice.Move && best.Value <= Decided {
		return choice
	}
	amended := r.Choice(best)
	if amended.Score.Proof != Win {
		amended.Score = Score{Expected: choice.Score.Expected}
	}
	return amended
}

// Evaluate searches every move with a full window, depth by depth up to depth `last`, until the pace stops or all moves
// are settled. It returns all moves, best first; equal moves keep their order. `settled` reports whether a deeper
// search cannot change the value of a move, and `try` returns the value of a move searched to a depth.
func (r *Root) Evaluate(last int, settled func(Ranked) bool, try func(s game.Square, depth int) Value) []Choice {
	for depth := 1; depth <= last && r.rateAll(depth, settled, try); depth++ {
	}
	slices.SortStableFunc(r.Ranked, func(a, b Ranked) int { return cmp.Compare(b.Value, a.Value) })
	choices := make([]Choice, len(r.Ranked))
	for i, m := range r.Ranked {
		choices[i] = r.Choice(m)
	}
	return choices
}

// rateAll searches every unsettled move to a depth. It returns false if the search must stop or all moves are settled.
// If the search stops within a depth, no values change, so that all moves are compared at the same depth.
func (r *Root) rateAll(depth int, settled func(Ranked) bool, try func(s game.Square, depth int) Value) bool {
	rated := slices.Clone(r.Ranked)
	more := false
	for i, m := range rated {
		if m.Depth > 0 && settled(m) {
			continue
		}
		more = true
		v := try(m.Move, depth)
		if r.Pace.Stopped() {
			return false
		}
		rated[i].Value, rated[i].Depth = v, depth
	}
	r.Ranked = rated
	return more
}
