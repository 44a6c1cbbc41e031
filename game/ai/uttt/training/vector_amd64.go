//go:build amd64 && !purego

package training

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

func (v *vector) add(w *vector) {
	if hasAVX2 {
		addAVX2(v, w)
		return
	}
	addPlain(v, w)
}

// addTimes adds a multiple of w to v.
func (v *vector) addTimes(w *vector, times float32) {
	if hasAVX2 {
		addTimesAVX2(v, w, times)
		return
	}
	addTimesPlain(v, w, times)
}

// step changes weights by one step of Adam.
func (v *vector) step(m *moments, gradient *vector, rate float32) {
	if hasAVX2 {
		stepAVX2(v, m, gradient, &stepConstants, rate)
		return
	}
	stepPlain(v, m, gradient, rate)
}

// stepConstants are the constants that stepPlain uses, for stepAVX2. The compiler computes them and rounds them to
// float32, as in stepPlain, so that both functions use the same values.
var stepConstants = [3]float32{1 - decay1, 1 - decay2, epsilon}

//go:noescape
func addAVX2(to, v *vector)

//go:noescape
func addTimesAVX2(to, v *vector, times float32)

//go:noescape
func stepAVX2(w *vector, m *moments, gradient *vector, constants *[3]float32, rate float32)
