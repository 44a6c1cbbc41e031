package training

import (
	"math"
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

// A Model is a network in floating point, for training.
type Model struct {
	Own     []vector                        // by row: the row's own weights, without those of its parts and chances
	Parts   [boards * boardParts]vector     // weights of the parts of each board's patterns
	Chances [boards][chanceParts]vector     // weights of the chances of each board's patterns
	Forced  [2][network.AnyBoard + 1]vector // weights for the forced board, as seen by the side to move and by its opponent
	Bias    vector
	Heads   [network.Heads]head
}

// A head has the output weights: for the lanes of the side to move, then for those of its opponent.
type head struct {
	Lanes [2]vector
	Base  vector // only the first element is used
}

// newModel returns an untrained model.
func newModel(rng *rand.Rand) *Model {
	m := &Model{Own: make([]vector, rowCount)}
	for i := range m.Parts {
		for l := range m.Parts[i] {
			m.Parts[i][l] = 0.02 * float32(rng.NormFloat64())
		}
	}
	for l := range m.Bias {
		m.Bias[l] = 0.3
	}
	for h := range m.Heads {
		for side := range 2 {
			for l := range lanes {
				m.Heads[h].Lanes[side][l] = 0.1 * float32(rng.NormFloat64())
			}
		}
	}
	m.beginWithLines()
	return m
}

// row returns row r of the first layer: its own weights, plus the weights of its parts (see
// cellParts) and of its chances (see chancesOf).
func (m *Model) row(r row) vector {
	v := m.Own[r]
	if p := r.pattern(); p < network.WonPattern {
		base := r.board() * boardParts
		for _, part := range partsOf[p] {
			v.add(&m.Parts[base+int(part)])
		}
		for i, times := range chancesOf[p] {
			v.addTimes(&m.Chances[r.board()][i], times)
		}
	}
	return v
}

// beginWithLines initialises the first lanes (neurons), one for each line of local boards and each side, with an obvious
// feature: how near the side is to that line.
func (m *Model) beginWithLines() {
	const lines = len(network.Lines)
	for i, line := range network.Lines {
		for side, lane := range [2]int{i, lines + i} {
			m.Bias[lane] = 1
			for _, board := range line {
				m.Chances[board][2+side][lane] = 0.31
				m.Own[rowOf(int(board), network.WonPattern+network.Pattern(1-side))][lane] = -1.5
				m.Own[rowOf(int(board), network.DeadPattern)][lane] = -1.5
			}
			for h := range m.Heads {
				sign := float32(1 - 2*side)
				m.Heads[h].Lanes[0][lane] = 2 * sign
				m.Heads[h].Lanes[1][lane] = -2 * sign
			}
		}
	}
}

// Quantize returns the model in integers, as the search uses it. It returns an error if weights
// have become too large for their integer types.
func (m *Model) Quantize() (*network.Weights, error) {
	w := network.NewWeights()
	for board := range boards {
		for p := range network.Patterns {
			*w.Row(board, p) = rounded(m.row(rowOf(board, p)))
		}
	}
	for view := range m.Forced {
		for i, v := range m.Forced[view] {
			w.Forced[view][i] = rounded(v)
		}
	}
	w.Bias = rounded(m.Bias)
	for i := range m.Heads {
		h := &w.Heads[i]
		for side, weights := range m.Heads[i].Lanes {
			for l, v := range weights {
				h.Lanes[side*lanes+l] = whole(v, network.HeadUnit)
			}
		}
		h.Base = int32(math.Round(float64(m.Heads[i].Base[0]) * network.ValueUnit))
	}
	return w, w.Check()
}

// modelOf returns a model that quantizes to w. Its rows have only their own weights; the weights of parts and chances
// are zero.
func modelOf(w *network.Weights) *Model {
	m := &Model{Own: make([]vector, rowCount)}
	for board := range boards {
		for p := range network.Patterns {
			m.Own[rowOf(board, p)] = exactly(w.Row(board, p))
		}
	}
	for view := range w.Forced {
		for i := range w.Forced[view] {
			m.Forced[view][i] = exactly(&w.Forced[view][i])
		}
	}
	m.Bias = exactly(&w.Bias)
	for i, h := range w.Heads {
		for l, v := range h.Lanes {
			m.Heads[i].Lanes[l/lanes][l%lanes] = float32(v) / network.HeadUnit
		}
		m.Heads[i].Base[0] = float32(h.Base) / network.ValueUnit
	}
	return m
}

func exactly(r *network.Row) (v vector) {
	for l, x := range r {
		v[l] = float32(x) / network.Full
	}
	return v
}

func rounded(v vector) (r network.Row) {
	for l, x := range v {
		r[l] = whole(x, network.Full)
	}
	return r
}

// whole returns x in units of 1/unit, rounded and limited to 16 bits.
func whole(x float32, unit float64) int16 {
	return int16(math.Round(min(max(float64(x)*unit, math.MinInt16), math.MaxInt16)))
}
