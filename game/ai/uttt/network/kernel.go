package network

// exchangePlain makes to what from becomes when, in each view, one row goes and
// another comes.
func exchangePlain(to, from *[2]Row, old0, new0, old1, new1 *Row) {
	for i, v := range &from[0] {
		to[0][i] = v - old0[i] + new0[i]
	}
	for i, v := range &from[1] {
		to[1][i] = v - old1[i] + new1[i]
	}
}

// A view is what one side sees of a position: the sum of the local boards' rows
// and two rows to be added to it.
type view struct {
	sum, forced, local *Row
}

// weighPlain returns the sum of the squares of the clipped lanes of two views
// times their weights.
func weighPlain(own, other *view, weights *[2 * Lanes]int16) (sum int32) {
	for i, v := range own.sum {
		sum += seen(v+own.forced[i]+own.local[i]) * int32(weights[i])
	}
	for i, v := range other.sum {
		sum += seen(v+other.forced[i]+other.local[i]) * int32(weights[Lanes+i])
	}
	return sum
}

// seen returns the square of a clipped lane.
func seen(v int16) int32 {
	clipped := int32(min(max(v, 0), Full)) << seenShift
	return clipped * clipped >> 16
}
