package tournament

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var seed = flag.Uint64("seed", 20261123, "of the random tournaments")

// The matching is as good as the best of all matchings, on random graphs with few and
// with many pairs, small weights (many ties, many blossoms) and great ones.
func TestMatchingIsTheBest(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	for trial := range uint64(4000) {
		rng := rand.New(rand.NewPCG(*seed, trial))
		n := 1 + rng.IntN(10)
		most := []int64{2, 10, 1 << 60}[rng.IntN(3)]
		weights := make([][]int64, n)
		for i := range weights {
			weights[i] = make([]int64, n)
		}
		density := rng.Float64()
		for i := range n {
			for j := i + 1; j < n; j++ {
				if rng.Float64() < density {
					weights[i][j] = rng.Int64N(most)
				}
			}
		}
		mates := matching(n, func(i, j int) int64 { return weights[i][j] })
		var got int64
		for i, j := range mates {
			if j == Nobody {
				continue
			}
			if mates[j] != i || i == j {
				t.Fatalf("trial %d: %d has the mate %d, but %v", trial, i, j, mates)
			}
			if i < j {
				if weights[i][j] == 0 {
					t.Fatalf("trial %d: %d and %d cannot be paired", trial, i, j)
				}
				got += weights[i][j]
			}
		}
		if want := bestSum(weights, 0); got != want {
			t.Fatalf("trial %d: sum %d, want %d: %v", trial, got, want, weights)
		}
	}
}

// bestSum tries all pairs of the first player who is not in used.
func bestSum(weights [][]int64, used uint) int64 {
	i := 0
	for ; i < len(weights) && used&(1<<i) != 0; i++ {
	}
	if i >= len(weights) {
		return 0
	}
	best := bestSum(weights, used|1<<i)
	for j := i + 1; j < len(weights); j++ {
		if used&(1<<j) == 0 && weights[i][j] > 0 {
			best = max(best, weights[i][j]+bestSum(weights, used|1<<i|1<<j))
		}
	}
	return best
}
