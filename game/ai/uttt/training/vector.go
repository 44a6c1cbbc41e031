package training

import "math"

// multiplyPlain adds the product of a row vector and a matrix to `to`. The matrix has len(a) rows, each as long as `to`.
func multiplyPlain(to, a, matrix []float32) {
	width := len(to)
	for k, x := range a {
		for j, y := range matrix[k*width:][:width] {
			to[j] += x * y
		}
	}
}

// outerPlain adds the product of a column vector and a row vector to a matrix, which has len(a) rows.
func outerPlain(matrix, a, row []float32) {
	width := len(row)
	for k, x := range a {
		to := matrix[k*width:][:width]
		for j, y := range row {
			to[j] += x * y
		}
	}
}

// gatherPlain adds some rows of a matrix to `to`.
func gatherPlain(to, matrix []float32, rows []int32) {
	for _, r := range rows {
		for j, y := range matrix[int(r)*len(to):][:len(to)] {
			to[j] += y
		}
	}
}

// scatterPlain adds `row` to some rows of a matrix.
func scatterPlain(matrix, row []float32, rows []int32) {
	for _, r := range rows {
		to := matrix[int(r)*len(row):][:len(row)]
		for j, y := range row {
			to[j] += y
		}
	}
}

// stepPlain changes weights by one step of Adam. `first` and `second` are running means of the gradient and of its
// square.
func stepPlain(weights, first, second, gradient []float32, rate float32) {
	for i, g := range gradient {
		first[i] += (1 - decay1) * (g - first[i])
		second[i] += (1 - decay2) * (g*g - second[i])
		weights[i] -= rate * first[i] / (float32(math.Sqrt(float64(second[i]))) + epsilon)
	}
}

// Adam's constants, after Kingma and Ba, "Adam: A Method for Stochastic Optimization" (2015).
const (
	decay1  = 0.9
	decay2  = 0.999
	epsilon = 1e-8
)

// corrected returns a learning rate with Adam's bias correction, for a step counted from 1.
func corrected(rate float64, step int) float32 {
	t := float64(step)
	return float32(rate * math.Sqrt(1-math.Pow(decay2, t)) / (1 - math.Pow(decay1, t)))
}

// rectifyPlain replaces negative numbers by zero.
func rectifyPlain(v []float32) {
	for i, x := range v {
		v[i] = max(x, 0)
	}
}

// maskPlain sets the slopes to zero where rectify made the input zero.
func maskPlain(slopes, input []float32) {
	for i, x := range input {
		if x <= 0 {
			slopes[i] = 0
		}
	}
}

// squarePlain sets `to` to the squares of v, clipped to the range from 0 to 1.
func squarePlain(to, v []float32) {
	for i, x := range v {
		x = min(max(x, 0), 1)
		to[i] = x * x
	}
}

// squareBackPlain multiplies slopes by the derivative of squarePlain.
func squareBackPlain(slopes, v []float32) {
	for i, x := range v {
		if x = max(x, 0); x < 1 {
			slopes[i] *= 2 * x
		} else {
			slopes[i] = 0
		}
	}
}
