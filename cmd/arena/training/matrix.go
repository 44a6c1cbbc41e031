package main

import (
	"math"
	"math/rand/v2"
)

// A matrix of weights has a row for each input. It keeps what Adam needs to change them.
type matrix struct {
	Width         int
	Weights       []float32
	First, Second []float32 // running means of the gradient and of its square
	gradient      []float32 // of the present step
}

func newMatrix(rows, width int, deviation float64, rng *rand.Rand) matrix {
	n := rows * width
	m := matrix{width, make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
	for i := range m.Weights {
		m.Weights[i] = float32(deviation * rng.NormFloat64())
	}
	return m
}

func (m *matrix) row(i int) []float32 { return at(m.Weights, i, m.Width) }

func (m *matrix) learnRow(i int, slope []float32) { add(at(m.gradient, i, m.Width), slope) }

// multiply adds the product of a row vector and the matrix to `to`.
func (m *matrix) multiply(v, to []float32) {
	for k, x := range v {
		if x == 0 {
			continue
		}
		for j, y := range m.row(k)[:len(to)] {
			to[j] += x * y
		}
	}
}

// back carries the slope of a product back: to the gradient, and to `below`, the slope of the vector. An input of zero
// is a neuron that is switched off, and learns nothing.
func (m *matrix) back(input, slope, below []float32) {
	for k, x := range input {
		if x == 0 {
			continue
		}
		weights, gradient := m.row(k), at(m.gradient, k, m.Width)[:len(slope)]
		sum := float32(0)
		for j, s := range slope {
			gradient[j] += x * s
			sum += weights[j] * s
		}
		below[k] += sum
	}
}

// step changes the weights by the n-th step of Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015),
// and clears the gradient.
func (m *matrix) step(n, rate float64) {
	const decay1, decay2, epsilon = 0.9, 0.999, 1e-8
	corrected := float32(rate * math.Sqrt(1-math.Pow(decay2, n)) / (1 - math.Pow(decay1, n)))
	for i, g := range m.gradient {
		m.First[i] += (1 - decay1) * (g - m.First[i])
		m.Second[i] += (1 - decay2) * (g*g - m.Second[i])
		m.Weights[i] -= corrected * m.First[i] / (float32(math.Sqrt(float64(m.Second[i]))) + epsilon)
	}
	clear(m.gradient)
}

func at(rows []float32, i, width int) []float32 { return rows[i*width:][:width:width] }

func add(to, v []float32) {
	to = to[:len(v)]
	for i, x := range v {
		to[i] += x
	}
}
