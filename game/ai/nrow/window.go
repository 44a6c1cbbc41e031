package nrow

// A window is the interval from low to high that a search must resolve; beyond it the search only
// says on which side the value lies.
type window struct{ low, high value }

// exactly returns the window of a value that is known.
func exactly(v value) window { return window{v, v} }

// flip returns the window for the other side.
func (w window) flip() window { return window{-w.high, -w.low} }

// within returns the part of a window that lies within certain bounds.
func (w window) within(certain window) window {
	return window{max(w.low, certain.low), min(w.high, certain.high)}
}

// clamp returns the value within the window that is nearest to v.
func (w window) clamp(v value) value { return min(max(v, w.low), w.high) }

// answer returns a value that answers what a window asks if certain bounds
// alone can do so.
func (w window) answer(certain window) (value, bool) {
	switch {
	case certain.low == certain.high || certain.low >= w.high:
		return certain.low, true
	case certain.high <= w.low:
		return certain.high, true
	}
	return 0, false
}

// bound says what a search that was asked about a window has found out of a
// position with certain bounds.
func (w window) bound(found value, certain window) bound {
	switch {
	case found <= certain.low || found >= certain.high:
		return exact
	case found >= w.high:
		return atLeast
	case found <= w.low:
		return atMost
	}
	return exact
}
