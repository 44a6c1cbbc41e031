package stats

import "math"

// A Pairing counts the games of entrant A against entrant B. A and B are indexes of a tournament's entrants.
type Pairing struct {
	A, B int
	Tally
}

// eloPerNat converts natural logarithms of odds to Elo points: a difference of eloPerNat points multiplies the odds of
// winning by e.
var eloPerNat = 400 / math.Log(10)

// An Estimate is a rating with half the width of its 95 % confidence interval, both in Elo points.
type Estimate struct{ Rating, Margin float64 }

// BradleyTerry returns the maximum-likelihood ratings of n entrants by the model of Bradley and Terry, in Elo points
// around a mean of 0. A draw counts as half a win. Each pair that has played gets one extra draw, so that an entrant
// who has won or lost every game has a finite rating. The confidence intervals are somewhat too wide, because the model
// ignores that draws reduce the variance.
func BradleyTerry(n int, pairings []Pairing) []Estimate {
	played := make([]Pairing, 0, len(pairings))
	for _, p := range pairings {
		if p.Games() > 0 {
			p.Draws++
			played = append(played, p)
		}
	}
	strengths := fitStrengths(n, played)
	covariance := invert(fisherInformation(strengths, played))
	estimates := make([]Estimate, n)
	for i, s := range strengths {
		// fisherInformation treats the mean of the strengths as known by adding 1/n, so 1/n is subtracted from the
		// variance.
		variance := max(covariance[i][i]-1/float64(n), 0)
		estimates[i] = Estimate{eloPerNat * s, eloPerNat * z95 * math.Sqrt(variance)}
	}
	return estimates
}

// fitStrengths returns the logarithms of the strengths, with a mean of 0, by Zermelo's iteration: the new strength is
// the entrant's points divided by the sum, over all of its games, of 1/(its strength + the opponent's strength).
func fitStrengths(n int, pairings []Pairing) []float64 {
	strengths := make([]float64, n)
	for range 20_000 {
		points, expected := make([]float64, n), make([]float64, n)
		for _, p := range pairings {
			points[p.A] += p.Points()
			points[p.B] += float64(p.Games()) - p.Points()
			share := float64(p.Games()) / (math.Exp(strengths[p.A]) + math.Exp(strengths[p.B]))
			expected[p.A] += share
			expected[p.B] += share
		}
		change := 0.0
		for i := range strengths {
			if points[i] > 0 {
				next := math.Log(points[i] / expected[i])
				change = max(change, math.Abs(next-strengths[i]))
				strengths[i] = next
			}
		}
		mean := 0.0
		for _, s := range strengths {
			mean += s / float64(n)
		}
		for i := range strengths {
			strengths[i] -= mean
		}
		if change < 1e-9 {
			break
		}
	}
	return strengths
}

// fisherInformation returns the Fisher information about the strengths. It treats their mean as
// known, which makes the matrix invertible.
func fisherInformation(strengths []float64, pairings []Pairing) [][]float64 {
	n := len(strengths)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = 1 / float64(n)
		}
	}
	for _, p := range pairings {
		expected := 1 / (1 + math.Exp(strengths[p.B]-strengths[p.A]))
		weight := float64(p.Games()) * expected * (1 - expected)
		m[p.A][p.A] += weight
		m[p.B][p.B] += weight
		m[p.A][p.B] -= weight
		m[p.B][p.A] -= weight
	}
	return m
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
