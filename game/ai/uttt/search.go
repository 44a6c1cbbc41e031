package uttt

import (
	"math"
	"math/bits"

	"noughts/game/ai/engine"
)

type value = engine.Value

// A worker searches one position in one goroutine. It has a board for each ply of the current line, so that
// the search does not allocate.
type worker struct {
	pace   engine.Pace
	table  *table
	strict bool   // set while `prove` looks for the exact length of a decided game
	salt   uint64 // xored into hashes; it is strictKey while `strict` is set, otherwise 0
	boards [plies]board
	lists  [plies]moveList
	judge
	experience
}

// plies exceeds the number of positions on any line of play.
const plies = squares + 2

func (w *worker) descend(ply int, m move) {
	child := &w.boards[ply+1]
	*child = w.boards[ply]
	child.play(m)
	w.last[ply+1] = m
	w.summed[ply+1] = false
}

const (
	futileDepth  = 6
	futileMargin = 200

	// From this depth on, late moves are first searched with reduced depth.
	reducedDepth = 3

	// From this depth on, a position without a known best move is searched with reduced depth.
	blindDepth = 4

	// Up to depth fewDepth the number of moves is limited. The limit is fewMoves plus a number that grows with the
	// depth.
	fewDepth, fewMoves = 3, 6
	hopelessMargin     = 300

	// Positions with a smaller depth are not stored in the table: searching them again is faster
	// than a table lookup that misses the processor's cache.
	rememberedDepth = 2

	strictKey = 0x9e3779b97f4a7c15 // separates the entries of the strict search from other entries
)

type node struct {
	ply, depth  int
	alpha, beta value // the window, outside which a bound is enough
	low, high   value // proven bounds of the value
	full        bool  // so deep that the search reaches the end of every game
	selective   bool  // moves may be left out
	judged      value // the evaluation, set by the method `futile` near the end of a search
	without     move  // a move that is not searched, or noMove
}

func (n *node) clamp(v value) value { return min(max(v, n.low), n.high) }

// narrow reports whether the window only asks whether the value exceeds alpha, which is undecided.
func (n *node) narrow() bool {
	return n.beta-n.alpha == 1 && !n.alpha.IsDecided() && !n.beta.IsDecided()
}

// search returns the value of the position at a ply for the side to move, searched `depth` plies deeper. A value
// outside the window is only a bound. The side to move must not be able to win with its next move; callers check that.
func (w *worker) search(ply, depth int, alpha, beta value) value {
	b := &w.boards[ply]
	low, high := b.certain(ply)
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}
	// A search as deep as the number of empty squares reaches the end of every game. Deeper
	// searches would find the same value.
	n := node{ply: ply, depth: min(depth, int(b.left)), alpha: alpha, beta: beta, low: low, high: high, full: depth >= int(b.left), without: noMove}
	if n.depth <= 0 {
		if w.strict {
			return n.clamp(0)
		}
		return w.quiesce(ply, alpha, beta, low, high)
	}
	n.selective = !n.full && !w.strict
	hash, known := b.hash()^w.salt, entry{Move: noMove}
	remembered := n.depth >= rememberedDepth
	if remembered {
		w.table.expect(hash)
	}
	if v, ok := w.futile(&n); ok {
		return v
	}
	if remembered {
		known = w.table.probe(hash, ply)
	}
	// A strict search does not accept a proof from a shallower search, which may have pruned a quicker win.
	if (known.Depth >= n.depth || !w.strict && proves(known)) && known.Cuts(alpha, beta) {
		return known.Value
	}
	if known.Move == noMove && n.selective && n.depth >= blindDepth {
		n.depth-- // without a known best move, a shallower search is enough: it finds a best move for the next search
	}
	found := w.searchMoves(&n, known)
	if remembered && !w.pace.Stopped() {
		w.table.store(hash, ply, found)
	}
	return found.Value
}

