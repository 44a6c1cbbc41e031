package training

import (
	"math"
	"sync"

	"noughts/game/ai/uttt/network"
)

// closedStates is the number of patterns of closed boards.
const closedStates = int(network.Patterns - network.WonPattern)

// A batch has the samples of one training step, with the rows of the network's first layer that they use. Its slices
// grow to what one step needs.
type batch struct {
	model  *Model
	turned transposed
	parts  [workers]*part

	samples []prepared

	// The rows, in the order of their first use.
	slots  []int32 // by row: its index in the field `rows`, plus one; 0 if the samples do not use the row
	rows   []row
	codeOf []int32   // by index: the index of the pattern's code, or -1
	sums   []float32 // by index: the row

	// The open patterns of these rows.
	codes                  []int32 // by pattern: its index in the field `patterns`, plus one; 0 if no row has the pattern
	patterns               []network.Pattern
	layer1, layer2, layer3 []float32
}

// workers is the number of goroutines that compute a training step. Each adds to a gradient of its own; these are
// added up in order, so that the result does not depend on the number of processors.
const workers = 2

// A part is what one goroutine computes of a training step.
type part struct {
	gradient *Model
	slopes   []float32 // by index of a row: the gradient of the loss for the row
	slopes3  []float32 // by index of a pattern: the gradient of the loss for its code
	loss     float64
}

// split calls `work` for each part in a goroutine of its own, with its share of n things.
func (b *batch) split(n int, work func(p *part, from, to int)) {
	var done sync.WaitGroup
	for i, p := range b.parts {
		done.Go(func() { work(p, i*n/workers, (i+1)*n/workers) })
	}
	done.Wait()
}

// A prepared sample is a sample of a batch. Its slots are the indexes of its rows.
type prepared struct {
	slots  [2][10]int32
	forced uint8
	head   uint8
	target float32
}

// transposed has the matrices of a model that carry gradients back.
type transposed struct {
	Layer2, Layer3 []float32
	Project        [boards][]float32
}

func newBatch(m *Model) *batch {
	b := &batch{model: m, slots: make([]int32, rowCount), codes: make([]int32, network.WonPattern)}
	for i := range b.parts {
		b.parts[i] = &part{gradient: emptyModel()}
	}
	return b
}

// clear forgets all samples.
func (b *batch) clear() {
	for _, r := range b.rows {
		b.slots[r] = 0
	}
	for _, p := range b.patterns {
		b.codes[p] = 0
	}
	b.samples, b.rows, b.codeOf, b.patterns = b.samples[:0], b.rows[:0], b.codeOf[:0], b.patterns[:0]
}

// add adds a position.
func (b *batch) add(in *Input, target float32) {
	p := prepared{forced: in.Forced, head: uint8(network.HeadOf(closedIn(in))), target: target}
	for i, pattern := range in.Boards {
		p.slots[0][i] = b.slot(rowOf(i, pattern))
		p.slots[1][i] = b.slot(rowOf(i, pattern.Flip()))
	}
	local := network.DeadPattern
	if in.Forced != network.AnyBoard {
		local = in.Boards[in.Forced]
	}
	p.slots[0][9] = b.slot(rowOf(network.ForcedBoard, local))
	p.slots[1][9] = b.slot(rowOf(network.ForcedBoard+1, local.Flip()))
	b.samples = append(b.samples, p)
}

// slot returns the index of row r. If the row is new, slot adds it.
func (b *batch) slot(r row) int32 {
	if b.slots[r] == 0 {
		b.rows = append(b.rows, r)
		b.slots[r] = int32(len(b.rows))
		index := int32(-1)
		if p := r.pattern(); p < network.WonPattern {
			if b.codes[p] == 0 {
				b.patterns = append(b.patterns, p)
				b.codes[p] = int32(len(b.patterns))
			}
			index = b.codes[p] - 1
		}
		b.codeOf = append(b.codeOf, index)
	}
	return b.slots[r] - 1
}

