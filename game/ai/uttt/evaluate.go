package uttt

import (
	"math"
	"math/bits"
)

// steepness converts values to logits: a value of 1000 is one logit, the logarithm of the odds of winning.
const steepness = 1.0 / 1000

func expected(v value) float64 { return 1 / (1 + math.Exp(-steepness*float64(v))) }

// A judge evaluates the positions of a worker's current line by the network. It computes a position's accumulator (the
// sums of the network's first layer) only when needed. It derives the accumulator from that of the nearest earlier
// position that has one.
type judge struct {
	weights *Weights
	sums    [plies]Accumulator
	summed  [plies]bool
}

func (j *judge) begin(b *board) {
	j.weights.Set(&j.sums[0], &b.rows)
	j.summed[0] = true
}

func (w *worker) evaluate(ply int) value {
	known := ply
	for !w.summed[known] {
		known--
	}
	for ; known < ply; known++ {
		i := split[w.last[known+1]].board
		w.weights.Move(&w.sums[known+1], &w.sums[known], i, w.boards[known].rows[i], w.boards[known+1].rows[i])
		w.summed[known+1] = true
	}
	b := &w.boards[ply]
	return value(w.weights.Evaluate(&w.sums[ply], &b.rows, bits.OnesCount16(b.closed), b.forced(), b.side))
}
