package training

import (
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

const lanes = network.Lanes

// A Model is a network in floating point, as it is trained.
type Model struct {
	Own    []vector                        // of rows, by number
	Parts  [9 * boardParts]vector          // of the parts of each board's patterns
	Forced [2][network.AnyBoard + 1]vector // seen by the side to move, and by its opponent
	Bias   vector
	Heads  [network.Heads]Head
}

// A Head turns what the lanes see, the side to move's first, into a value.
type Head struct {
	Lanes [2 * lanes]float32
	Base  [1]float32
}

// NewModel returns an untrained model.
func NewModel(rng *rand.Rand) *Model {
	m := &Model{Own: make([]vector, rowCount)}
	for i := range m.Parts {
		for l := range m.Parts[i] {
			m.Parts[i][l] = 0.05 * float32(rng.NormFloat64())
		}
	}
	for l := range m.Bias {
		m.Bias[l] = 0.3
	}
	for h := range m.Heads {
		for l := range m.Heads[h].Lanes {
			m.Heads[h].Lanes[l] = 0.1 * float32(rng.NormFloat64())
		}
	}
	return m
}

// row returns the sum of a row's own weights and those of its parts.
func (m *Model) row(r row) vector {
	v := m.Own[r]
	if p := r.pattern(); p < network.WonPattern {
		base := r.board() * boardParts
		for _, part := range partsOf[p] {
			v.add(&m.Parts[base+int(part)])
		}
	}
	return v
}
