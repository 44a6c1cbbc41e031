package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"noughts/game"
	"noughts/game/ai/uttt"
)

type recipe struct {
	epochs int     // passes over all samples, each time under a random symmetry
	batch  int     // samples per step
	rate   float64 // learning rate at the start; it falls to zero
}

// fit trains a model, and calls `report` after each epoch with the mean losses of the samples while they were learned
// and of the held-out ones. The result does not depend on whether training was interrupted between epochs.
func (r recipe) fit(train, test []sample, m *model, report func(loss, heldOut float64) error) error {
	t, steps := newTrainer(m), r.epochs*((len(train)+r.batch-1)/r.batch)
	for m.Epoch < r.epochs {
		rng := rand.New(rand.NewPCG(1, uint64(m.Epoch)))
		loss := 0.0
		for order := range slices.Chunk(rng.Perm(len(train)), r.batch) {
			some := make([]sample, len(order))
			for i, place := range order {
				some[i] = train[place]
			}
			loss += t.learn(some, rng)
			// The learning rate rises during the first hundredth of all steps, and then follows half a cosine.
			done := float64(m.Steps) / float64(steps)
			rate := r.rate * min(1, 100*done) * (1 + math.Cos(math.Pi*done)) / 2
			m.Steps++
			for _, weights := range m.matrices() {
				weights.step(float64(m.Steps), rate)
			}
		}
		m.Epoch++
		heldOut := 0.0
		for some := range slices.Chunk(test, r.batch) {
			heldOut += t.forward(some, rng)
		}
		if err := report(loss/float64(len(train)), heldOut/float64(len(test))); err != nil {
			return err
		}
	}
	return nil
}

// A trainer computes losses of samples and their gradients. What it keeps of open patterns and of rows of the first
// layer (see rowOf) holds for those of the present samples.
type trainer struct {
	*model
	passes                 []pass    // of the present samples
	hasPattern, hasRow     []bool    // of the present samples
	layer1, layer2, layer3 []float32 // of the encoder, by pattern
	slopes3                []float32 // of the loss, for the codes
	sums, slopes           []float32 // the rows, and the slopes of the loss for them
}

// A pass has what the network computes for a sample, for the side to move and then for its opponent.
type pass struct {
	rows     [2][10]int
	forced   int
	head     int
	lanes    [2 * lanes]float32 // before clipping
	expected float64
}

func rowOf(board int, p uttt.Pattern) int { return board*int(uttt.Patterns) + int(p) }

func newTrainer(m *model) *trainer {
	const patterns, rows = int(uttt.Patterns), boards * int(uttt.Patterns)
	return &trainer{
		model: m, hasPattern: make([]bool, patterns), hasRow: make([]bool, rows),
		layer1: make([]float32, patterns*width1), layer2: make([]float32, patterns*width2),
		layer3: make([]float32, patterns*width3), slopes3: make([]float32, patterns*width3),
		sums: make([]float32, rows*lanes), slopes: make([]float32, rows*lanes),
	}
}

// forward computes the passes of samples, each turned by a random symmetry, and returns the sum of their losses.
func (t *trainer) forward(samples []sample, rng *rand.Rand) (loss float64) {
	t.passes = t.passes[:0]
	clear(t.hasRow)
	clear(t.hasPattern)
	for i := range samples {
		t.passes = append(t.passes, t.passOf(samples[i].turn(game.Symmetry(rng.IntN(game.Symmetries)))))
	}
	for i := range t.passes {
		p := &t.passes[i]
		for side := range p.rows {
			sum := at(p.lanes[:], side, lanes)
			add(sum, t.Forced[side].row(p.forced))
			for _, r := range p.rows[side] {
				add(sum, at(t.sums, r, lanes))
			}
		}
		head := t.Heads[p.head].Weights
		odds := head[2*lanes]
		for k, x := range p.lanes {
			x = min(max(x, 0), 1)
			odds += x * x * head[k]
		}
		p.expected = 1 / (1 + math.Exp(-float64(odds)))
		loss += divergence(float64(samples[i].Target), p.expected)
	}
	return loss
}

