package training

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

var quick = Recipe{Epochs: 3, Batch: 256, Rate: 0.003, Trust: 0.7, Seed: 1}

func fit(t *testing.T, r Recipe, d Data, from *State) (s *State, losses []Progress) {
	t.Helper()
	err := r.Fit(context.Background(), d, from, func(fitted *State, p Progress) error {
		s, losses = fitted, append(losses, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, losses
}

func TestOneSeedOneNetwork(t *testing.T) {
	t.Parallel()
	d := Data{Train: someSamples(6, 1), Test: someSamples(2, 2)}
	states := make([]*State, 3)
	for i, seed := range []uint64{1, 1, 2} {
		r := quick
		r.Seed = seed
		states[i], _ = fit(t, r, d, NewState(seed))
	}
	if !slices.Equal(states[0].Weights, states[1].Weights) {
		t.Error("one seed gives two networks")
	}
	if slices.Equal(states[0].Weights, states[2].Weights) {
		t.Error("two seeds give one network")
	}
}

// TestTrainingGoesOnWhereItStopped stops training after an epoch and continues from the state in a file. The network
// must be the one that training without a stop makes.
func TestTrainingGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	d := Data{Train: someSamples(6, 14), Test: someSamples(2, 15)}
	want, _ := fit(t, quick, d, NewState(1))
	file := filepath.Join(t.TempDir(), "state")
	stop := errors.New("stop")
	err := quick.Fit(context.Background(), d, NewState(1), func(s *State, p Progress) error {
		if err := s.Write(file); err != nil {
			t.Fatal(err)
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatalf("error %v, want %v", err, stop)
	}
	from, err := ReadState(file)
	if err != nil {
		t.Fatal(err)
	}
	got, losses := fit(t, quick, d, from)
	if len(losses) != quick.Epochs-1 || !slices.Equal(got.Weights, want.Weights) {
		t.Errorf("after %d more epochs the network is not that of an uninterrupted run", len(losses))
	}
	if again := got.Again(); again.Epoch != 0 || again.Steps != 0 || !slices.Equal(again.Weights, got.Weights) {
		t.Error("a new run does not start from the same weights")
	}
}

func TestWrongStatesAreRefused(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "state")
	if _, err := ReadState(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: error %v, want %v", err, fs.ErrNotExist)
	}
	short := NewState(1)
	short.First = short.First[1:]
	if err := short.Write(file); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadState(file); !errors.Is(err, ErrState) {
		t.Errorf("another shape: error %v, want %v", err, ErrState)
	}
	if err := os.WriteFile(file, []byte("state"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadState(file); !errors.Is(err, ErrState) {
		t.Errorf("not a state: error %v, want %v", err, ErrState)
	}
}

func TestLossFalls(t *testing.T) {
	t.Parallel()
	_, losses := fit(t, quick, Data{Train: someSamples(30, 3), Test: someSamples(10, 4)}, NewState(1))
	first, last := losses[0], losses[len(losses)-1]
	if last.Loss > first.Loss/2 || last.HeldOut > first.HeldOut {
		t.Errorf("losses fell from %+v only to %+v", first, last)
	}
}

func TestFittingStopsWhenToldTo(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := quick.Fit(ctx, Data{Train: someSamples(1, 5)}, NewState(1), func(*State, Progress) error { return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestQuantizedNetworkIsTheModel checks that the quantized network has nearly the same values as the trained model.
func TestQuantizedNetworkIsTheModel(t *testing.T) {
	t.Parallel()
	samples := someSamples(8, 6)
	state, _ := fit(t, quick, Data{Train: samples, Test: samples}, NewState(1))
	w, err := state.Model().Quantize()
	if err != nil {
		t.Fatal(err)
	}
	tr := newTrainer(quick, state)
	b := tr.batch
	for i := range samples[:200] {
		b.clear()
		b.add(&samples[i].Input, 0.5)
		b.encode()
		var p pass
		p.forward(b, &b.samples[0])
		if got, want := evaluate(w, &samples[i].Input), 1000*float64(p.out); math.Abs(got-want) > 40 {
			t.Fatalf("sample %d: quantized %.0f, model %.1f", i, got, want)
		}
	}
}

func TestLargeWeightsAreNotQuantized(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]float32{"large": 1000, "not a number": float32(math.NaN())} {
		m := NewState(1).Model()
		m.Bias[3] = x
		if _, err := m.Quantize(); err == nil {
			t.Errorf("%s: no error", name)
		}
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
	return float64(w.Evaluate(&a, &rows, closedIn(in), in.Forced, 0))
}

// TestGradient checks that the computed gradient agrees with differences of the loss for slightly changed weights, in
// each part of the model.
func TestGradient(t *testing.T) {
	t.Parallel()
	samples := someSamples(4, 7)
	chosen := make([]int, len(samples))
	for i := range chosen {
		chosen[i] = i
		samples[i].Value = float32(i%5) / 4
	}
	state := NewState(1)
	tr := newTrainer(quick, state)
	loss := func(learn bool) float64 {
		tr.batch.turned.set(tr.batch.model)
		return tr.run(samples, chosen, rand.New(rand.NewPCG(1, 0)), learn) / float64(len(samples))
	}
	loss(true)
	gradient := make([]float32, modelSize)
	for _, p := range tr.batch.parts {
		add(gradient, p.gradient.numbers)
	}
	checked, first := 0, 0
	new(Model).carve(func(_ *[]float32, count int) {
		// the weight of the part with the steepest slope
		steepest := first
		for i := first; i < first+count; i++ {
			if math.Abs(float64(gradient[i])) > math.Abs(float64(gradient[steepest])) {
				steepest = i
			}
		}
		first += count
		slope := float64(gradient[steepest])
		if slope == 0 {
			return // the samples do not use this part
		}
		checked++
		const nudge = 0.002
		weight := &tr.batch.model.numbers[steepest]
		before := *weight
		*weight = before + nudge
		above := loss(false)
		*weight = before - nudge
		below := loss(false)
		*weight = before
		if measured := (above - below) / (2 * nudge); math.Abs(measured-slope) > 0.05*math.Abs(slope)+1e-5 {
			t.Errorf("weight %d: gradient %g, measured %g", steepest, slope, measured)
		}
	})
	if checked < 40 {
		t.Errorf("only %d parts of the model have a gradient", checked)
	}
}

// TestVectorsAreTheSameInAssembly checks that the assembly code has the same results as the Go code, except for
// rounding where it rounds less often.
func TestVectorsAreTheSameInAssembly(t *testing.T) {
	t.Parallel()
	const seed = 8
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	random := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		return v
	}
	var got, want []float32
	compare := func(name string, n int, fast, plain func(v []float32)) {
		got = random(n)
		want = slices.Clone(got)
		fast(got)
		plain(want)
		for i := range want {
			if math.Abs(float64(got[i]-want[i])) > 1e-4 {
				t.Fatalf("%s: %v, plain %v", name, got, want)
			}
		}
	}
	for _, width := range []int{8, 16, 32, 48, 64, 112, 128} {
		for _, count := range []int{0, 1, 3, 4, 5, 17, 64} {
			a, matrix, row := random(count), random(count*width), random(width)
			rows := make([]int32, count)
			for i := range rows {
				rows[i] = rng.Int32N(int32(count))
			}
			compare("multiply", width, func(v []float32) { multiply(v, a, matrix) }, func(v []float32) { multiplyPlain(v, a, matrix) })
			compare("outer", count*width, func(v []float32) { outer(v, a, row) }, func(v []float32) { outerPlain(v, a, row) })
			compare("gather", width, func(v []float32) { gather(v, matrix, rows) }, func(v []float32) { gatherPlain(v, matrix, rows) })
			compare("scatter", count*width, func(v []float32) { scatter(v, row, rows) }, func(v []float32) { scatterPlain(v, row, rows) })
		}
		input := random(width)
		compare("rectify", width, rectify, rectifyPlain)
		compare("mask", width, func(v []float32) { mask(v, input) }, func(v []float32) { maskPlain(v, input) })
		compare("square", width, func(v []float32) { square(v, input) }, func(v []float32) { squarePlain(v, input) })
		compare("squareBack", width, func(v []float32) { squareBack(v, input) }, func(v []float32) { squareBackPlain(v, input) })
	}
	for _, n := range []int{3, 8, 29} {
		first, second, gradient := random(n), random(n), random(n)
		rectifyPlain(second)
		first2, second2 := slices.Clone(first), slices.Clone(second)
		compare("step", n, func(v []float32) { step(v, first, second, gradient, 0.001) }, func(v []float32) { stepPlain(v, first2, second2, gradient, 0.001) })
		if !slices.Equal(first, first2) || !slices.Equal(second, second2) {
			t.Fatalf("step: means %v and %v, plain %v and %v", first, second, first2, second2)
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
