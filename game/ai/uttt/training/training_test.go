package training

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"noughts/game/ai/uttt/network"
	"noughts/game/ultimate"
)

// someSamples returns positions of random games. Their Value is higher the more local boards the
// side to move has won, and lower the more the opponent has won.
func someSamples(games int, seed uint64) (samples []Sample) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range games {
		for p := ultimate.Start(); !p.Outcome().Over; {
			s := Sample{Input: inputOf(p), Value: 0.5, Result: Unknown}
			for _, pattern := range s.Input.Boards {
				switch pattern {
				case network.WonPattern:
					s.Value += 0.1
				case network.LostPattern:
					s.Value -= 0.1
				}
			}
			samples = append(samples, s)
			moves := p.Moves()
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
	return samples
}

var quick = Recipe{Epochs: 3, Batch: 256, Rate: 0.003, Trust: 0.7, Decay: 1, Seed: 1}

func fit(t *testing.T, r Recipe, d Data) (m *Model, losses []Progress) {
	t.Helper()
	err := r.Fit(context.Background(), d, func(fitted *Model, p Progress) error {
		m, losses = fitted, append(losses, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m, losses
}

func TestOneSeedOneNetwork(t *testing.T) {
	t.Parallel()
	d := Data{Train: someSamples(6, 1), Test: someSamples(2, 2)}
	networks := make([]*network.Weights, 3)
	for i, seed := range []uint64{1, 1, 2} {
		r := quick
		r.Seed = seed
		m, _ := fit(t, r, d)
		w, err := m.Quantize()
		if err != nil {
			t.Fatal(err)
		}
		networks[i] = w
	}
	if !same(networks[0], networks[1]) {
		t.Error("one seed gives two networks")
	}
	if same(networks[0], networks[2]) {
		t.Error("two seeds give one network")
	}
}

func same(v, w *network.Weights) bool {
	for board := range boards {
		for p := range network.Patterns {
			if *v.Row(board, p) != *w.Row(board, p) {
				return false
			}
		}
	}
	return v.Forced == w.Forced && v.Bias == w.Bias && v.Heads == w.Heads
}

func TestLossFalls(t *testing.T) {
	t.Parallel()
	_, losses := fit(t, quick, Data{Train: someSamples(30, 3), Test: someSamples(10, 4)})
	first, last := losses[0], losses[len(losses)-1]
	if last.Loss > first.Loss/2 || last.HeldOut > first.HeldOut {
		t.Errorf("losses fell from %+v only to %+v", first, last)
	}
}

func TestFittingStopsWhenToldTo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := quick.Fit(ctx, Data{Train: someSamples(1, 5)}, func(*Model, Progress) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestQuantizedNetworkIsTheModel checks that the quantized network has nearly the same values as the trained model.
func TestQuantizedNetworkIsTheModel(t *testing.T) {
	t.Parallel()
	samples := someSamples(8, 6)
	m, _ := fit(t, quick, Data{Train: samples, Test: samples})
	w, err := m.Quantize()
	if err != nil {
		t.Fatal(err)
	}
	tr := newTrainer(quick)
	tr.model = m
	for i := range samples[:200] {
		tr.clear()
		tr.prepare(&samples[i], 0)
		var p pass
		p.forward(tr, &tr.samples[0])
		if got, want := evaluate(w, &samples[i].Input), 1000*float64(p.out); math.Abs(got-want) > 30 {
			t.Fatalf("sample %d: quantised %.0f, model %.1f", i, got, want)
		}
	}
}

// TestGoingOnBeginsWhereItWas checks that a model made from given weights quantizes to the same weights, so that
// training can continue from them.
func TestGoingOnBeginsWhereItWas(t *testing.T) {
	t.Parallel()
	m, _ := fit(t, quick, Data{Train: someSamples(10, 14)})
	w, err := m.Quantize()
	if err != nil {
		t.Fatal(err)
	}
	again, err := modelOf(w).Quantize()
	if err != nil || !same(again, w) {
		t.Errorf("weights came back as others (error %v)", err)
	}
	on := quick
	on.Begin, on.Epochs, on.Rate = w, 1, 1e-9
	m, _ = fit(t, on, Data{Train: someSamples(10, 15)})
	if again, err = m.Quantize(); err != nil || !same(again, w) {
		t.Errorf("nothing was learned, but the weights changed (error %v)", err)
	}
}

// evaluate returns a network's value of a position, with X to move.
func evaluate(w *network.Weights, in *Input) float64 {
	var rows [9]uint16
	for i, p := range in.Boards {
		rows[i] = uint16(p)
	}
	var a network.Accumulator
	w.Set(&a, &rows)
	return float64(w.Evaluate(&a, &rows, in.Forced, 0))
}

// TestGradient checks that the computed gradient agrees with differences of the loss for slightly changed weights.
func TestGradient(t *testing.T) {
	t.Parallel()
	tr := newTrainer(quick)
	samples := someSamples(4, 7)
	loss := func(learn bool) float64 {
		tr.clear()
		for i := range samples {
			tr.prepare(&samples[i], 0)
		}
		return tr.run(learn) / float64(len(samples))
	}
	loss(true)
	weights, gradient := tr.model.dense(), tr.gradient.dense()
	for _, i := range []int{len(weights) - 1, len(weights) - 2, len(weights) - 3*network.Heads - 1} {
		const lane, nudge = 0, 0.01
		slope := float64(gradient[i][lane])
		weights[i][lane] += nudge
		above := loss(false)
		weights[i][lane] -= 2 * nudge
		below := loss(false)
		weights[i][lane] += nudge
		if measured := (above - below) / (2 * nudge); math.Abs(measured-slope) > 0.02*math.Abs(slope)+1e-5 {
			t.Errorf("weight %d: gradient %g, measured %g", i, slope, measured)
		}
	}
}

func TestVectorsAreTheSameInAssembly(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 0))
	random := func() (v vector) {
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		return v
	}
	for range 200 {
		v, w, times := random(), random(), float32(rng.NormFloat64())
		fast, plain := v, v
		fast.add(&w)
		addPlain(&plain, &w)
		if fast != plain {
			t.Fatalf("add: %v, plain %v", fast, plain)
		}
		fast.addTimes(&w, times)
		addTimesPlain(&plain, &w, times)
		if fast != plain {
			t.Fatalf("addTimes: %v, plain %v", fast, plain)
		}
		m := moments{first: random(), second: random()}
		for i := range m.second {
			m.second[i] = max(m.second[i], -m.second[i])
		}
		other := m
		fast.step(&m, &w, 0.001)
		stepPlain(&plain, &other, &w, 0.001)
		if fast != plain || m != other {
			t.Fatalf("step: %v, plain %v", fast, plain)
		}
	}
}

func TestSymmetriesAreAGroupAndKeepTheGame(t *testing.T) {
	t.Parallel()
	for _, s := range someSamples(3, 9) {
		turns := make(map[Input]bool)
		for symmetry := range symmetries {
			turned := turn(s.Input, symmetry)
			turns[turned] = true
			if canonical(turned) != canonical(s.Input) {
				t.Fatalf("%v: turned by %d it has another canonical position", s.Input, symmetry)
			}
			if winsNow(&turned) != winsNow(&s.Input) {
				t.Fatalf("%v: turned by %d it is won at once, or no more", s.Input, symmetry)
			}
		}
		if 8%len(turns) != 0 {
			t.Fatalf("%v turns into %d positions", s.Input, len(turns))
		}
	}
}

func TestWinsNowAgreesWithTheRules(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(10, 0))
	wins := 0
	for range 60 {
		for p := ultimate.Start(); !p.Outcome().Over; {
			moves := p.Moves()
			won := false
			for _, m := range moves {
				won = won || p.After(m).Outcome().Winner == p.ToMove()
			}
			if in := inputOf(p); winsNow(&in) != won {
				t.Fatalf("%s: wins now %t, want %t", p, !won, won)
			}
			if won {
				wins++
			}
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
	if wins < 30 {
		t.Errorf("only %d positions were won at once", wins)
	}
}

func TestSelfPlayGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := SelfPlay{Folder: folder, Parts: 1, Games: 2, Nodes: 50, Random: 0.2, Seed: 1}
	run := func() (parts []int) {
		if err := s.Run(context.Background(), func(part, samples int) {
			parts = append(parts, part)
			if samples < 20 {
				t.Errorf("part %d has only %d samples", part, samples)
			}
		}); err != nil {
			t.Fatal(err)
		}
		return parts
	}
	run()
	first, err := os.ReadFile(partName(folder, 0))
	if err != nil {
		t.Fatal(err)
	}
	s.Parts = 2
	if parts := run(); len(parts) != 1 || parts[0] != 1 {
		t.Errorf("played parts %v again, want only part 1", parts)
	}
	s.Folder = t.TempDir()
	run()
	again, err := os.ReadFile(partName(s.Folder, 0))
	if err != nil || string(again) != string(first) {
		t.Errorf("the same games have other samples (error %v)", err)
	}
	d, err := Load(folder)
	if err != nil || len(d.Train) == 0 || len(d.Test) == 0 {
		t.Errorf("%d samples to train, %d to test, error %v", len(d.Train), len(d.Test), err)
	}
}

func TestLoadRefusesNothingAndDamage(t *testing.T) {
	t.Parallel()
	if _, err := Load(t.TempDir()); !errors.Is(err, errNoSamples) {
		t.Errorf("empty folder: error %v, want %v", err, errNoSamples)
	}
	folder := t.TempDir()
	b := encodePart(someSamples(1, 11))
	b[len(b)-1] ^= 1
	if err := os.WriteFile(filepath.Join(folder, "part-00000.samples"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(folder); !errors.Is(err, errPart) {
		t.Errorf("damaged part: error %v, want %v", err, errPart)
	}
}

func TestPartsKeepSamples(t *testing.T) {
	t.Parallel()
	want := someSamples(3, 12)
	for i := range want {
		want[i].Result, want[i].Proven = Label(i%4), i%2 == 0
	}
	got, err := decodePart(encodePart(want))
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d samples, error %v; want %d", len(got), err, len(want))
	}
	for i := range want {
		if math.Abs(float64(got[i].Value-want[i].Value)) > 1e-4 {
			t.Errorf("sample %d: value %v, want %v", i, got[i].Value, want[i].Value)
		}
		got[i].Value = want[i].Value
		if got[i] != want[i] {
			t.Errorf("sample %d: %+v, want %+v", i, got[i], want[i])
		}
	}
}

func FuzzDecodePart(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte(partMagic))
	f.Add(encodePart(someSamples(1, 13)[:3]))
	f.Fuzz(func(t *testing.T, b []byte) {
		samples, err := decodePart(b)
		if err != nil {
			return
		}
		again, err := decodePart(encodePart(samples))
		if err != nil || len(again) != len(samples) {
			t.Fatalf("%d samples became %d, error %v", len(samples), len(again), err)
		}
	})
}
