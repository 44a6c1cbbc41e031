package main

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
)

// someSamples returns positions of random games. Their target is higher the more local boards the
// side to move has won, and lower the more the opponent has won.
func someSamples(games int, seed uint64) (samples []sample) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range games {
		for p := rules.StartUltimate(); !p.Outcome().Over; {
			s := sampleOf(p, 0.5)
			for _, pattern := range s.Boards {
				switch pattern {
				case uttt.WonPattern:
					s.Target += 0.1
				case uttt.LostPattern:
					s.Target -= 0.1
				}
			}
			samples = append(samples, s)
			moves := p.Moves()
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
	return samples
}

var quick = recipe{epochs: 3, batch: 256, rate: 0.003}

func fit(t *testing.T, r recipe, train, test []sample, m *model) (losses, heldOut []float64) {
	t.Helper()
	err := r.fit(train, test, m, func(loss, held float64) error {
		losses, heldOut = append(losses, loss), append(heldOut, held)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return losses, heldOut
}

// A short training lowers the loss, and the network that the engine reads has nearly the same values as the model.
func TestTrainedNetworkIsTheModel(t *testing.T) {
	t.Parallel()
	m, samples := newModel(), someSamples(10, 4)
	losses, heldOut := fit(t, quick, someSamples(30, 3), samples, m)
	if losses[2] > losses[0]/2 || heldOut[2] > heldOut[0] {
		t.Errorf("losses fell only as %v, held out as %v", losses, heldOut)
	}
	factors, err := m.quantize()
	if err != nil {
		t.Fatal(err)
	}
	w, err := uttt.DecodeWeights(factors.Encode())
	if err != nil {
		t.Fatal(err)
	}
	tr := newTrainer(m)
	for i := range 200 {
		tr.passes = nil
		tr.forward(samples[i:i+1], rand.New(rand.NewPCG(1, 0)))
		q := tr.passes[0].expected
		if got, want := evaluate(w, &samples[i]), 1000*math.Log(q/(1-q)); math.Abs(got-want) > 60 {
			t.Fatalf("sample %d: network %.0f, model %.1f", i, got, want)
		}
	}
}

// evaluate returns the value of a position, with X to move, turned as the first one of a trainer.
func evaluate(w *uttt.Weights, s *sample) float64 {
	var rows [9]uint16
	closed := 0
	turned := s.turn(game.Symmetry(rand.New(rand.NewPCG(1, 0)).IntN(game.Symmetries)))
	for i, p := range turned.Boards {
		rows[i] = uint16(p)
		if p >= uttt.WonPattern {
			closed++
		}
	}
	var a uttt.Accumulator
	w.Set(&a, &rows)
	return float64(w.Evaluate(&a, &rows, closed, uint8(turned.Forced), 0))
}

func TestLargeWeightsAreRefused(t *testing.T) {
	t.Parallel()
	for name, weight := range map[string]func(*model) *float32{
		"state": func(m *model) *float32 { return &m.States[3].Weights[5] },
		"code":  func(m *model) *float32 { return &m.Bias3.Weights[7] },
	} {
		m := newModel()
		*weight(m) = 10_000
		if _, err := m.quantize(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The computed gradient agrees with differences of the loss for slightly changed weights, in each matrix of the model.
func TestGradient(t *testing.T) {
	t.Parallel()
	samples := someSamples(4, 7)
	for i := range samples {
		samples[i].Target = float32(i%5) / 4
	}
	tr := newTrainer(newModel())
	turns := func() *rand.Rand { return rand.New(rand.NewPCG(1, 0)) }
	tr.learn(samples, turns())
	checked := 0
	for number, m := range tr.matrices() {
		steepest := 0
		for i, slope := range m.gradient {
			if math.Abs(float64(slope)) > math.Abs(float64(m.gradient[steepest])) {
				steepest = i
			}
		}
		slope := float64(m.gradient[steepest])
		if slope == 0 {
			continue // the samples do not use this part
		}
		checked++
		const nudge = 0.002
		lossAt := func(weight float32) float64 {
			m.Weights[steepest] = weight
			return tr.forward(samples, turns()) / float64(len(samples))
		}
		weight := m.Weights[steepest]
		measured := (lossAt(weight+nudge) - lossAt(weight-nudge)) / (2 * nudge)
		m.Weights[steepest] = weight
		if math.Abs(measured-slope) > 0.05*math.Abs(slope)+1e-5 {
			t.Errorf("matrix %d, weight %d: gradient %g, measured %g", number, steepest, slope, measured)
		}
	}
	if checked < 30 {
		t.Errorf("only %d parts of the model have a gradient", checked)
	}
}

// Each symmetry keeps how many boards each side has won, whether the forced board is one of them, and has an inverse.
func TestTurnedSamplesAreTheSameGame(t *testing.T) {
	t.Parallel()
	for _, s := range someSamples(3, 9) {
		for by := range game.Symmetry(game.Symmetries) {
			turned := s.turn(by)
			if back := turned.turn(by.Inverse()); back != s {
				t.Fatalf("%v: turned by %d and back it is %v", s, by, back)
			}
			if s.Forced != uttt.AnyBoard && turned.Boards[turned.Forced] >= uttt.WonPattern {
				t.Fatalf("%v: turned by %d it must be played on a closed board", s, by)
			}
		}
	}
}

// The commands of docs/engine.md on a small scale: both go on where they were interrupted, and come to the same.
func TestSelfPlayAndTrain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	command := func(line string) string {
		t.Helper()
		var out bytes.Buffer
		if err := run(strings.Fields(strings.ReplaceAll(line, "DIR", folder)), &out); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return out.String()
	}
	content := func(name string) []byte {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	command("selfplay -out DIR/a -parts 1 -games 1 -nodes 20")
	if out := command("selfplay -out DIR/a -parts 2 -games 1 -nodes 20"); strings.Count(out, "part") != 1 {
		t.Errorf("part 0 was played again: %s", out)
	}
	command("selfplay -out DIR/b -parts 2 -games 1 -nodes 20")
	if part := "part-00000.samples"; !slices.Equal(content("a/"+part), content("b/"+part)) {
		t.Error("one seed gives two games")
	}

	command("train -data DIR/a -out DIR/whole -epochs 2")
	for _, test := range []struct {
		options string
		epochs  int
	}{{"-state DIR/state", 2}, {"-state DIR/state", 0}} {
		if out := command("train -data DIR/a,DIR/b -out DIR/weights -epochs 2 " + test.options); strings.Count(out, "epoch") != test.epochs {
			t.Errorf("%s: %s", test.options, out)
		}
	}
	if _, err := uttt.DecodeWeights(content("whole")); err != nil {
		t.Error(err)
	}
}

// Training that is stopped after an epoch and goes on from its file makes the same network.
func TestTrainingGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	train, test := someSamples(6, 14), someSamples(2, 15)
	whole, part, file := newModel(), newModel(), filepath.Join(t.TempDir(), "state")
	fit(t, quick, train, test, whole)
	err := quick.fit(train, test, part, func(float64, float64) error {
		if err := writeGob(file, part); err != nil {
			t.Fatal(err)
		}
		return os.ErrClosed
	})
	again := newModel()
	if readErr := readGob(file, again); !errors.Is(err, os.ErrClosed) || readErr != nil {
		t.Fatal(err, readErr)
	}
	if losses, _ := fit(t, quick, train, test, again); len(losses) != quick.epochs-1 || !slices.Equal(again.Layer2.Weights, whole.Layer2.Weights) {
		t.Errorf("after %d more epochs the network is not that of an uninterrupted run", len(losses))
	}
}

func TestWrongCommandsAreRefused(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"", "learn", "selfplay", "selfplay -out x -nodes 0", "train", "train -data x", "train -out x", "train -data no/such -out x",
		"train -data x -out y -epochs 0", "train -data x -out y -batch 0", "train -data x -out y -rate NaN", "train -data x -out y -state training_test.go",
	} {
		if err := run(strings.Fields(line), new(bytes.Buffer)); err == nil {
			t.Errorf("%q: no error", line)
		}
	}
}
