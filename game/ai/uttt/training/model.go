package training

import (
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

// A Model is a network in floating point, as it is trained.
type Model struct {
	Own     []vector                        // of rows, by number
	Parts   [boards * boardParts]vector     // of the parts of each board's patterns
	Chances [boards][chanceParts]vector     // of the chances of each board's patterns
	Forced  [2][network.AnyBoard + 1]vector // seen by the side to move, and by its opponent
	Bias    vector
	Heads   [network.Heads]head
}

// A head turns what the lanes see, the side to move's first, into a value.
type head struct {
	Lanes [2]vector
	Base  vector // only its first number counts
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

// row returns the sum of a row's own weights and those of its parts.
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

// beginWithLines makes the first lanes what every player of the game looks at:
// how near each side is to each line of local boards.
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
