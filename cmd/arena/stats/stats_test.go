package stats

import (
	"math"
	"testing"
)

func TestEloAndScoreAreInverse(t *testing.T) {
	t.Parallel()
	for elo, score := range map[float64]float64{0: 0.5, 100: 0.640065, -200: 0.240253, 400: 10.0 / 11} {
		if got := ExpectedScore(elo); math.Abs(got-score) > 1e-6 {
			t.Errorf("%v points make %v, want %v", elo, got, score)
		}
		if got := EloDifference(score); math.Abs(got-elo) > 0.01 {
			t.Errorf("%v is %v points, want %v", score, got, elo)
		}
	}
	if EloDifference(0) != -MaxElo || EloDifference(1) != MaxElo {
		t.Errorf("all lost is %v points, all won %v", EloDifference(0), EloDifference(1))
	}
}

// Ratio must return the logarithm of the ratio of two normal densities of the mean points of a pair: one for Elo1 and
// one for Elo0.
func TestRatioIsThatOfNormalDensities(t *testing.T) {
	t.Parallel()
	test := SPRT{0, 20}
	pairs := [5]int{1000, 3000, 6000, 4000, 1500} // so many that the half pair that Ratio adds to each count does not matter
	n, mean, variance := 0.0, 0.0, 0.0
	for half, count := range pairs {
		n += float64(count)
		mean += float64(count) * float64(half) / 4
	}
	mean /= n
	for half, count := range pairs {
		variance += float64(count) * math.Pow(float64(half)/4-mean, 2) / n
	}
	logDensity := func(elo float64) float64 { return -n * math.Pow(mean-ExpectedScore(elo), 2) / (2 * variance) }
	want := logDensity(20) - logDensity(0)
	if got := test.Ratio(pairs); math.Abs(got/want-1) > 0.001 {
		t.Errorf("ratio %v, want %v", got, want)
	}
}

func TestInterval(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		tally     Tally
		low, high float64
	}{
		{Tally{}, 0, 1},
		{Tally{Wins: 50, Losses: 50}, 0.4038, 0.5962},
		{Tally{Draws: 100}, 0.4038, 0.5962},
		{Tally{Wins: 100}, 0.9630, 1},
		{Tally{Losses: 100}, 0, 0.0370},
	} {
		low, high := test.tally.Interval()
		if math.Abs(low-test.low) > 0.0001 || math.Abs(high-test.high) > 0.0001 {
			t.Errorf("%+v: from %.4f to %.4f, want %.4f to %.4f", test.tally, low, high, test.low, test.high)
		}
	}
}

// TestFewPairsDecideNothing checks that a few equal pairs, whose variance is 0, leave the test undecided, and that
// hundreds of different pairs decide it.
func TestFewPairsDecideNothing(t *testing.T) {
	t.Parallel()
	s := SPRT{Elo0: 0, Elo1: 20}
	for _, pairs := range [][5]int{{}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 5}, {0, 5, 0, 0, 0}, {0, 0, 30, 0, 0}} {
		if got := s.Accepted(pairs); got != "" {
			t.Errorf("%v: %s is accepted, with a ratio of %.2f", pairs, got, s.Ratio(pairs))
		}
	}
	for want, pairs := range map[string][5]int{"elo1": {100, 200, 400, 300, 200}, "elo0": {200, 300, 400, 200, 100}} {
		if got := s.Accepted(pairs); got != want {
			t.Errorf("%v: %q is accepted, want %s", pairs, got, want)
		}
	}
}
