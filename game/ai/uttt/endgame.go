package uttt

// The search can prove the value of an endgame: if it is as deep as the number of empty squares (node.full), or if all
// its lines end early. This file has what it uses to prove values, and to find the length of a decided game.

import "noughts/game/ai/engine"

// prove finds the exact length of a decided game under best play. It searches every move without pruning: the main search
// may have pruned quicker wins.
func (r *root) prove() {
	r.strict, r.salt = true, strictKey
	defer func() { r.strict, r.salt = false, 0 }()
	for n := r.Ranked[0].Value.Plies(); n > 2 && r.shorter(n); n = r.Ranked[0].Value.Plies() {
	}
}

// shorter searches a game that is known to end within n plies, and reports whether it ends at least two plies earlier
// under best play. If so, it stores the new value of the best move. It returns false if the search had to stop.
func (r *root) shorter(n int) bool {
	won := r.Ranked[0]
	if won.Value < 0 {
		better, ok := r.searchAll(n-2, won.Value-1, won.Value)
		if !ok {
			return false
		}
		shorter := better < won.Value
		r.Ranked[0].Value = won.Value
		if shorter {
			r.Ranked[0].Value -= 2
		}
		return shorter
	}
	quicker := engine.WinIn(n - 2)
	better, ok := r.searchAll(n-2, quicker-1, quicker)
	return ok && better >= quicker
}

// proves reports whether the entry proves a win or a loss, at any depth.
func proves(e entry) bool {
	return e.Value > engine.Decided && e.Bound != engine.AtMost || e.Value < -engine.Decided && e.Bound != engine.AtLeast
}

// certain returns proven bounds of the value, if the side to move cannot win with its next move.
func (b *board) certain(ply int) (low, high value) {
	low, high = engine.LossIn(ply+2), engine.WinIn(ply+3)
	if !b.canWin(b.side) {
		high = 0
	}
	if !b.canWin(b.side ^ 1) {
		low = 0
	}
	return low, high
}
