package stats

import "math"

// An SPRT is a sequential probability ratio test: games are played until it is clear enough whether a player's
// advantage is Elo0 or Elo1 points. The probability of a wrong decision is 5 % in each case.
type SPRT struct{ Elo0, Elo1 float64 }

// Bound is the log-likelihood ratio that ends the test: log((1-β)/α) with α = β = 0.05. The test accepts Elo1 if the
// ratio reaches Bound, and Elo0 if it reaches -Bound.
var Bound = math.Log(0.95 / 0.05)

// Ratio returns the log-likelihood ratio of Elo1 to Elo0 after pairs of games with the same opening. pairs[i] counts
// the pairs in which the player won i half points. The points of a pair are treated as normally distributed, as in
// Michel Van den Bergh's generalized test. Ratio adds half a pair to each count: otherwise the first few pairs, which
// may all be alike, could decide the test.
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

// Accepted returns the test's verdict after pairs of games: "elo0", "elo1", or "" if the test is undecided.
func (s SPRT) Accepted(pairs [5]int) string {
	switch ratio := s.Ratio(pairs); {
	case ratio >= Bound:
		return "elo1"
	case ratio <= -Bound:
		return "elo0"
	}
	return ""
}
