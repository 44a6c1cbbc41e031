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
	got := player.after([]result{
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

// TestAgreesWithThePapersSteps compares ratings with those of byThePaper, a direct implementation of Glickman's paper.
// The package itself finds volatilities by another method, and has its own exp.
func TestAgreesWithThePapersSteps(t *testing.T) {
	t.Parallel()
	const seed = 12
	dice := rand.New(rand.NewPCG(seed, 0))
	between := func(low, high float64) float64 { return low + dice.Float64()*(high-low) }
	for i := range 20_000 {
		player := onScale(between(100, 4000), between(30, 350), between(0.03, 0.1))
		game := result{onScale(between(100, 4000), between(30, 350), 0), float64(dice.IntN(3)) / 2, 1}
		got, want := player.after([]result{game}, 1), byThePaper(player, game)
		if math.Abs(got.value-want.value)*scale > 1e-6 || math.Abs(got.deviation-want.deviation)*scale > 1e-6 ||
			math.Abs(got.volatility-want.volatility) > 1e-10 {
			t.Fatalf("seed %d, game %d: %+v after %+v is %+v, want %+v", seed, i, player, game, got, want)
		}
	}
}

// byThePaper computes steps 3 to 7 of Glickman's paper on Glicko-2 for one game, in the form printed there.
func byThePaper(p strength, game result) strength {
	g := 1 / math.Sqrt(1+3*game.opponent.deviation*game.opponent.deviation/(math.Pi*math.Pi))
	e := 1 / (1 + math.Exp(-g*(p.value-game.opponent.value)))
	v := 1 / (g * g * e / (1 + math.Exp(g*(p.value-game.opponent.value)))) // 1 - E without cancellation
	delta := v * g * (game.score - e)
	phi2 := p.deviation * p.deviation
	a := math.Log(p.volatility * p.volatility)
	f := func(x float64) float64 {
		return math.Exp(x)*(delta*delta-phi2-v-math.Exp(x))/(2*math.Pow(phi2+v+math.Exp(x), 2)) - (x-a)/(tau*tau)
	}
	low, high := a, a // search around the zero nearest to a
	for f(low) < 0 {
		low -= 0.1
	}
	for f(high) > 0 {
		high += 0.1
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > 1e-9 {
		x := low + (low-high)*fLow/(fHigh-fLow)
		if fX := f(x); fX*fHigh <= 0 {
			low, fLow, high, fHigh = high, fHigh, x, fX
		} else {
			fLow, high, fHigh = fLow/2, x, fX
		}
	}
	p.volatility = math.Exp(low / 2)
	p.deviation = 1 / math.Sqrt(1/(phi2+p.volatility*p.volatility)+1/v)
	p.value += p.deviation * p.deviation * g * (game.score - e)
	return p
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
		got := player.after([]result{game}, 0.7)
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
