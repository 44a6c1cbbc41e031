package main

import (
	"context"
	"math"
	"testing"

	"noughts/game"
)

func TestEloAndScoreAreInverse(t *testing.T) {
	t.Parallel()
	for elo, score := range map[float64]float64{0: 0.5, 100: 0.640065, -200: 0.240253, 400: 10.0 / 11} {
		if got := scoreOf(elo); math.Abs(got-score) > 1e-6 {
			t.Errorf("%v points make %v, want %v", elo, got, score)
		}
		if got := eloOf(score); math.Abs(got-elo) > 0.01 {
			t.Errorf("%v is %v points, want %v", score, got, elo)
		}
	}
	if eloOf(0) != -mostElo || eloOf(1) != mostElo {
		t.Errorf("all lost is %v points, all won %v", eloOf(0), eloOf(1))
	}
}

// The ratio is that of two normal densities of the mean of the pairs.
func TestRatioIsThatOfNormalDensities(t *testing.T) {
	t.Parallel()
	test := sprt{0, 20}
	pairs := [5]int{10, 30, 60, 40, 15}
	n, mean, variance := 0.0, 0.0, 0.0
	for half, count := range pairs {
		n += float64(count)
		mean += float64(count) * float64(half) / 4
	}
	mean /= n
	for half, count := range pairs {
		variance += float64(count) * math.Pow(float64(half)/4-mean, 2) / n
	}
	logDensity := func(elo float64) float64 { return -n * math.Pow(mean-scoreOf(elo), 2) / (2 * variance) }
	want := logDensity(20) - logDensity(0)
	if got := test.ratio(pairs); math.Abs(got-want) > 0.001 {
		t.Errorf("ratio %v, want %v", got, want)
	}
}

func TestSPRTEndsAMatch(t *testing.T) {
	t.Parallel()
	verdict := func(a, b string, parallel int) (string, tally) {
		m := &match{games: 4000, plies: -1, parallel: parallel, seed: 2, test: &sprt{0, 100}}
		if err := m.complete(game.Classic(3), a, b); err != nil {
			t.Fatal(err)
		}
		r, err := m.run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return m.test.verdict(m.test.ratio(r.pairs)), r.tally
	}
	better, games := verdict("scores", "random", 1)
	if better != "elo1" || games.games() >= 4000 {
		t.Errorf("scores against random: %q after %d games", better, games.games())
	}
	if _, again := verdict("scores", "random", 3); again != games {
		t.Errorf("%+v one by one, %+v three at once", games, again)
	}
	if even, games := verdict("random", "random", 2); even != "elo0" || games.games() >= 4000 {
		t.Errorf("random against itself: %q after %d games", even, games.games())
	}
}

func TestWrongTestsAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"x", "1", "5,5", "10,0", "0,x", "nan,nan"} {
		if status, _, errOut := command("match", "-a", "random", "-b", "random", "-sprt", text); status != 2 {
			t.Errorf("%s: status %d: %s", text, status, errOut)
		}
	}
}
