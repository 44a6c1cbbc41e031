package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"noughts/game/ai/uttt"
)

// The widths of the layers of the encoder, which computes the code of a pattern from its parts and chances.
const (
	width1 = 128
	width2 = 64
	width3 = uttt.CodeSize
	lanes  = uttt.Lanes
)

// boards counts the nine local boards, and the forced board as the side to move and as the opponent see it.
const boards = uttt.ForcedBoard + 2

type model struct {
	Epoch, Steps int // what is done

	Parts, Chances matrix // the encoder's first layer
	Layer2, Bias2  matrix
	Layer3, Bias3  matrix
	Direct         matrix             // from the chances to the code
	Project        [boards]matrix     // from a pattern's code to the board's row
	States         [boards]matrix     // what is added to the row of an open board, and the rows of closed ones; see stateOf
	Forced         [2]matrix          // by number, the rows of the forced board, as seen by the side to move and by its opponent
	Heads          [uttt.Heads]matrix // weights of the lanes of the side to move, of those of its opponent, and a bias
}

// stateOf returns the row of a pattern in model.States: 0 for an open board.
func stateOf(p uttt.Pattern) int { return max(int(p)-int(uttt.WonPattern)+1, 0) }

func newModel() *model {
	rng := rand.New(rand.NewPCG(0, 0))
	m := &model{
		Parts:   newMatrix(boardParts, width1, math.Sqrt(1.0/patternSum), rng),
		Chances: newMatrix(chanceParts, width1, 0.3, rng),
		Layer2:  newMatrix(width1, width2, math.Sqrt(2.0/width1), rng),
		Bias2:   newMatrix(1, width2, 0, rng),
		Layer3:  newMatrix(width2, width3, math.Sqrt(2.0/width2), rng),
		Bias3:   newMatrix(1, width3, 0, rng),
		Direct:  newMatrix(chanceParts, width3, 0, rng),
	}
	for i := range boards {
		m.Project[i] = newMatrix(width3, lanes, 0.1/math.Sqrt(width3), rng)
		m.States[i] = newMatrix(stateOf(uttt.Patterns), lanes, 0.1, rng)
		clear(m.States[i].row(0))
	}
	for i := range m.Forced {
		m.Forced[i] = newMatrix(uttt.AnyBoard+1, lanes, 0, rng)
	}
	for i := range m.Heads {
		m.Heads[i] = newMatrix(1, 2*lanes+1, 0.1, rng)
		m.Heads[i].Weights[2*lanes] = 0
	}
	m.beginWithLines()
	return m
}

// beginWithLines initializes the first lanes (neurons), one for each line of local boards and each side, with an obvious
// feature: how near the side is to that line. The first numbers of a code are the logarithms of the chances to win the
// board, one for each side. All other lanes begin in the middle of their range.
func (m *model) beginWithLines() {
	const lines = len(uttt.BoardLines)
	for _, forced := range m.Forced {
		for i := range forced.Weights {
			forced.Weights[i] = 0.5
			if i%lanes < 2*lines {
				forced.Weights[i] = 1
			}
		}
	}
	for side := range 2 {
		for k := range width2 {
			m.Layer3.row(k)[side] = 0
		}
		m.Direct.row(2 + side)[side] = 1
	}
	for i, line := range uttt.BoardLines {
		for side, lane := range [2]int{i, lines + i} {
			for _, board := range line {
				m.Project[board].row(side)[lane] = 0.31
				m.States[board].row(2 - side)[lane] = -1.5 // won by the other side
				m.States[board].row(3)[lane] = -1.5
			}
			for _, head := range m.Heads {
				sign := float32(1 - 2*side)
				head.Weights[lane], head.Weights[lanes+lane] = 2*sign, -2*sign
			}
		}
	}
}

