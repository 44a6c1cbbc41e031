package uttt

import "noughts/game/ai/engine"

const (
	// From this depth on the table's move may be searched deeper than others.
	singularDepth = 5

	// By so much for each ply the other moves of a position must be worse than
	// the table's move, which then is the only good one.
	singularMargin = 20

	// If they are worse by so much more, it is searched deeper still.
	lonelyMargin = 150

	// The table's move must have been found by a search so few plies shallower.
	singularLag = 4
)

// extension returns by how many plies deeper the table's move is searched: by
// one or two if a shallow search of all other moves finds them clearly worse, so
// that the judgment of the position rests on this move alone. If it seems good
// enough for beta, and others are not far behind, it need not be searched so
// deep: by one less.
func (w *worker) extension(n *node, known entry) int {
	bar := known.value - singularMargin*value(n.depth)
	if !n.selective || n.depth < singularDepth || !known.suggests(n.depth-singularLag) || bar <= n.low {
		return 0
	}
	others := *n
	others.depth, others.alpha, others.beta, others.without = (n.depth-1)/2, bar-1, bar, known.move
	v, futile := w.futile(&others)
	if !futile {
		v = w.searchMoves(&others, entry{move: known.move}).value
	}
	switch {
	case v == -engine.Infinite:
		return 0 // there is no other move
	case v < bar-lonelyMargin && n.narrow():
		return 2
	case v < bar:
		return 1
	case known.value >= n.beta:
		return -1
	}
	return 0
}

// suggests says whether the entry knows a good move from a search to a depth at
// least.
func (e entry) suggests(depth int) bool {
	return e.move != noMove && e.depth >= depth && e.bound != atMost && !e.value.IsDecided()
}
