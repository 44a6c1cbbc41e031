package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFitOfTwoIsTheirScore(t *testing.T) {
	t.Parallel()
	got := BradleyTerry(2, []Pairing{{0, 1, Tally{Wins: 75, Draws: 9, Losses: 15}}}) // with the extra draw, the score is 0.8
	if difference := got[0].Rating - got[1].Rating; math.Abs(difference-EloDifference(0.8)) > 0.01 {
		t.Errorf("difference %.2f, want %.2f", difference, EloDifference(0.8))
	}
	// The standard error of the score is √(0.8·0.2/100). Each rating is half the rating difference away from the mean.
	margin := z95 * 0.04 * eloPerNat / (0.8 * 0.2) / 2
	if math.Abs(got[0].Margin-margin) > 0.01 || got[0].Margin != got[1].Margin {
		t.Errorf("margins %.2f and %.2f, want %.2f", got[0].Margin, got[1].Margin, margin)
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
		var pairings []Pairing
		for a := range want {
			for b := range a {
				p := Pairing{A: a, B: b}
				for range 300 {
					if rng.Float64() < ExpectedScore(want[a]-want[b]) {
						p.Wins++
					} else {
						p.Losses++
					}
				}
				pairings = append(pairings, p)
			}
		}
		for i, e := range BradleyTerry(len(want), pairings) {
			if math.Abs(e.Rating-want[i]) > e.Margin {
				outside++
			}
			if e.Margin < 5 || e.Margin > 60 || math.Abs(e.Rating-want[i]) > 2*e.Margin {
				t.Errorf("seed %d: entrant %d is rated %.0f±%.0f, want %.0f", seed, i, e.Rating, e.Margin, want[i])
			}
		}
	}
	if all := 40 * len(want); outside == 0 || outside > all/8 {
		t.Errorf("%d of %d ratings lie outside their intervals of 95 %%", outside, all)
	}
}

func TestFitOfUnbeaten(t *testing.T) {
	t.Parallel()
	got := BradleyTerry(3, []Pairing{{1, 0, Tally{Wins: 100}}, {2, 1, Tally{Wins: 100}}, {2, 0, Tally{}}})
	for i, e := range got {
		if math.IsNaN(e.Rating) || math.IsInf(e.Rating, 0) || i > 0 && e.Rating < got[i-1].Rating+400 {
			t.Errorf("rated %+v", got)
		}
	}
}