// passOf returns the pass of a position, not yet computed, and computes those of its rows that are new.
func (t *trainer) passOf(s sample) pass {
	closed, local := 0, uttt.DeadPattern
	var p pass
	for board, pattern := range s.Boards {
		if pattern >= uttt.WonPattern {
			closed++
		}
		p.rows[0][board], p.rows[1][board] = rowOf(board, pattern), rowOf(board, pattern.Flip())
	}
	if s.Forced != uttt.AnyBoard {
		local = s.Boards[s.Forced]
	}
	p.rows[0][9], p.rows[1][9] = rowOf(uttt.ForcedBoard, local), rowOf(uttt.ForcedBoard+1, local.Flip())
	p.forced, p.head = s.Forced, uttt.HeadOf(closed)
	for _, r := range append(p.rows[0][:], p.rows[1][:]...) {
		if !t.hasRow[r] {
			t.addRow(r)
		}
	}
	return p
}

func (t *trainer) addRow(r int) {
	t.hasRow[r] = true
	board, i := r/int(uttt.Patterns), r%int(uttt.Patterns)
	code := at(t.layer3, i, width3)
	if p := uttt.Pattern(i); p < uttt.WonPattern && !t.hasPattern[i] {
		t.hasPattern[i] = true
		t.encode(p, at(t.layer1, i, width1), at(t.layer2, i, width2), code)
	}
	t.row(board, uttt.Pattern(i), code, at(t.sums, r, lanes))
}

// divergence returns the loss of predicting q for target y, in nats: cross-entropy minus the entropy of the target,
// which no network can avoid.
func divergence(y, q float64) float64 {
	y, q = min(max(y, 1e-9), 1-1e-9), min(max(q, 1e-9), 1-1e-9)
	return y*math.Log(y/q) + (1-y)*math.Log((1-y)/(1-q))
}

// learn adds the gradient of the mean loss of samples to that of the model, and returns the sum of their losses.
func (t *trainer) learn(samples []sample, rng *rand.Rand) float64 {
	loss := t.forward(samples, rng)
	clear(t.slopes)
	clear(t.slopes3)
	for i := range t.passes {
		p := &t.passes[i]
		t.learnPass(p, float32(p.expected-float64(samples[i].Target))/float32(len(samples)))
	}
	t.learnRows()
	t.learnCodes()
	return loss
}

// learnPass carries the gradient of a pass back to the rows. `slope` is that of the loss in the logarithm of the odds.
func (t *trainer) learnPass(p *pass, slope float32) {
	head, gradient := t.Heads[p.head].Weights, t.Heads[p.head].gradient
	gradient[2*lanes] += slope
	var below [2 * lanes]float32
	for k, x := range p.lanes {
		switch {
		case x >= 1:
			gradient[k] += slope
		case x > 0:
			gradient[k] += slope * x * x
			below[k] = slope * head[k] * 2 * x
		}
	}
	for side := range p.rows {
		slopes := at(below[:], side, lanes)
		t.Forced[side].learnRow(p.forced, slopes)
		for _, r := range p.rows[side] {
			add(at(t.slopes, r, lanes), slopes)
		}
	}
}

func (t *trainer) learnRows() {
	for r, ok := range t.hasRow {
		if !ok {
			continue
		}
		board, i, slope := r/int(uttt.Patterns), r%int(uttt.Patterns), at(t.slopes, r, lanes)
		t.States[board].learnRow(stateOf(uttt.Pattern(i)), slope)
		if i < int(uttt.WonPattern) {
			t.Project[board].back(at(t.layer3, i, width3), slope, at(t.slopes3, i, width3))
		}
	}
}

func (t *trainer) learnCodes() {
	for i, ok := range t.hasPattern {
		if !ok {
			continue
		}
		var below1 [width1]float32
		var below2 [width2]float32
		var inputs [chanceParts]float32 // whose slopes nobody needs
		slope, chances := at(t.slopes3, i, width3), chancesOf[i][:]
		t.Bias3.learnRow(0, slope)
		t.Direct.back(chances, slope, inputs[:])
		t.Layer3.back(at(t.layer2, i, width2), slope, below2[:])
		t.Bias2.learnRow(0, below2[:])
		t.Layer2.back(at(t.layer1, i, width1), below2[:], below1[:])
		t.Chances.back(chances, below1[:], inputs[:])
		for _, part := range partsOf[i] {
			t.Parts.learnRow(part, below1[:])
		}
	}
}