// resized returns a slice of n numbers, in the memory of another slice if it is large enough.
func resized(old []float32, n int) []float32 {
	if cap(old) < n {
		return make([]float32, n, n+n/4)
	}
	return old[:n]
}

// zeros returns a slice of n zeros, in the memory of another slice if it is large enough.
func zeros(old []float32, n int) []float32 {
	old = resized(old, n)
	clear(old)
	return old
}

// at returns the i-th row of a matrix with rows of a width.
func at(matrix []float32, i, width int) []float32 { return matrix[i*width:][:width:width] }

// encode computes the codes of all patterns and then all rows.
func (b *batch) encode() {
	m, n := b.model, len(b.patterns)
	b.layer1, b.layer2, b.layer3 = resized(b.layer1, n*encoder1), resized(b.layer2, n*encoder2), resized(b.layer3, n*code)
	b.split(n, func(_ *part, from, to int) {
		for i := from; i < to; i++ {
			m.encode(b.patterns[i], at(b.layer1, i, encoder1), at(b.layer2, i, encoder2), at(b.layer3, i, code))
		}
	})
	b.sums = resized(b.sums, len(b.rows)*lanes)
	b.split(len(b.rows), func(_ *part, from, to int) {
		for i := from; i < to; i++ {
			r, values := b.rows[i], []float32(nil)
			if c := b.codeOf[i]; c >= 0 {
				values = at(b.layer3, int(c), code)
			}
			m.row(r.board(), r.pattern(), values, at(b.sums, i, lanes))
		}
	})
}

// encode computes the layers of the encoder for a pattern.
func (m *Model) encode(p network.Pattern, layer1, layer2, layer3 []float32) {
	copy(layer1, m.Bias1)
	gather(layer1, m.Parts, partsOf[p][:])
	multiply(layer1, chancesOf[p][:], m.Chances)
	rectify(layer1)
	copy(layer2, m.Bias2)
	multiply(layer2, layer1, m.Layer2)
	rectify(layer2)
	copy(layer3, m.Bias3)
	multiply(layer3, layer2, m.Layer3)
	multiply(layer3, chancesOf[p][:], m.Direct)
}

// decode carries the gradient of the rows back to the model.
func (b *batch) decode() {
	b.split(len(b.rows), func(p *part, from, to int) {
		g := p.gradient
		p.slopes3 = zeros(p.slopes3, len(b.patterns)*code)
		for i := from; i < to; i++ {
			r, slope := b.rows[i], at(p.slopes, i, lanes)
			for _, other := range b.parts {
				if other != p {
					add(slope, at(other.slopes, i, lanes))
				}
			}
			if c := b.codeOf[i]; c >= 0 {
				add(g.Shift[r.board()], slope)
				outer(g.Project[r.board()], at(b.layer3, int(c), code), slope)
				multiply(at(p.slopes3, int(c), code), slope, b.turned.Project[r.board()])
			} else {
				add(at(g.Closed[r.board()], int(r.pattern()-network.WonPattern), lanes), slope)
			}
		}
	})
	b.split(len(b.patterns), func(p *part, from, to int) {
		g := p.gradient
		var below1 [encoder1]float32
		var below2 [encoder2]float32
		for i := from; i < to; i++ {
			slope, parts := at(p.slopes3, i, code), partsOf[b.patterns[i]][:]
			for _, other := range b.parts {
				if other != p {
					add(slope, at(other.slopes3, i, code))
				}
			}
			back(g.Layer3, g.Bias3, below2[:], at(b.layer2, i, encoder2), slope, b.turned.Layer3)
			back(g.Layer2, g.Bias2, below1[:], at(b.layer1, i, encoder1), below2[:], b.turned.Layer2)
			add(g.Bias1, below1[:])
			scatter(g.Parts, below1[:], parts)
			outer(g.Chances, chancesOf[b.patterns[i]][:], below1[:])
			outer(g.Direct, chancesOf[b.patterns[i]][:], slope)
		}
	})
}

