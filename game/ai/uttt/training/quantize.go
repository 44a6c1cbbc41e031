package training

import (
	"math"

	"noughts/game/ai/uttt/network"
)

// Quantize returns the model in whole numbers, as the search uses it. It fails
// when the weights have grown beyond what those can hold.
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

// modelOf returns the model that quantizes to w. All that is known of a row is
// in its own weights.
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

// whole returns x in units of 1/unit, as near as 16 bits come.
func whole(x float32, unit float64) int16 {
	return int16(math.Round(min(max(float64(x)*unit, math.MinInt16), math.MaxInt16)))
}
