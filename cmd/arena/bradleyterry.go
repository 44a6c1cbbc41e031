package main

import "math"

// A pairing counts the games of a against b, which are indexes of a ladder's levels.
type pairing struct {
	a, b int
	tally
}

// eloPerNat is the difference in Elo points that multiplies the odds of winning by e.
var eloPerNat = 400 / math.Log(10)

// An estimate is a rating with half the width of its 95 % confidence interval, both in Elo points.
type estimate struct{ rating, margin float64 }

// bradleyTerry returns the maximum-likelihood ratings of n players by the model of Bradley and Terry, in Elo points
// around a mean of 0. A draw counts as half a win. Each pair that has played gets one extra draw, so that all ratings
// are finite. The intervals are somewhat too wide, because the model ignores that draws reduce the variance.
func bradleyTerry(n int, pairings []pairing) []estimate {
	strengths := make([]float64, n)
	var covariance [][]float64
	for range 100 { // Newton's method, which needs some ten steps
		gradient, information := likelihood(strengths, pairings)
		covariance = invert(information)
		for i, row := range covariance {
			step := 0.0
			for j, g := range gradient {
				step += row[j] * g
			}
			strengths[i] += min(max(step, -1), 1)
		}
	}
	estimates := make([]estimate, n)
	for i, s := range strengths {
		variance := max(covariance[i][i]-1/float64(n), 0)
		estimates[i] = estimate{eloPerNat * s, eloPerNat * z95 * math.Sqrt(variance)}
	}
	return estimates
}

// likelihood returns the gradient of the logarithm of the likelihood, and the Fisher information about the strengths,
// which are logarithms of odds. It adds 1/n to the information, as if the mean of the strengths were known: otherwise
// the matrix would have no inverse. The inverse too is too large by 1/n.
func likelihood(strengths []float64, pairings []pairing) (gradient []float64, information [][]float64) {
	n := len(strengths)
	gradient, information = make([]float64, n), make([][]float64, n)
	for i := range information {
		information[i] = make([]float64, n)
		for j := range information[i] {
			information[i][j] = 1 / float64(n)
		}
	}
	for _, p := range pairings {
		if p.games() == 0 {
			continue
		}
		p.Draws++
		expected := 1 / (1 + math.Exp(strengths[p.b]-strengths[p.a]))
		surplus := p.points() - float64(p.games())*expected
		gradient[p.a] += surplus
		gradient[p.b] -= surplus
		weight := float64(p.games()) * expected * (1 - expected)
		information[p.a][p.a] += weight
		information[p.b][p.b] += weight
		information[p.a][p.b] -= weight
		information[p.b][p.a] -= weight
	}
	return gradient, information
}

// invert returns the inverse of a symmetric positive definite matrix by Gauss-Jordan elimination. It overwrites m.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	inverse := make([][]float64, n)
	for i := range inverse {
		inverse[i] = make([]float64, n)
		inverse[i][i] = 1
	}
	for i := range n {
		pivot := m[i][i]
		for k := range n {
			m[i][k] /= pivot
			inverse[i][k] /= pivot
		}
		for j := range n {
			if factor := m[j][i]; j != i {
				for k := range n {
					m[j][k] -= factor * m[i][k]
					inverse[j][k] -= factor * inverse[i][k]
				}
			}
		}
	}
	return inverse
}