// back carries the gradient of a layer's output back to its weights, bias and rectified input.
func back(weights, bias, below, input, slope, turned []float32) {
	add(bias, slope)
	outer(weights, input, slope)
	clear(below)
	multiply(below, slope, turned)
	mask(below, input)
}

func add(to, v []float32) { scatter(to, v, zeroth[:]) }

var zeroth = [1]int32{}

// run computes the sum of the losses of all samples. If `learn` is set, it also adds the gradient of the mean loss to
// the gradients of the parts.
func (b *batch) run(learn bool) (loss float64) {
	b.encode()
	share := 1 / float32(len(b.samples))
	b.split(len(b.samples), func(p *part, from, to int) {
		p.loss = 0
		if learn {
			p.slopes = zeros(p.slopes, len(b.rows)*lanes)
		}
		var neurons pass
		for i := from; i < to; i++ {
			sample := &b.samples[i]
			neurons.forward(b, sample)
			q, y := 1/(1+math.Exp(-float64(neurons.out))), float64(sample.target)
			p.loss += divergence(y, q)
			if learn {
				neurons.backward(b, p, sample, float32(q-y)*share)
			}
		}
	})
	if learn {
		b.decode()
	}
	for _, p := range b.parts {
		loss += p.loss
	}
	return loss
}

// A pass has the values of the network's neurons for one sample.
type pass struct {
	lanes [2 * lanes]float32 // before clipping
	seen  [2 * lanes]float32
	out   float32 // in logits
}

// forward computes the neurons of a sample.
func (p *pass) forward(b *batch, sample *prepared) {
	m := b.model
	for side := range sample.slots {
		sum := at(p.lanes[:], side, lanes)
		copy(sum, m.Bias)
		add(sum, at(m.Forced[side], int(sample.forced), lanes))
		gather(sum, b.sums, sample.slots[side][:])
	}
	square(p.seen[:], p.lanes[:])
	h := &m.Heads[sample.head]
	p.out = h.Base[0]
	for i, v := range &p.seen {
		p.out += v * h.Lanes[i]
	}
}

// backward adds a sample's contribution to the gradient. `slope` is the derivative of the sample's loss
// with respect to the output.
func (p *pass) backward(b *batch, to *part, sample *prepared, slope float32) {
	h, g := &b.model.Heads[sample.head], &to.gradient.Heads[sample.head]
	g.Base[0] += slope
	times := [1]float32{slope}
	outer(g.Lanes, times[:], p.seen[:])
	var below [2 * lanes]float32
	multiply(below[:], times[:], h.Lanes)
	squareBack(below[:], p.lanes[:])
	for side := range sample.slots {
		slopes := at(below[:], side, lanes)
		add(to.gradient.Bias, slopes)
		add(at(to.gradient.Forced[side], int(sample.forced), lanes), slopes)
		scatter(to.slopes, slopes, sample.slots[side][:])
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

// closedIn returns the number of closed local boards in a position.
func closedIn(in *Input) (closed int) {
	for _, p := range in.Boards {
		if p >= network.WonPattern {
			closed++
		}
	}
	return closed
}

// transpose returns the transposed matrix of one with rows of a width.
func transpose(old, matrix []float32, width int) []float32 {
	height := len(matrix) / width
	to := zeros(old, len(matrix))
	for i := range height {
		for j := range width {
			to[j*height+i] = matrix[i*width+j]
		}
	}
	return to
}

// set computes the transposed matrices of a model.
func (t *transposed) set(m *Model) {
	t.Layer2, t.Layer3 = transpose(t.Layer2, m.Layer2, encoder2), transpose(t.Layer3, m.Layer3, code)
	for i := range m.Project {
		t.Project[i] = transpose(t.Project[i], m.Project[i], lanes)
	}
}
