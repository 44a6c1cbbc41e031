package training

import "math"

// Adam's constants, after Kingma and Ba, "Adam: A Method for Stochastic
// Optimization" (2015).
const (
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// An adam is the state of the optimizer: how far it is, and the step it takes.
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
