package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A sprt is a sequential probability ratio test: games go on until it is clear
// enough whether the first contender's advantage is elo1 or rather elo0. The
// error of either kind is 5 %.
type sprt struct{ elo0, elo1 float64 }

// decisive is the log-likelihood ratio that ends the test, log((1-β)/α).
var decisive = math.Log(0.95 / 0.05)

func parseSPRT(text string) (*sprt, error) {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if err0 != nil || err1 != nil || !(elo0 < elo1 && elo0 >= -mostElo && elo1 <= mostElo) {
		return nil, fmt.Errorf("%w: %q is no test: -sprt elo0,elo1 such as 0,10", errUsage, text)
	}
	return &sprt{elo0, elo1}, nil
}

// ratio returns the log-likelihood ratio of elo1 to elo0 after pairs of games
// with the same opening, of which each entry counts those with so many half
// points. It takes the pairs' points as normally distributed, as in Michel Van
// den Bergh's generalised test; a trace of every result keeps the variance from
// vanishing.
func (s sprt) ratio(pairs [5]int) float64 {
	var n, sum, squares float64
	for half, count := range pairs {
		weight := float64(count) + 0.001
		points := float64(half) / 4
		n += weight
		sum += weight * points
		squares += weight * points * points
	}
	mean := sum / n
	variance := squares/n - mean*mean
	s0, s1 := scoreOf(s.elo0), scoreOf(s.elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// verdict says what a ratio decides: "elo0", "elo1", or "" for nothing yet.
func (s sprt) verdict(ratio float64) string {
	switch {
	case ratio >= decisive:
		return "elo1"
	case ratio <= -decisive:
		return "elo0"
	}
	return ""
}
