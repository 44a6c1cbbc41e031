package training

import (
	"math"
	"math/rand/v2"

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
}

// A trainer fits a model step by step.
type trainer struct {
	Recipe
	model *Model
	adam  adam
	rng   *rand.Rand

	ownMoments []moments
	dense      []dense
	gradient   *Model // of the dense weights; Own is not used

	slots   []int32 // of rows in this batch, plus one; 0 if a row is not in it
	rows    []row
	sums    []vector
	slopes  []vector
	samples []prepared
}

// dense weights are changed by every step.
type dense struct {
	weights, gradient *vector
	moments           moments
}

// A prepared sample refers to the rows of a batch.
type prepared struct {
	slots  [2][10]int32
	forced uint8
	head   uint8
	target float32
}

func newTrainer(r Recipe) *trainer {
	rng := rand.New(rand.NewPCG(r.Seed, 'N'))
	t := &trainer{
		Recipe: r, rng: rng, model: NewModel(rng), gradient: new(Model),
		ownMoments: make([]moments, rowCount), slots: make([]int32, rowCount),
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

// target is what a sample teaches.
func (r Recipe) target(s *Sample) float32 {
	if s.Proven || s.Result == Unknown {
		return s.Value
	}
	trust := float32(r.Trust)
	return trust*s.Value + (1-trust)*float32(s.Result)/2
}

// prepare adds a sample, turned by a symmetry, to the batch.
func (t *trainer) prepare(s *Sample, symmetry int) {
	in := turn(s.Input, symmetry)
	p := prepared{forced: in.Forced, head: uint8(headOf(&in)), target: t.target(s)}
	for i, pattern := range in.Boards {
		p.slots[0][i] = t.slot(rowOf(i, pattern))
		p.slots[1][i] = t.slot(rowOf(i, pattern.Flip()))
	}
	local := network.DeadPattern
	if in.Forced != network.AnyBoard {
		local = in.Boards[in.Forced]
	}
	p.slots[0][9] = t.slot(rowOf(network.ForcedBoard, local))
	p.slots[1][9] = t.slot(rowOf(network.ForcedBoard+1, local.Flip()))
	t.samples = append(t.samples, p)
}

// slot returns where a row is in the batch.
func (t *trainer) slot(r row) int32 {
	if t.slots[r] == 0 {
		t.rows = append(t.rows, r)
		t.sums = append(t.sums, t.model.row(r))
		t.slopes = append(t.slopes, vector{})
		t.slots[r] = int32(len(t.rows))
	}
	return t.slots[r] - 1
}

func (t *trainer) clear() {
	for _, r := range t.rows {
		t.slots[r] = 0
	}
	t.rows, t.sums, t.slopes, t.samples = t.rows[:0], t.sums[:0], t.slopes[:0], t.samples[:0]
}

// run computes all samples of the batch and returns the sum of their losses.
func (t *trainer) run(learn bool) (loss float64) {
	var p pass
	for i := range t.samples {
		s := &t.samples[i]
		p.forward(t, s)
		z := p.out
		q := 1 / (1 + math.Exp(-float64(z)))
		y := float64(s.target)
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

// A pass holds the network's neurons for one sample.
type pass struct {
	lanes [2]vector // before they are clipped
	seen  [2]vector
	out   float32 // in logits
}

// forward computes the neurons of a sample.
func (p *pass) forward(t *trainer, s *prepared) {
	for side := range s.slots {
		sum := &p.lanes[side]
		*sum = t.model.Bias
		sum.add(&t.model.Forced[side][s.forced])
		for _, slot := range s.slots[side] {
			sum.add(&t.sums[slot])
		}
	}
	h := &t.model.Heads[s.head]
	p.out = h.Base[0]
	for side := range p.lanes {
		for l, v := range &p.lanes[side] {
			v = min(max(v, 0), 1)
			p.seen[side][l] = v * v
			p.out += v * v * h.Lanes[side][l]
		}
	}
}

// backward adds to the gradient what a sample contributes whose loss grows with
// the output by slope.
func (p *pass) backward(t *trainer, s *prepared, slope float32) {
	h, g := &t.model.Heads[s.head], &t.gradient.Heads[s.head]
	g.Base[0] += slope
	for side := range s.slots {
		g.Lanes[side].addTimes(&p.seen[side], slope)
		var below vector
		for l, v := range &p.lanes[side] {
			if v > 0 && v < 1 {
				below[l] = slope * h.Lanes[side][l] * 2 * v
			}
		}
		t.gradient.Bias.add(&below)
		t.gradient.Forced[side][s.forced].add(&below)
		for _, slot := range s.slots[side] {
			t.slopes[slot].add(&below)
		}
	}
}

// divergence returns what it costs to expect q where y is to be expected, in
// nats: sigmoid cross-entropy less the part of it that no network can avoid.
func divergence(y, q float64) float64 {
	cost := func(y, q float64) float64 {
		if y == 0 {
			return 0
		}
		return y * math.Log(y/max(q, 1e-9))
	}
	return cost(y, q) + cost(1-y, 1-q)
}

// headOf returns the number of the head that judges a position.
func headOf(in *network.Input) int {
	closed := 0
	for _, p := range in.Boards {
		if p >= network.WonPattern {
			closed++
		}
	}
	return network.HeadOf(closed)
}