// futile returns a value for a position near the end of a search if the position's evaluation is far above beta: a
// deeper search would hardly change the result. Otherwise it returns false. It also returns false if a wrong move would
// lose the game at once.
func (w *worker) futile(n *node) (value, bool) {
	if !n.selective || n.depth > futileDepth || !n.narrow() {
		return 0, false
	}
	n.judged = n.clamp(w.evaluate(n.ply))
	v := n.judged - futileMargin*value(n.depth)
	return v, v >= n.beta && w.boards[n.ply].deadly() == 0
}

// searchMoves searches the moves of a position, beginning with the known best move. It returns the result as an entry.
func (w *worker) searchMoves(n *node, known entry) entry {
	b, l := &w.boards[n.ply], &w.lists[n.ply]
	extension := w.extension(n, known)
	w.list(l, b, n.ply, known.Move)
	found := entry{Value: -engine.Infinite, Depth: n.depth, Move: noMove}
	bar, top := max(n.alpha, n.low), min(n.beta, n.high)
	few := n.few(l.length)
	for i := range l.length {
		if i >= few && found.Value > -engine.Decided {
			break // if all searched moves lose, continue: the remaining moves may not lose
		}
		m := l.next(i)
		if m == n.without {
			continue
		}
		w.descend(n.ply, m)
		depth, reduction := n.depth, 0
		if m == known.Move {
			depth += extension
		}
		if n.selective && n.depth >= reducedDepth {
			reduction = reductionOf(n.depth, i, top-bar > 1, l.keyed[i]>>keyShift)
		}
		v := w.searchMove(n.ply, depth, i > 0, reduction, max(bar, found.Value), top)
		if w.pace.Stopped() {
			break
		}
		if v > found.Value {
			found.Value = v
			if v > n.alpha {
				found.Move = m
			}
		}
		if v >= top {
			w.reward(b, n.ply, n.depth, l, i)
			break
		}
	}
	found.Bound = engine.BoundOf(found.Value, n.alpha, n.beta, n.low, n.high)
	return found
}

// few returns the number of moves to search. Near the end of a search not all moves are searched. Very few are searched
// if the evaluation is far below alpha, because the moves would hardly change the result.
func (n *node) few(count int) int {
	switch {
	case !n.selective || n.depth > fewDepth || !n.narrow() || n.alpha <= n.low:
		return count
	case n.judged+hopelessMargin*value(n.depth) <= n.alpha:
		return min(count, 2+n.depth)
	}
	return min(count, fewMoves+n.depth*n.depth)
}

// searchMove returns the value of the position at ply+1 for the side that has just moved. `bar` and `top` are the
// window. If `later` is true, the move is first searched with a null window, perhaps at a reduced depth. It is searched
// again only if its value exceeds bar.
func (w *worker) searchMove(ply, depth int, later bool, reduction int, bar, top value) value {
	if !w.pace.Step() {
		return 0
	}
	if w.boards[ply+1].winsNow() {
		return engine.LossIn(ply + 2)
	}
	if later {
		v := -w.search(ply+1, depth-1-reduction, -bar-1, -bar)
		if v > bar && reduction > 0 {
			v = -w.search(ply+1, depth-1, -bar-1, -bar)
		}
		if v <= bar || v >= top {
			return v
		}
	}
	return -w.search(ply+1, depth-1, -top, -bar)
}

// reductionOf returns by how many plies the search of a move is shortened. `before` is the number of moves searched
// before it. The reduction is smaller if the move has a high key or if the window is open, and larger if the key is
// low.
func reductionOf(depth, before int, open bool, key int32) int {
	if before < 2 {
		return 0
	}
	r := int(reductions[min(depth, 63)][before&127])
	if open {
		r--
	}
	switch {
	case r <= 0:
		return 0
	case key > keyKiller:
		r--
	case key < -keyKiller:
		r++
	}
	return min(r, depth-2)
}

// quiesce returns the evaluation of a position. If a move that wins a local board is better, quiesce returns the value
// of that move. It tries only boards that are part of a line that the side to move can still complete.
func (w *worker) quiesce(ply int, alpha, beta, low, high value) value {
	b := &w.boards[ply]
	best := min(max(w.evaluate(ply), low), high)
	boards := b.playable & b.threats.of(b.side)
	if best >= beta || boards == 0 {
		return best
	}
	for ; boards != 0; boards &= boards - 1 {
		i := uint8(bits.TrailingZeros16(boards))
		if !b.matters(b.side, i) {
			continue
		}
		for cells := b.winning(i).of(b.side); cells != 0; cells &= cells - 1 {
			v := w.capture(ply, i*9+uint8(bits.TrailingZeros16(cells)), max(alpha, best), beta)
			if v >= beta || w.pace.Stopped() {
				return v
			}
			best = max(best, v)
		}
	}
	return best
}

