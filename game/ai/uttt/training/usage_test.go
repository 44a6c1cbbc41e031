package training

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"noughts/game/ai/uttt/network"
	"noughts/game/ultimate"
)

// A move is what the rules make of it.
func TestStrayMovesAreThoseOfTheRules(t *testing.T) {
	t.Parallel()
	const seed = 16
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	ended := 0
	for range 200 {
		for p := ultimate.Start(); !p.Outcome().Over; {
			successors := make(map[network.Input]bool)
			over := false
			for _, m := range p.Moves() {
				next := p.After(m)
				over = over || next.Outcome().Over
				if !next.Outcome().Over {
					successors[inputOf(next)] = true
				}
			}
			in, on := stray(inputOf(p), 1, rng)
			if on && !successors[in] && !drawn(&in) || !on && !over {
				t.Fatalf("%s: strayed to %v (game on: %t)", p, in, on)
			}
			if !on {
				ended++
			}
			moves := p.Moves()
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
	if ended < 100 {
		t.Errorf("only %d games ended", ended)
	}
}

// drawn says whether no board is open.
func drawn(in *network.Input) bool {
	for _, p := range in.Boards {
		if p < network.WonPattern {
			return false
		}
	}
	return true
}

// What is used most is rounded least, so packing changes little of what the
// network says of the samples.
func TestUsageMakesPackingHarmless(t *testing.T) {
	t.Parallel()
	samples := someSamples(40, 17)
	m, _ := fit(t, quick, Data{Train: samples})
	u := m.Usage(samples)
	if !reflect.DeepEqual(u, m.Usage(samples)) {
		t.Error("the same samples give another usage")
	}
	w, err := m.Quantise()
	if err != nil {
		t.Fatal(err)
	}
	change := func(u *network.Usage) (mean float64) {
		file, err := w.Pack(u, 800_000)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := network.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			mean += max(evaluate(w, &samples[i].Input)-evaluate(packed, &samples[i].Input), evaluate(packed, &samples[i].Input)-evaluate(w, &samples[i].Input)) / float64(len(samples))
		}
		return mean
	}
	with, without := change(u), change(new(network.Usage))
	t.Logf("mean change %.1f, not knowing the usage %.1f", with, without)
	if with > without/2 || with > 100 {
		t.Errorf("mean change %.1f, not knowing the usage %.1f", with, without)
	}
}
