package main

import "math"

type tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

func (t tally) games() int { return t.Wins + t.Draws + t.Losses }

func (t tally) plus(u tally) tally {
	return tally{t.Wins + u.Wins, t.Draws + u.Draws, t.Losses + u.Losses}
}

func (t tally) points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

func (t tally) score() float64 { return t.points() / float64(max(t.games(), 1)) }

// z95 is the number of standard deviations around the mean that hold 95 % of a normal distribution.
const z95 = 1.96

// interval returns the 95 % confidence interval of the true score, by Wilson's formula. Draws make games vary less than
// it assumes, so it is somewhat too wide.
func (t tally) interval() (low, high float64) {
	n := float64(t.games())
	if n == 0 {
		return 0, 1
	}
	p, z2 := t.score(), z95*z95
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := z95 / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	return max(centre-half, 0), min(centre+half, 1)
}
