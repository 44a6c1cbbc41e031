//go:build amd64 && !purego

package uttt

import (
	"math/rand/v2"
	"testing"
)

// TestKernelsAreTheSame checks that the assembly code has exactly the same results as the Go code.
func TestKernelsAreTheSame(t *testing.T) {
	t.Parallel()
	if !hasAVX2 {
		t.Skip("the processor lacks AVX2: there is no assembly to compare")
	}
	const seed = 1
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	fill := func(run []int16, most int) {
		for i := range run {
			run[i] = int16(rng.IntN(2*most) - most)
		}
	}
	for range 3000 {
		var from, plain, fast [2]Row
		var rows [6]Row
		var weights [2 * Lanes]int16
		most := 1 << (1 + rng.IntN(15)) // lanes may overflow; the Go code and the assembly code must then agree too
		fill(from[0][:], most)
		fill(from[1][:], most)
		for i := range rows {
			fill(rows[i][:], most)
		}
		fill(weights[:], 1024)
		exchangePlain(&plain, &from, &rows[0], &rows[1], &rows[2], &rows[3])
		exchangeAVX2(&fast, &from, &rows[0], &rows[1], &rows[2], &rows[3])
		if plain != fast {
			t.Fatalf("exchange: plain %v, assembly %v", plain, fast)
		}
		own, other := view{&from[0], &rows[0], &rows[4]}, view{&from[1], &rows[1], &rows[5]}
		want := weighPlain(&own, &other, &weights)
		if got := weighAVX2(&own, &other, &weights); got != want {
			t.Fatalf("weigh: assembly %d, want %d", got, want)
		}
	}
}
