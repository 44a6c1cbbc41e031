package main

import "math"

// A tally counts the games of a contender.
type tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

func (t tally) games() int { return t.Wins + t.Draws + t.Losses }

func (t tally) plus(u tally) tally {
	return tally{t.Wins + u.Wins, t.Draws + u.Draws, t.Losses + u.Losses}
}

// points returns 1 for each win and a half for each draw.
func (t tally) points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// score returns the points a game.
func (t tally) score() float64 {
	if t.games() == 0 {
		return 0
	}
	return t.points() / float64(t.games())
}

// confident is how many standard deviations hold 95 of 100 samples.
const confident = 1.96

// interval returns where the true score lies with a confidence of 95 %, by
// Wilson's formula. Draws make games vary less than it assumes, so the
// interval is rather too wide.
func (t tally) interval() (low, high float64) {
	n := float64(t.games())
	if n == 0 {
		return 0, 1
	}
	p, z2 := t.score(), confident*confident
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := confident / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	return max(centre-half, 0), min(centre+half, 1)
}
