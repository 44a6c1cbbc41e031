package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

const lanes = network.Lanes

// A vector has the numbers that one feature of a position adds to the lanes (neurons).
type vector [lanes]float32

// moments are running means of the gradient of weights and of its square.
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

// stepPlain changes weights by one step of Adam.
func stepPlain(w *vector, m *moments, gradient *vector, rate float32) {
	for i, g := range gradient {
		m.first[i] += (1 - decay1) * (g - m.first[i])
		m.second[i] += (1 - decay2) * (g*g - m.second[i])
		w[i] -= rate * m.first[i] / (float32(math.Sqrt(float64(m.second[i]))) + epsilon)
	}
}

// Adam's constants, after Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015).
const (
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// An adam is the state of the optimiser Adam.
type adam struct {
	steps int
	rate  float32 // of the current step, with Adam's bias correction
}

// next begins a step with a learning rate.
func (a *adam) next(rate float64) {
	a.steps++
	t := float64(a.steps)
	a.rate = float32(rate * math.Sqrt(1-math.Pow(decay2, t)) / (1 - math.Pow(decay1, t)))
}
