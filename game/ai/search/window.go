package search

// A Window is what a search wants to know: where a value lies from Low to
// High, and beyond them no more than on which side.
type Window struct{ Low, High Value }

// Flip returns the window for the other side.
func (w Window) Flip() Window { return Window{-w.High, -w.Low} }

// Within returns the part of a window that lies within certain bounds.
func (w Window) Within(certain Window) Window {
	return Window{max(w.Low, certain.Low), min(w.High, certain.High)}
}

// Clamp returns the value within the window that is nearest to v.
func (w Window) Clamp(v Value) Value { return min(max(v, w.Low), w.High) }

// Answer returns a value that answers what a window asks if certain bounds
// alone can do so.
func (w Window) Answer(certain Window) (Value, bool) {
	switch {
	case certain.Low == certain.High || certain.Low >= w.High:
		return certain.Low, true
	case certain.High <= w.Low:
		return certain.High, true
	}
	return 0, false
}

// Bound says what a search that was asked about a window has found out of a
// position with certain bounds.
func (w Window) Bound(found Value, certain Window) Bound {
	switch {
	case found <= certain.Low || found >= certain.High:
		return Exact
	case found >= w.High:
		return AtLeast
	case found <= w.Low:
		return AtMost
	}
	return Exact
}
