package training

import (
	"math"
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

// A trainer fits a model step by step.
type trainer struct {
	Recipe
	model *Model
	adam  adam
	rng   *rand.Rand

	ownMoments []moments
	dense      []dense
	gradient   *Model // of the dense weights; Own is not used

	batch
}

// dense weights are changed by every step.
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

// dense returns all weights but the rows' own.
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

// run computes all samples of the batch and returns the sum of their losses.
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

// share passes a row's gradient on to what the row is made of besides its own
// weights.
func (t *trainer) share(r row, g *vector) {
	base := r.board() * boardParts
	for _, part := range partsOf[r.pattern()] {
		t.gradient.Parts[base+int(part)].add(g)
	}
	for k, times := range chancesOf[r.pattern()] {
		t.gradient.Chances[r.board()][k].addTimes(g, times)
	}
}
