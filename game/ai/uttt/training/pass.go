package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

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
