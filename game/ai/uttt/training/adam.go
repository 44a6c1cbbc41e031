package training

import "math"

// Adam's constants, after Kingma and Ba, "Adam: A Method for Stochastic
// Optimization" (2015).
const (
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// An adam is the state of the optimiser: how far it is, and the step it takes.
type adam struct {
	steps int
	rate  float32 // of this step, corrected for the bias of its beginnings
}

// next begins a step with a rate of learning.
func (a *adam) next(rate float64) {
	a.steps++
	t := float64(a.steps)
	a.rate = float32(rate * math.Sqrt(1-math.Pow(decay2, t)) / (1 - math.Pow(decay1, t)))
}

// moments are the running means of a weight's gradient and of its square.
type moments struct{ first, second float32 }

// step moves a weight against its gradient.
func (a *adam) step(w *float32, m *moments, gradient float32) {
	m.first += (1 - decay1) * (gradient - m.first)
	m.second += (1 - decay2) * (gradient*gradient - m.second)
	*w -= a.rate * m.first / (float32(math.Sqrt(float64(m.second))) + epsilon)
}
