package network

// equations are the normal equations of a linear regression, for several values
// at once.
type equations struct {
	left, right [][]float64
}

// A term is a multiple of one of the unknowns.
type term struct {
	unknown int
	times   float64
}

// ridge keeps the solution unique where terms are sums of each other, and small
// where little is known.
const ridge = 0.1

func newEquations(unknowns, values int) *equations {
	e := &equations{make([][]float64, unknowns), make([][]float64, unknowns)}
	for i := range unknowns {
		e.left[i], e.right[i] = make([]float64, unknowns), make([]float64, values)
		e.left[i][i] = ridge
	}
	return e
}

// add demands that the sum of terms be near values, the more the greater the
// weight.
func (e *equations) add(terms []term, values []int16, weight float64) {
	for _, a := range terms {
		for _, b := range terms {
			e.left[a.unknown][b.unknown] += weight * a.times * b.times
		}
		for i, v := range values {
			e.right[a.unknown][i] += weight * a.times * float64(v)
		}
	}
}

// solve returns the unknowns for each value, by Gauss's elimination, which needs
// no exchanges of rows: the matrix is symmetric and positive definite. The
// equations are used up.
func (e *equations) solve() [][]float64 {
	for i, pivot := range e.left {
		for j := i + 1; j < len(e.left); j++ {
			if times := e.left[j][i] / pivot[i]; times != 0 {
				subtract(e.left[j][i:], pivot[i:], times)
				subtract(e.right[j], e.right[i], times)
			}
		}
	}
	for i := len(e.left) - 1; i >= 0; i-- {
		for j := i + 1; j < len(e.left); j++ {
			subtract(e.right[i], e.right[j], e.left[i][j])
		}
		for k := range e.right[i] {
			e.right[i][k] /= e.left[i][i]
		}
	}
	return e.right
}

func subtract(from, v []float64, times float64) {
	for i := range from {
		from[i] -= times * v[i]
	}
}
