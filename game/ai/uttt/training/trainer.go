package training

import (
	"context"
	"math"
	"math/rand/v2"
)

// A Recipe has the settings for fitting a network.
type Recipe struct {
	Epochs int     // passes over all samples, each time under a random symmetry
	Batch  int     // samples per step
	Rate   float64 // learning rate at the start; it falls to zero
	Trust  float64 // weight of the search's value in the target; the game's result has the remaining weight
	Seed   uint64
}

// target returns the training target of a sample.
func (r Recipe) target(s *Sample) float32 {
	if s.Proven || s.Result == Unknown {
		return s.Value
	}
	trust := float32(r.Trust)
	return trust*s.Value + (1-trust)*float32(s.Result)/2
}

// Progress is the state of training after an epoch.
type Progress struct {
	Epoch int // from 1
	// Loss is the mean divergence over the samples of the epoch, measured before each step. HeldOut
	// is the mean divergence over the test samples after the epoch. Both are in nats.
	Loss, HeldOut float64
}

// Fit trains a model from a state on, and calls `report` after each epoch. The result depends only on the recipe, the
// data and the kind of processor; it does not matter whether training was interrupted between epochs.
func (r Recipe) Fit(ctx context.Context, d Data, from *State, report func(*State, Progress) error) error {
	t := newTrainer(r, from)
	for t.state.Epoch < r.Epochs {
		loss := t.epoch(ctx, t.state.Epoch, d.Train)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.state.Epoch++
		if err := report(t.state, Progress{t.state.Epoch, loss, t.loss(d.Test)}); err != nil {
			return err
		}
	}
	return nil
}

// epoch trains with every sample once and returns the mean loss.
func (t *trainer) epoch(ctx context.Context, epoch int, samples []Sample) (loss float64) {
	rng := rand.New(rand.NewPCG(t.Seed, uint64(epoch)))
	order := rng.Perm(len(samples))
	for begin := 0; begin < len(order) && ctx.Err() == nil; begin += t.Batch {
		loss += t.run(samples, order[begin:min(begin+t.Batch, len(order))], rng, true)
		t.step(t.rate(float64(epoch) + float64(begin)/float64(len(order))))
	}
	return loss / float64(len(samples))
}

// warmUp is the share of all steps during which the learning rate rises.
const warmUp = 0.01

// rate returns the learning rate after a number of epochs. It rises at first, and then follows half a cosine.
func (r Recipe) rate(epochs float64) float64 {
	done := epochs / float64(r.Epochs)
	return r.Rate * min(1, done/warmUp) * (1 + math.Cos(math.Pi*done)) / 2
}

// loss returns the mean loss of samples without training. It looks at each sample once, turned by one of the
// symmetries.
func (t *trainer) loss(samples []Sample) (loss float64) {
	rng := rand.New(rand.NewPCG(t.Seed, 'L'))
	order := make([]int, len(samples))
	for i := range order {
		order[i] = i
	}
	for begin := 0; begin < len(samples); begin += t.Batch {
		loss += t.run(samples, order[begin:min(begin+t.Batch, len(order))], rng, false)
	}
	return loss / float64(len(samples))
}

// A trainer fits a model step by step.
type trainer struct {
	Recipe
	state *State
	batch *batch
}

func newTrainer(r Recipe, from *State) *trainer {
	t := &trainer{Recipe: r, state: from.clone()}
	t.batch = newBatch(t.state.Model())
	t.batch.turned.set(t.batch.model)
	return t
}

// run computes the sum of the losses of some samples, each turned by a symmetry that `rng` chooses. If `learn` is set, it
// also computes the gradient of the mean loss.
func (t *trainer) run(samples []Sample, chosen []int, rng *rand.Rand, learn bool) (loss float64) {
	t.batch.clear()
	for _, i := range chosen {
		in := turn(samples[i].Input, rng.IntN(len(symmetries)))
		t.batch.add(&in, t.target(&samples[i]))
	}
	return t.batch.run(learn)
}

// step changes the model by the gradient of the batch.
func (t *trainer) step(rate float64) {
	t.state.Steps++
	total := t.batch.parts[0].gradient.numbers
	for _, p := range t.batch.parts[1:] {
		add(total, p.gradient.numbers)
		clear(p.gradient.numbers)
	}
	step(t.state.Weights, t.state.First, t.state.Second, total, corrected(rate, t.state.Steps))
	clear(total)
	t.batch.turned.set(t.batch.model)
}
