package uttt

// viewRows has two row indexes for each pattern of a local board as X sees it. The first is the row of weights for that
// pattern. The second is the row for the pattern that O sees on the same board.
var viewRows = func() *[Patterns][2]uint16 {
	table := new([Patterns][2]uint16)
	for p := range Patterns {
		table[p] = [2]uint16{compactPatterns[p], compactPatterns[p.Flip()]}
	}
	return table
}()

// An Accumulator has the sums of the network's first layer for a position, once as X sees it and once as O sees it.
// Each sum adds the rows of weights of the nine local boards. A move changes one row in each sum.
type Accumulator struct {
	lanes [2]Row
}

// Set computes the accumulator of a position from scratch. `rows` are the patterns of the local boards as X sees them.
func (w *Weights) Set(a *Accumulator, rows *[9]uint16) {
	for view := range a.lanes {
		a.lanes[view] = Row{}
		for i, r := range rows {
			for lane, v := range w.rows[i*patternCount+int(viewRows[r][view])] {
				a.lanes[view][lane] += v
			}
		}
	}
}

// Move computes the accumulator `a` of the position after a move from the accumulator `from` of the position before it.
// `board` is the local board that the move changes. `before` and `after` are the patterns of that board, as X sees
// them.
func (w *Weights) Move(a, from *Accumulator, board uint8, before, after uint16) {
	rows := w.rows[int(board)*patternCount:][:patternCount]
	old, new := &viewRows[before], &viewRows[after]
	exchange(&a.lanes, &from.lanes, &rows[old[0]], &rows[new[0]], &rows[old[1]], &rows[new[1]])
}

// mostValue is the greatest absolute value that Evaluate returns.
const mostValue = 15000

// Evaluate returns the expected result for the side to move in thousandths of a logit: 1000·ln(p/(1-p)) for an expected
// result p. `rows` are the patterns that belong to the accumulator, and `closed` is the number of closed boards among them.
// `forced` is the local board that must be played, or AnyBoard. `side` is 0 if X moves next and 1 if O does.
func (w *Weights) Evaluate(a *Accumulator, rows *[9]uint16, closed int, forced, side uint8) int32 {
	h := &w.Heads[HeadOf(closed)]
	pattern := [2]uint16{patternCount - 1, patternCount - 1} // for a free choice, the row of a dead board (full, without a winner)
	if forced != AnyBoard {
		pattern = viewRows[rows[forced]]
	}
	own := view{&a.lanes[side], &w.Forced[0][forced], &w.rows[ForcedBoard*patternCount+int(pattern[side])]}
	other := view{&a.lanes[side^1], &w.Forced[1][forced], &w.rows[(ForcedBoard+1)*patternCount+int(pattern[side^1])]}
	sum := weigh(&own, &other, &h.Lanes)
	const scale = 1000 << 32 / ValueUnit
	return int32(min(max(int64(sum+h.Base)*scale>>32, -mostValue), mostValue))
}

// exchangePlain copies the accumulator `from` to `to`, with one row replaced in each view: new0 replaces old0 in the
// first view, and new1 replaces old1 in the second view.
func exchangePlain(to, from *[2]Row, old0, new0, old1, new1 *Row) {
	for i, v := range &from[0] {
		to[0][i] = v - old0[i] + new0[i]
	}
	for i, v := range &from[1] {
		to[1][i] = v - old1[i] + new1[i]
	}
}

// A view has the three rows of weights whose sum is the network's first layer, as one side sees the position: `sum`,
// for the nine local boards (from the Accumulator); `forced`, for the number of the board that must be played; and
// `local`, for the pattern on that board.
type view struct {
	sum, forced, local *Row
}

// weighPlain returns a weighted sum over the lanes (neurons) of two views: the square of each lane's clipped value
// times the lane's weight.
func weighPlain(own, other *view, weights *[2 * Lanes]int16) (sum int32) {
	for i, v := range own.sum {
		sum += seen(v+own.forced[i]+own.local[i]) * int32(weights[i])
	}
	for i, v := range other.sum {
		sum += seen(v+other.forced[i]+other.local[i]) * int32(weights[Lanes+i])
	}
	return sum
}

// seen clips the value of a lane (neuron) to the range from 0 to Full, and returns its square, scaled to the range from
// 0 to seenFull.
func seen(v int16) int32 {
	clipped := int32(min(max(v, 0), Full)) << seenShift
	return clipped * clipped >> 16
}
