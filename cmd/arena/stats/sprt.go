package stats

import "math"

// An SPRT is a sequential probability ratio test: games go on until it is clear
// enough whether a player's advantage is Elo1 or rather Elo0. The error of
// either kind is 5 %.
type SPRT struct{ Elo0, Elo1 float64 }

// Bound is the log-likelihood ratio that ends the test, log((1-β)/α); its
// negative ends it the other way.
var Bound = math.Log(0.95 / 0.05)

// Ratio returns the log-likelihood ratio of Elo1 to Elo0 after pairs of games with the same
// opening; each entry counts the pairs with so many half points. It takes the pairs' points as
// normally distributed, as in Michel Van den Bergh's generalized test. Half a pair of every result
// is added: the first few pairs, which may all be alike, decide nothing.
func (s SPRT) Ratio(pairs [5]int) float64 {
	var n, sum, squares float64
	for half, count := range pairs {
		weight := float64(count) + 0.5
		points := float64(half) / 4
		n += weight
		sum += weight * points
		squares += weight * points * points
	}
	mean := sum / n
	variance := squares/n - mean*mean
	s0, s1 := ExpectedScore(s.Elo0), ExpectedScore(s.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Accepted says what pairs of games decide: "elo0", "elo1", or "" for nothing
// yet.
func (s SPRT) Accepted(pairs [5]int) string {
	switch ratio := s.Ratio(pairs); {
	case ratio >= Bound:
		return "elo1"
	case ratio <= -Bound:
		return "elo0"
	}
	return ""
}
