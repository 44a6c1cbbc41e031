package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

// A batch has the samples of one training step. It also has the rows of the network's first layer that these samples
// use, with their sums and gradients.
type batch struct {
	slots   []int32 // by row: its index in the field `rows`, plus one; 0 if the batch does not use the row
	rows    []row
	sums    []vector // the sum of each row's own weights and its parts and chances
	slopes  []vector // the gradient of the loss for each sum
	samples []prepared
}

// A prepared sample is a sample in a batch. Its slots are the indexes of its rows in the batch.
type prepared struct {
	slots  [2][10]int32
	forced uint8
	head   uint8
	target float32
}

// prepare adds the image of a sample under a symmetry to the batch.
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

// slot returns the index of row r in the batch. If the batch lacks the row, slot adds it.
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

// A pass has the values of the network's neurons for one sample.
type pass struct {
	lanes [2]vector // before clipping
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

// backward adds a sample's contribution to the gradient. `slope` is the derivative of the sample's loss
// with respect to the output.
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

// divergence returns the loss of predicting q for target y, in nats: cross-entropy minus the
// entropy of the target, which no network can avoid.
func divergence(y, q float64) float64 {
	cost := func(y, q float64) float64 {
		if y == 0 {
			return 0
		}
		return y * math.Log(y/max(q, 1e-9))
	}
	return cost(y, q) + cost(1-y, 1-q)
}

// headOf returns the index of the head for a position.
func headOf(in *Input) int {
	closed := 0
	for _, p := range in.Boards {
		if p >= network.WonPattern {
			closed++
		}
	}
	return network.HeadOf(closed)
}
