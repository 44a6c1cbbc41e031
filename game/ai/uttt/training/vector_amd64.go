//go:build amd64 && !purego

package training

import "golang.org/x/sys/cpu"

var hasFMA = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// multiply does the same as multiplyPlain, but rounds once for each product and sum.
func multiply(to, a, matrix []float32) {
	if hasFMA && len(to)%16 == 0 {
		multiplyFMA(to, a, matrix[:len(a)*len(to)])
		return
	}
	multiplyPlain(to, a, matrix)
}

func outer(matrix, a, row []float32) {
	if hasFMA && len(row)%16 == 0 {
		outerFMA(matrix[:len(a)*len(row)], a, row)
		return
	}
	outerPlain(matrix, a, row)
}

func gather(to, matrix []float32, rows []int32) {
	if hasFMA && len(to)%32 == 0 {
		gatherAVX2(to, matrix, rows)
		return
	}
	gatherPlain(to, matrix, rows)
}

func scatter(matrix, row []float32, rows []int32) {
	if hasFMA && len(row)%32 == 0 {
		scatterAVX2(matrix, row, rows)
		return
	}
	scatterPlain(matrix, row, rows)
}

// step changes weights by one step of Adam.
func step(weights, first, second, gradient []float32, rate float32) {
	whole := len(weights) &^ 7
	if !hasFMA {
		whole = 0
	} else {
		stepAVX2(weights[:whole], first, second, gradient, &stepConstants, rate)
	}
	stepPlain(weights[whole:], first[whole:], second[whole:], gradient[whole:], rate)
}

// stepConstants are the constants that stepPlain uses, for stepAVX2. The compiler computes them and rounds them to
// float32, as in stepPlain, so that both functions use the same values.
var stepConstants = [3]float32{1 - decay1, 1 - decay2, epsilon}

// The widths of multiplyFMA and outerFMA must be multiples of 16, those of gatherAVX2 and scatterAVX2 multiples of 32,
// and the length of stepAVX2 a multiple of 8.

//go:noescape
func multiplyFMA(to, a, matrix []float32)

//go:noescape
func outerFMA(matrix, a, row []float32)

//go:noescape
func gatherAVX2(to, matrix []float32, rows []int32)

//go:noescape
func scatterAVX2(matrix, row []float32, rows []int32)

//go:noescape
func stepAVX2(weights, first, second, gradient []float32, constants *[3]float32, rate float32)

// The lengths of these are multiples of 8.

//go:noescape
func rectifyAVX2(v []float32)

//go:noescape
func maskAVX2(slopes, input []float32)

//go:noescape
func squareAVX2(to, v []float32, one float32)

//go:noescape
func squareBackAVX2(slopes, v []float32, one float32)

func rectify(v []float32) {
	if hasFMA {
		rectifyAVX2(v)
		return
	}
	rectifyPlain(v)
}

func mask(slopes, input []float32) {
	if hasFMA {
		maskAVX2(slopes, input)
		return
	}
	maskPlain(slopes, input)
}

func square(to, v []float32) {
	if hasFMA {
		squareAVX2(to, v, 1)
		return
	}
	squarePlain(to, v)
}

func squareBack(slopes, v []float32) {
	if hasFMA {
		squareBackAVX2(slopes, v, 1)
		return
	}
	squareBackPlain(slopes, v)
}
