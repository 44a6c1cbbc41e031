package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

const lanes = network.Lanes

// A vector is what one fact of a position adds to the lanes.
type vector [lanes]float32

// moments are the running means of weights' gradients and of their squares.
type moments struct{ first, second vector }

func addPlain(to, v *vector) {
	for i := range to {
		to[i] += v[i]
	}
}

func addTimesPlain(to, v *vector, times float32) {
	for i := range to {
		to[i] += v[i] * times
	}
}

// stepPlain moves weights against their gradient.
func stepPlain(w *vector, m *moments, gradient *vector, rate float32) {
	for i, g := range gradient {
		m.first[i] += (1 - decay1) * (g - m.first[i])
		m.second[i] += (1 - decay2) * (g*g - m.second[i])
		w[i] -= rate * m.first[i] / (float32(math.Sqrt(float64(m.second[i]))) + epsilon)
	}
}