func (w *worker) capture(ply int, m move, alpha, beta value) value {
	child := &w.boards[ply+1]
	w.descend(ply, m)
	if !w.pace.Step() {
		return 0
	}
	if child.winsNow() {
		return engine.LossIn(ply + 2)
	}
	low, high := child.certain(ply + 1)
	if low == high {
		return -low
	}
	return -w.quiesce(ply+1, -beta, -alpha, low, high)
}

// reductions are the depth reductions of late moves, indexed by depth and by the move's index.
var reductions = func() (table [64][128]int8) {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 128; i++ {
			table[depth][i] = int8(0.3 + math.Log(float64(depth))*math.Log(float64(i)))
		}
	}
	return table
}()

const (
	// From this depth on, the table's move may be searched deeper than other moves.
	singularDepth = 5

	// The table's move counts as the only good move if all other moves are worse by at least singularMargin times the
	// depth.
	singularMargin = 20

	// If all other moves are worse by at least lonelyMargin more than singularMargin requires, the table's move is
	// searched even deeper.
	lonelyMargin = 150

	// The entry with the table's move may come from a search that was shallower by this many plies.
	singularLag = 4
)

// extension returns by how many plies deeper the table's move is searched. It is one or two if a
// shallow search finds all other moves clearly worse, because the value then depends on the table's
// move alone. It is -1 if the table's move seems good enough for beta and other moves are close.
func (w *worker) extension(n *node, known entry) int {
	bar := known.Value - singularMargin*value(n.depth)
	if !n.selective || n.depth < singularDepth || !suggests(known, n.depth-singularLag) || bar <= n.low {
		return 0
	}
	others := *n
	others.depth, others.alpha, others.beta, others.without = (n.depth-1)/2, bar-1, bar, known.Move
	v, futile := w.futile(&others)
	if !futile {
		v = w.searchMoves(&others, entry{Move: known.Move}).Value
	}
	switch {
	case v == -engine.Infinite:
		return 0 // there are no other moves
	case v < bar-lonelyMargin && n.narrow():
		return 2
	case v < bar:
		return 1
	case known.Value >= n.beta:
		return -1
	}
	return 0
}

// suggests reports whether the entry has a good move. The entry's value must be exact or a lower bound, must be neither
// a win nor a loss, and must come from a search of at least the given depth.
func suggests(e entry, depth int) bool {
	return e.Move != noMove && e.Depth >= depth && e.Bound != engine.AtMost && !e.Value.IsDecided()
}

// steepness converts values to logits: a value of 1000 is one logit, the logarithm of the odds of winning.
const steepness = 1.0 / 1000

func expected(v value) float64 { return 1 / (1 + math.Exp(-steepness*float64(v))) }

// A judge evaluates the positions of a worker's current line by the network. It computes a position's accumulator (the
// sums of the network's first layer) only when needed. It derives the accumulator from that of the nearest earlier
// position that has one.
type judge struct {
	weights *Weights
	sums    [plies]Accumulator
	summed  [plies]bool
}

func (j *judge) begin(b *board) {
	j.weights.Set(&j.sums[0], &b.rows)
	j.summed[0] = true
}

func (w *worker) evaluate(ply int) value {
	known := ply
	for !w.summed[known] {
		known--
	}
	for ; known < ply; known++ {
		i := split[w.last[known+1]].board
		w.weights.Move(&w.sums[known+1], &w.sums[known], i, w.boards[known].rows[i], w.boards[known+1].rows[i])
		w.summed[known+1] = true
	}
	b := &w.boards[ply]
	return value(w.weights.Evaluate(&w.sums[ply], &b.rows, bits.OnesCount16(b.closed), b.forced(), b.side))
}