func (m *model) matrices() []*matrix {
	all := []*matrix{&m.Parts, &m.Chances, &m.Layer2, &m.Bias2, &m.Layer3, &m.Bias3, &m.Direct}
	for i := range boards {
		all = append(all, &m.Project[i], &m.States[i])
	}
	for i := range m.Forced {
		all = append(all, &m.Forced[i])
	}
	for i := range m.Heads {
		all = append(all, &m.Heads[i])
	}
	return all
}

func (m *model) encode(p uttt.Pattern, layer1, layer2, code []float32) {
	clear(layer1)
	for _, part := range partsOf[p] {
		add(layer1, m.Parts.row(part))
	}
	m.Chances.multiply(chancesOf[p][:], layer1)
	rectify(layer1)
	copy(layer2, m.Bias2.Weights)
	m.Layer2.multiply(layer1, layer2)
	rectify(layer2)
	copy(code, m.Bias3.Weights)
	m.Layer3.multiply(layer2, code)
	m.Direct.multiply(chancesOf[p][:], code)
}

func rectify(v []float32) {
	for i, x := range v {
		v[i] = max(x, 0)
	}
}

func (m *model) row(board int, p uttt.Pattern, code, to []float32) {
	copy(to, m.States[board].row(stateOf(p)))
	if p < uttt.WonPattern {
		m.Project[board].multiply(code, to)
	}
}

// codeStep is the length of the change that one unit of a code's number makes in a pattern's rows of all boards. What
// rounding the codes adds to the error of the rows is small (0.04) beside what rounding the rows does (0.3).
const codeStep = 0.5

// quantize returns the model in integers, as the search uses it, unless numbers or sums could overflow.
func (m *model) quantize() (*uttt.Factors, error) {
	whole := func(x float32, unit, most float64) float64 { return min(max(math.Round(float64(x)*unit), -most), most) }
	round := func(to []int16, from []float32, unit float64) {
		for i := range to {
			to[i] = int16(whole(from[i], unit, math.MaxInt16))
		}
	}
	f := new(uttt.Factors)
	units := m.codeUnits()
	layer1, layer2, code := make([]float32, width1), make([]float32, width2), make([]float32, width3)
	for i, pattern := range uttt.OpenPatterns {
		m.encode(pattern, layer1, layer2, code)
		for k, x := range code {
			v := whole(x, units[k], math.MaxInt32)
			if math.Abs(v) > math.MaxInt16 {
				return nil, fmt.Errorf("number %d of a code is %.0f units", k, v)
			}
			f.Codes[i][k] = int16(v)
		}
	}
	for board := range boards {
		for l, x := range m.States[board].row(0) {
			f.Open[board][l] = int32(whole(x, uttt.Full*uttt.FactorUnit, math.MaxInt32))
			for k, unit := range units {
				f.Matrices[board][l][k] = int16(whole(m.Project[board].row(k)[l], uttt.Full*uttt.FactorUnit/unit, math.MaxInt16))
			}
		}
		for i := range f.Closed[board] {
			round(f.Closed[board][i][:], m.States[board].row(1+i), uttt.Full)
		}
	}
	for view := range m.Forced {
		for i := range f.Forced[view] {
			round(f.Forced[view][i][:], m.Forced[view].row(i), uttt.Full)
		}
	}
	for i := range m.Heads {
		weights := m.Heads[i].Weights
		round(f.Heads[i].Lanes[:], weights, uttt.HeadUnit)
		f.Heads[i].Base = int32(whole(weights[2*lanes], uttt.ValueUnit, math.MaxInt32))
	}
	_, err := f.Weights()
	return f, err
}

// codeUnits returns, for each number of a code, the integer that stands for 1; see codeStep.
func (m *model) codeUnits() (units [width3]float64) {
	for k := range units {
		sum := 0.0
		for board := range boards {
			for _, x := range m.Project[board].row(k) {
				sum += float64(x) * float64(x)
			}
		}
		units[k] = max(1, uttt.Full*math.Sqrt(sum)/codeStep)
	}
	return units
}
