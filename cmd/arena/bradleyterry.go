package main

import "math"

// A pairing is what two entrants of a tournament, by their index, have shown
// against each other, as the first sees it.
type pairing struct {
	a, b int
	tally
}

// elo is how many Elo points make the odds e times as good.
var elo = 400 / math.Log(10)

// An estimate is a rating with half of its confidence interval of 95 %.
type estimate struct{ rating, margin float64 }

// bradleyTerry returns the ratings, in Elo points around a mean of 0, that make the
// points of n entrants most likely by the model of Bradley and Terry, with a
// draw as half a win. Each pairing counts one draw more than there was, so that
// an entrant who has won or lost all has a rating. Draws make points vary less
// than the model has it, so the intervals are rather too wide.
func bradleyTerry(n int, pairings []pairing) []estimate {
	played := make([]pairing, 0, len(pairings))
	for _, p := range pairings {
		if p.games() > 0 {
			p.Draws++
			played = append(played, p)
		}
	}
	strengths := climb(n, played)
	covariance := invert(information(strengths, played))
	estimates := make([]estimate, n)
	for i, s := range strengths {
		// The mean is certain, so its share of the inverse is taken off.
		variance := max(covariance[i][i]-1/float64(n), 0)
		estimates[i] = estimate{elo * s, elo * confident * math.Sqrt(variance)}
	}
	return estimates
}

// climb returns the logarithms of the strengths, 0 on average, by Zermelo's
// iteration: an entrant's points over what a strength of 1 would have
// expected.
func climb(n int, pairings []pairing) []float64 {
	strengths := make([]float64, n)
	for range 20_000 {
		points, expected := make([]float64, n), make([]float64, n)
		for _, p := range pairings {
			points[p.a] += p.points()
			points[p.b] += float64(p.games()) - p.points()
			share := float64(p.games()) / (math.Exp(strengths[p.a]) + math.Exp(strengths[p.b]))
			expected[p.a] += share
			expected[p.b] += share
		}
		change := 0.0
		for i := range strengths {
			if points[i] > 0 {
				next := math.Log(points[i] / expected[i])
				change = max(change, math.Abs(next-strengths[i]))
				strengths[i] = next
			}
		}
		centre(strengths)
		if change < 1e-9 {
			break
		}
	}
	return strengths
}

func centre(values []float64) {
	mean := 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for i := range values {
		values[i] -= mean
	}
}

// information returns Fisher's information on the strengths, with the mean as
// known, which makes it invertible.
func information(strengths []float64, pairings []pairing) [][]float64 {
	n := len(strengths)
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = 1 / float64(n)
		}
	}
	for _, p := range pairings {
		expected := 1 / (1 + math.Exp(strengths[p.b]-strengths[p.a]))
		weight := float64(p.games()) * expected * (1 - expected)
		m[p.a][p.a] += weight
		m[p.b][p.b] += weight
		m[p.a][p.b] -= weight
		m[p.b][p.a] -= weight
	}
	return m
}

// invert returns the inverse of a symmetric positive definite matrix, which it
// destroys, by Gauss and Jordan.
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
