package main

import "math"

// mostElo is the rating difference that stands for a score of 0 or 1, which
// no difference explains.
const mostElo = 1200

// eloOf returns the rating difference, in Elo points, that makes a score be
// expected.
func eloOf(score float64) float64 {
	if score <= 0 || score >= 1 {
		return math.Copysign(mostElo, score-0.5)
	}
	return min(max(400*math.Log10(score/(1-score)), -mostElo), mostElo)
}

// scoreOf returns the score that is expected from a rating difference.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
