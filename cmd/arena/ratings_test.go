package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFitOfTwoIsTheirScore(t *testing.T) {
	t.Parallel()
	got := bradleyTerry(2, []pairing{{0, 1, tally{Wins: 75, Draws: 9, Losses: 15}}}) // with the extra draw, the score is 0.8
	if difference := got[0].rating - got[1].rating; math.Abs(difference-eloPerNat*math.Log(4)) > 0.01 {
		t.Errorf("difference %.2f, want %.2f", difference, eloPerNat*math.Log(4))
	}
	// The standard error of the score is √(0.8·0.2/100). Each rating is half the rating difference away from the mean.
	margin := z95 * 0.04 * eloPerNat / (0.8 * 0.2) / 2
	if math.Abs(got[0].margin-margin) > 0.01 || got[0].margin != got[1].margin {
		t.Errorf("margins %.2f and %.2f, want %.2f", got[0].margin, got[1].margin, margin)
	}
}

// The games are drawn at random from known ratings. The fit must find these ratings, and about 95 %
// of the estimates must lie within their margins.
func TestFitFindsTheRatingsThatGamesWereDrawnFrom(t *testing.T) {
	t.Parallel()
	want := []float64{-400, -250, -30, 180, 500}
	outside := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var pairings []pairing
		for a := range want {
			for b := range a {
				p := pairing{a: a, b: b}
				for range 300 {
					if rng.Float64() < 1/(1+math.Exp((want[b]-want[a])/eloPerNat)) {
						p.Wins++
					} else {
						p.Losses++
					}
				}
				pairings = append(pairings, p)
			}
		}
		for i, e := range bradleyTerry(len(want), pairings) {
			if math.Abs(e.rating-want[i]) > e.margin {
				outside++
			}
			if e.margin < 5 || e.margin > 60 || math.Abs(e.rating-want[i]) > 2*e.margin {
				t.Errorf("seed %d: entrant %d is rated %.0f±%.0f, want %.0f", seed, i, e.rating, e.margin, want[i])
			}
		}
	}
	if all := 40 * len(want); outside == 0 || outside > all/8 {
		t.Errorf("%d of %d ratings lie outside their intervals of 95 %%", outside, all)
	}
}

func TestFitOfUnbeaten(t *testing.T) {
	t.Parallel()
	got := bradleyTerry(3, []pairing{{1, 0, tally{Wins: 100}}, {2, 1, tally{Wins: 100}}, {2, 0, tally{}}})
	for i, e := range got {
		if math.IsNaN(e.rating) || math.IsInf(e.rating, 0) || i > 0 && e.rating < got[i-1].rating+400 {
			t.Errorf("rated %+v", got)
		}
	}
}

func TestInterval(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		tally     tally
		low, high float64
	}{
		{tally{}, 0, 1},
		{tally{Wins: 50, Losses: 50}, 0.4038, 0.5962},
		{tally{Draws: 100}, 0.4038, 0.5962},
		{tally{Wins: 100}, 0.9630, 1},
		{tally{Losses: 100}, 0, 0.0370},
	} {
		low, high := test.tally.interval()
		if math.Abs(low-test.low) > 0.0001 || math.Abs(high-test.high) > 0.0001 {
			t.Errorf("%+v: from %.4f to %.4f, want %.4f to %.4f", test.tally, low, high, test.low, test.high)
		}
	}
}
