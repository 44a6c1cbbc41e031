package tournament

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
)

var seed = flag.Uint64("seed", 20261123, "of the random tournaments")

// TestMatchingIsTheBest compares matching with a search of all matchings on random graphs: with few and many pairs,
// with small numbers (which give many ties and blossoms) and large numbers, and with one or more components.
func TestMatchingIsTheBest(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	for trial := range uint64(4000) {
		rng := rand.New(rand.NewPCG(*seed, trial))
		n := 1 + rng.IntN(10)
		most := []int{2, 10, 1 << 50}[rng.IntN(3)]
		width := 1 + rng.IntN(3)
		worth := make([][][]int, n)
		for i := range worth {
			worth[i] = make([][]int, n)
		}
		density := rng.Float64()
		for i := range n {
			for j := i + 1; j < n; j++ {
				if rng.Float64() < density {
					worth[i][j] = []int{1 + rng.IntN(2), rng.IntN(most), -rng.IntN(most)}[:width]
				}
			}
		}
		mates := matching(n, func(i, j int) []int { return worth[i][j] })
		got := make([]int, 3)
		for i, j := range mates {
			if j == Nobody {
				continue
			}
			if mates[j] != i || i == j {
				t.Fatalf("trial %d: %d has the mate %d, but %v", trial, i, j, mates)
			}
			if i < j {
				if worth[i][j] == nil {
					t.Fatalf("trial %d: %d and %d cannot be paired", trial, i, j)
				}
				got = sum(got, worth[i][j])
			}
		}
		if want := bestSum(worth, 0); slices.Compare(got, want) != 0 {
			t.Fatalf("trial %d: sum %d, want %d: %v", trial, got, want, worth)
		}
	}
}

// bestSum returns the largest total worth of all matchings. It tries all pairs of the first player
// who is not in the bit set `used`.
func bestSum(worth [][][]int, used uint) []int {
	i := 0
	for ; i < len(worth) && used&(1<<i) != 0; i++ {
	}
	if i >= len(worth) {
		return make([]int, 3)
	}
	best := bestSum(worth, used|1<<i)
	for j := i + 1; j < len(worth); j++ {
		if used&(1<<j) == 0 && worth[i][j] != nil {
			if s := sum(bestSum(worth, used|1<<i|1<<j), worth[i][j]); slices.Compare(s, best) > 0 {
				best = s
			}
		}
	}
	return best
}

// sum adds vector b to vector a, which is at least as long.
func sum(a, b []int) []int {
	a = slices.Clone(a)
	for i, n := range b {
		a[i] += n
	}
	return a
}
