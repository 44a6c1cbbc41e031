//go:build !amd64 || purego

package training

func multiply(to, a, matrix []float32) { multiplyPlain(to, a, matrix) }

func outer(matrix, a, row []float32) { outerPlain(matrix, a, row) }

func gather(to, matrix []float32, rows []int32) { gatherPlain(to, matrix, rows) }

func scatter(matrix, row []float32, rows []int32) { scatterPlain(matrix, row, rows) }

func step(weights, first, second, gradient []float32, rate float32) {
	stepPlain(weights, first, second, gradient, rate)
}

func rectify(v []float32) { rectifyPlain(v) }

func mask(slopes, input []float32) { maskPlain(slopes, input) }

func square(to, v []float32) { squarePlain(to, v) }

func squareBack(slopes, v []float32) { squareBackPlain(slopes, v) }
