package profile

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

func onScale(value, deviation, volatility float64) strength {
	return strength{value / scale, deviation / scale, volatility}
}

// TestPapersExample computes the worked example of Glickman's paper on Glicko-2, to the digits printed there. The paper
// calculates with rounded numbers: it computes the new rating r' = 1464.06 from µ' = -0.2069. Without rounding r' is
// 1464.0507.
func TestPapersExample(t *testing.T) {
	t.Parallel()
	player := onScale(1500, 200, 0.06)
	got := player.update([]result{
		{onScale(1400, 30, 0), 1, 1},
		{onScale(1550, 100, 0), 0, 1},
		{onScale(1700, 300, 0), 0, 1},
	}, 1)
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"r from the rounded µ", fmt.Sprintf("%.2f", 1500+scale*math.Round((got.value-1500/scale)*1e4)/1e4), "1464.06"},
		{"r", fmt.Sprintf("%.4f", got.value*scale), "1464.0507"},
		{"RD", fmt.Sprintf("%.2f", got.deviation*scale), "151.52"},
		{"µ", fmt.Sprintf("%.4f", got.value-1500/scale), "-0.2069"},
		{"φ", fmt.Sprintf("%.4f", got.deviation), "0.8722"},
		{"σ", fmt.Sprintf("%.5f", math.Floor(got.volatility*1e5)/1e5), "0.05999"}, // the paper truncates this number
		{"σ after step 5", fmt.Sprintf("%.6f", player.newVolatility(1.7785, -0.4834)), "0.059996"},
		{"φ* after step 6", fmt.Sprintf("%.6f", strength{0, 1.1513, 0.059996}.widened(1)), "1.152862"},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestSameBitsEverywhere checks that 10,000 computed ratings have the same bits on every processor, by a known hash.
// Stored ratings are rounded, which would hide differences in the last bit.
func TestSameBitsEverywhere(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(2026, 12))
	between := func(low, high float64) float64 { return low + float64(dice.Float64()*(high-low)) }
	bits := fnv.New64a()
	for range 10_000 {
		player := onScale(between(100, 4000), between(30, 350), between(0.03, 0.1))
		game := result{onScale(between(100, 4000), between(30, 350), 0), float64(dice.IntN(3)) / 2, 0.7}
		got := player.update([]result{game}, 0.7)
		for _, number := range []float64{got.value, got.deviation, got.volatility} {
			binary.Write(bits, binary.BigEndian, number)
		}
	}
	if got, want := bits.Sum64(), uint64(0x1efd761c9738ee17); got != want {
		t.Errorf("the sum of all bits is %#x, want %#x: see the top of glicko.go", got, want)
	}
}

func TestExp(t *testing.T) {
	t.Parallel()
	for x := -100.0; x <= 100; x += 0.0371 {
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 2e-14 {
			t.Errorf("exp(%v) is %v, want %v", x, got, want)
		}
	}
	if got := exp(0); got != 1 {
		t.Errorf("exp(0) is %v", got)
	}
}
