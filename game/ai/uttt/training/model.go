package training

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

// The widths of the encoder's layers. The encoder computes the code of a pattern from its parts (see cellParts) and
// chances (see chancesOf).
const (
	encoder1 = 128
	encoder2 = 64
	code     = 32
	lanes    = network.Lanes
)

// A Model is a network in floating point, for training. A matrix has a row for each input, one after the other.
type Model struct {
	numbers []float32 // all weights; the other fields are parts of it

	Parts, Chances, Bias1 []float32 // the encoder's first layer
	Layer2, Bias2         []float32
	Layer3, Bias3         []float32
	Direct                []float32 // from the chances to the code

	Project, Shift [boards][]float32 // from a pattern's code to the board's row, and what is added to it
	Closed         [boards][]float32 // by state, the rows of a closed board
	Forced         [2][]float32      // by number, the rows of the forced board, as seen by the side to move and by its opponent
	Bias           []float32
	Heads          [network.Heads]head
}

// A head has the output weights: for the lanes of the side to move, then for those of its opponent.
type head struct {
	Lanes []float32
	Base  []float32 // one number
}

// modelOf returns the model with the given numbers.
func modelOf(numbers []float32) *Model {
	m, used := &Model{numbers: numbers}, 0
	m.carve(func(part *[]float32, count int) {
		*part = numbers[used : used+count : used+count]
		used += count
	})
	return m
}

// modelSize is the number of weights of a model.
var modelSize = func() (size int) {
	new(Model).carve(func(_ *[]float32, count int) { size += count })
	return size
}()

func emptyModel() *Model { return modelOf(make([]float32, modelSize)) }

// carve calls `part` with each part of the model and its size.
func (m *Model) carve(part func(*[]float32, int)) {
	part(&m.Parts, boardParts*encoder1)
	part(&m.Chances, chanceParts*encoder1)
	part(&m.Bias1, encoder1)
	part(&m.Layer2, encoder1*encoder2)
	part(&m.Bias2, encoder2)
	part(&m.Layer3, encoder2*code)
	part(&m.Bias3, code)
	part(&m.Direct, chanceParts*code)
	for i := range boards {
		part(&m.Project[i], code*lanes)
		part(&m.Shift[i], lanes)
		part(&m.Closed[i], closedStates*lanes)
	}
	for i := range m.Forced {
		part(&m.Forced[i], (network.AnyBoard+1)*lanes)
	}
	part(&m.Bias, lanes)
	for i := range m.Heads {
		h := &m.Heads[i]
		part(&h.Lanes, 2*lanes)
		part(&h.Base, 1)
	}
}

// newModel returns an untrained model.
func newModel(rng *rand.Rand) *Model {
	m := emptyModel()
	fill := func(part []float32, deviation float64) {
		for i := range part {
			part[i] = float32(deviation * rng.NormFloat64())
		}
	}
	set := func(part []float32, x float32) {
		for i := range part {
			part[i] = x
		}
	}
	fill(m.Parts, math.Sqrt(1.0/patternSum))
	fill(m.Chances, 0.3)
	fill(m.Layer2, math.Sqrt(2.0/encoder1))
	fill(m.Layer3, math.Sqrt(2.0/encoder2))
	for i := range boards {
		fill(m.Project[i], 0.1/math.Sqrt(code))
		fill(m.Closed[i], 0.1)
	}
	set(m.Bias, 0.5)
	for i := range m.Heads {
		fill(m.Heads[i].Lanes, 0.1)
	}
	m.beginWithLines()
	return m
}

// beginWithLines initializes the first lanes (neurons), one for each line of local boards and each side, with an obvious
// feature: how near the side is to that line. The first numbers of a code are the logarithms of the chances to win the
// board, one for each side.
func (m *Model) beginWithLines() {
	const lines = len(network.Lines)
	for side := range 2 {
		for k := range encoder2 {
			m.Layer3[k*code+side] = 0
		}
		m.Direct[(2+side)*code+side] = 1
	}
	for i, line := range network.Lines {
		for side, lane := range [2]int{i, lines + i} {
			m.Bias[lane] = 1
			for _, board := range line {
				m.Project[board][side*lanes+lane] = 0.31
				m.Closed[board][(1-side)*lanes+lane] = -1.5
				m.Closed[board][2*lanes+lane] = -1.5
			}
			for h := range m.Heads {
				sign := float32(1 - 2*side)
				m.Heads[h].Lanes[lane] = 2 * sign
				m.Heads[h].Lanes[lanes+lane] = -2 * sign
			}
		}
	}
}

// Quantize returns the model in integers, as the search uses it. It returns an error if weights
// have become too large for their integer types.
func (m *Model) Quantize() (*network.Weights, error) {
	w, q := network.NewWeights(), quantizer{}
	layer1, layer2, layer3 := make([]float32, encoder1), make([]float32, encoder2), make([]float32, code)
	row := make([]float32, lanes)
	for pattern := range network.Patterns {
		if pattern < network.WonPattern {
			m.encode(pattern, layer1, layer2, layer3)
		}
		for board := range boards {
			m.row(board, pattern, layer3, row)
			q.all(w.Row(board, pattern)[:], row, network.Full)
		}
	}
	for view := range m.Forced {
		for i := range w.Forced[view] {
			q.all(w.Forced[view][i][:], at(m.Forced[view], i, lanes), network.Full)
		}
	}
	q.all(w.Bias[:], m.Bias, network.Full)
	for i := range m.Heads {
		q.all(w.Heads[i].Lanes[:], m.Heads[i].Lanes, network.HeadUnit)
		w.Heads[i].Base = int32(q.whole(m.Heads[i].Base[0], network.ValueUnit, math.MaxInt32))
	}
	return w, errors.Join(q.err, w.Check())
}

// row computes the row of a pattern on a board from the pattern's code.
func (m *Model) row(board int, p network.Pattern, code, to []float32) {
	if p >= network.WonPattern {
		copy(to, at(m.Closed[board], int(p-network.WonPattern), lanes))
		return
	}
	copy(to, m.Shift[board])
	multiply(to, code, m.Project[board])
}

// A quantizer rounds numbers. It remembers an error if one is too large.
type quantizer struct{ err error }

func (q *quantizer) whole(x float32, unit, most float64) float64 {
	v := math.Round(float64(x) * unit)
	if !(math.Abs(v) <= most) {
		q.err = fmt.Errorf("training: weight %v is too large", x)
		return 0
	}
	return v
}

func (q *quantizer) all(to []int16, from []float32, unit float64) {
	for i, x := range from {
		to[i] = int16(q.whole(x, unit, math.MaxInt16))
	}
}
