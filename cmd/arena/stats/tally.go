// Package stats estimates the strength of players from the results of games: Elo differences with
// confidence intervals, sequential tests, and the ratings of a tournament.
package stats

import "math"

// MaxElo is the rating difference that EloDifference returns for a score of 1. The exact difference would be infinite.
const MaxElo = 1200

// EloDifference returns the rating difference, in Elo points, at which a player is expected to reach the given score.
// The result is between -MaxElo and MaxElo.
func EloDifference(score float64) float64 {
	if score <= 0 || score >= 1 {
		return math.Copysign(MaxElo, score-0.5)
	}
	return min(max(400*math.Log10(score/(1-score)), -MaxElo), MaxElo)
}

// ExpectedScore returns the expected score for a rating difference in Elo points.
func ExpectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// A Tally counts the games of a player.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Plus returns the sum of two tallies.
func (t Tally) Plus(u Tally) Tally {
	return Tally{t.Wins + u.Wins, t.Draws + u.Draws, t.Losses + u.Losses}
}

// Points returns 1 for each win and a half for each draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Score returns the points per game, or 0 without games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0
	}
	return t.Points() / float64(t.Games())
}

// z95 is the number of standard deviations around the mean that hold 95 % of a normal distribution.
const z95 = 1.96

// Interval returns the 95 % confidence interval of the true score, by Wilson's formula. Draws make
// games vary less than the formula assumes, so the interval is somewhat too wide.
func (t Tally) Interval() (low, high float64) {
	n := float64(t.Games())
	if n == 0 {
		return 0, 1
	}
	p, z2 := t.Score(), z95*z95
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := z95 / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	return max(centre-half, 0), min(centre+half, 1)
}
