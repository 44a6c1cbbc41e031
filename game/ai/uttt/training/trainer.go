package training

import (
	"context"
	"math"
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

// A Recipe has the settings for fitting a network.
type Recipe struct {
	Epochs int     // passes over all samples, each time under a random symmetry
	Batch  int     // samples per step
	Rate   float64 // learning rate at the start; it falls to zero
	Trust  float64 // weight of the search's value in the target; the game's result has the remaining weight
	Decay  float64 // weight decay for the rows' own weights
	Seed   uint64
	Begin  *network.Weights // weights to start from; nil to start from random weights
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

// Fit trains a model and calls `report` after each epoch. The result depends only on the recipe and the data.
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

// epoch trains with every sample once and returns the mean loss.
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

// rate returns the learning rate after a number of epochs. It follows half a cosine.
func (r Recipe) rate(epochs float64) float64 {
	return r.Rate * (1 + math.Cos(math.Pi*epochs/float64(r.Epochs))) / 2
}

// loss returns the mean loss of samples without training. It looks at each sample once, turned by one of the
// symmetries.
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

// A trainer fits a model step by step.
type trainer struct {
	Recipe
	model *Model
	adam  adam
	rng   *rand.Rand

	ownMoments []moments
	dense      []dense
	gradient   *Model // for the dense weights only; its field Own is not used

	batch
}

// dense are weights that every step changes, with their gradient.
type dense struct {
	weights, gradient *vector
	moments           moments
}

func newTrainer(r Recipe) *trainer {
	rng := rand.New(rand.NewPCG(r.Seed, 'N'))
	t := &trainer{
		Recipe: r, rng: rng, model: newModel(rng), gradient: new(Model),
		ownMoments: make([]moments, rowCount), batch: batch{slots: make([]int32, rowCount)},
	}
	if r.Begin != nil {
		t.model = modelOf(r.Begin)
	}
	weights, gradient := t.model.dense(), t.gradient.dense()
	for i := range weights {
		t.dense = append(t.dense, dense{weights: weights[i], gradient: gradient[i]})
	}
	return t
}

// dense returns the weights that every step changes: all except the rows' own weights (Own).
func (m *Model) dense() (all []*vector) {
	for i := range m.Parts {
		all = append(all, &m.Parts[i])
	}
	for i := range m.Chances {
		for k := range m.Chances[i] {
			all = append(all, &m.Chances[i][k])
		}
	}
	for i := range m.Forced {
		for j := range m.Forced[i] {
			all = append(all, &m.Forced[i][j])
		}
	}
	all = append(all, &m.Bias)
	for i := range m.Heads {
		h := &m.Heads[i]
		all = append(all, &h.Lanes[0], &h.Lanes[1], &h.Base)
	}
	return all
}

// run computes the sum of the losses of all samples of the batch. If `learn` is set, it also adds to the gradient.
func (t *trainer) run(learn bool) (loss float64) {
	var p pass
	for i := range t.samples {
		s := &t.samples[i]
		p.forward(t, s)
		q, y := 1/(1+math.Exp(-float64(p.out))), float64(s.target)
		loss += divergence(y, q)
		if learn {
			p.backward(t, s, float32(q-y)/float32(len(t.samples)))
		}
	}
	return loss
}

// step changes the model by the gradient of the batch.
func (t *trainer) step(rate float64) {
	t.adam.next(rate)
	keep := float32(1 - rate*t.Decay)
	for i, r := range t.rows {
		own, m, g := &t.model.Own[r], &t.ownMoments[r], &t.slopes[i]
		own.step(m, g, t.adam.rate)
		if r.pattern() < network.WonPattern {
			for l := range own {
				own[l] *= keep
			}
			t.share(r, g)
		}
	}
	for i := range t.dense {
		d := &t.dense[i]
		d.weights.step(&d.moments, d.gradient, t.adam.rate)
		*d.gradient = vector{}
	}
}

// share adds the gradient of row r to the gradients of the parts (see cellParts) and chances (see
// chancesOf) of its pattern.
func (t *trainer) share(r row, g *vector) {
	base := r.board() * boardParts
	for _, part := range partsOf[r.pattern()] {
		t.gradient.Parts[base+int(part)].add(g)
	}
	for k, times := range chancesOf[r.pattern()] {
		t.gradient.Chances[r.board()][k].addTimes(g, times)
	}
}
