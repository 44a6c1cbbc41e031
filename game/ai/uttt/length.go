package uttt

import "noughts/game/ai/engine"

// prove finds the exact length of a decided game under best play. The main search may have pruned
// quicker wins, so its length is only an upper bound. prove searches every move without pruning.
func (r *root) prove() {
	r.strict, r.salt = true, strictKey
	defer func() { r.strict, r.salt = false, 0 }()
	for n := r.Ranked[0].Value.Plies(); n > 2 && r.shorter(n); n = r.Ranked[0].Value.Plies() {
	}
}

// shorter reports whether a game that is decided within n plies ends earlier under best play. If so, it stores the new
// value. It also returns false if the search had to stop.
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
