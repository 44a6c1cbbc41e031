package training

import (
	"context"
	"math"

	"noughts/game/ai/uttt/network"
)

// A Recipe says how a network is fitted.
type Recipe struct {
	Epochs int     // times that every sample is seen, each time turned at random
	Batch  int     // samples to a step
	Rate   float64 // of learning, at the beginning; it falls to nothing
	Trust  float64 // share of the search's value in what is learned; the rest is the game's result
	Decay  float64 // of rows' own weights
	Seed   uint64
	Begin  *network.Weights // to go on from; nil to begin with nothing learned
}

// target is what a sample teaches.
func (r Recipe) target(s *Sample) float32 {
	if s.Proven || s.Result == Unknown {
		return s.Value
	}
	trust := float32(r.Trust)
	return trust*s.Value + (1-trust)*float32(s.Result)/2
}

// Progress is what a network has learned after an epoch.
type Progress struct {
	Epoch int // from 1
	// Loss and HeldOut are the mean cross-entropy, in nats, less the part that
	// no network can avoid: over the epoch's samples while they were learned,
	// and over the test's after it.
	Loss, HeldOut float64
}

// Fit trains a model and calls report after each epoch. Its result depends on
// the recipe and the data only.
func (r Recipe) Fit(ctx context.Context, d Data, report func(*Model, Progress) error) error {
	t := newTrainer(r)
	for epoch := range r.Epochs {
		loss := t.epoch(ctx, epoch, d.Train)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := report(t.model, Progress{epoch + 1, loss, t.loss(d.Test)}); err != nil {
			return err
		}
	}
	return nil
}

// epoch learns from every sample once and returns the mean loss.
func (t *trainer) epoch(ctx context.Context, epoch int, samples []Sample) (loss float64) {
	order := t.rng.Perm(len(samples))
	for begin := 0; begin < len(order) && ctx.Err() == nil; begin += t.Batch {
		t.clear()
		for _, i := range order[begin:min(begin+t.Batch, len(order))] {
			t.prepare(&samples[i], t.rng.IntN(len(symmetries)))
		}
		loss += t.run(true)
		t.step(t.rate(float64(epoch) + float64(begin)/float64(len(order))))
	}
	return loss / float64(len(samples))
}

// rate returns the rate of learning after a number of epochs: it falls along
// half a cosine.
func (r Recipe) rate(epochs float64) float64 {
	return r.Rate * (1 + math.Cos(math.Pi*epochs/float64(r.Epochs))) / 2
}

// loss returns the mean loss of samples that are not learned from, each under
// one symmetry.
func (t *trainer) loss(samples []Sample) (loss float64) {
	for begin := 0; begin < len(samples); begin += t.Batch {
		t.clear()
		for i := begin; i < min(begin+t.Batch, len(samples)); i++ {
			t.prepare(&samples[i], i%len(symmetries))
		}
		loss += t.run(false)
	}
	return loss / float64(len(samples))
}
