package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

// A batch is the samples of a step, with the rows that any of them needs.
type batch struct {
	slots   []int32 // where each row is in the batch, plus one; 0 if it is not
	rows    []row
	sums    []vector // of a row's own weights and those of its parts
	slopes  []vector // by how much the loss grows with each
	samples []prepared
}

// A prepared sample refers to the rows of a batch.
type prepared struct {
	slots  [2][10]int32
	forced uint8
	head   uint8
	target float32
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

// backward adds to the gradient what a sample contributes whose loss grows with the output by slope.
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

// divergence returns the cost of predicting q when y is the target, in nats: sigmoid cross-entropy
// minus the part that no network can avoid.
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
func headOf(in *Input) int {
	closed := 0
	for _, p := range in.Boards {
		if p >= network.WonPattern {
			closed++
		}
	}
	return network.HeadOf(closed)
}
