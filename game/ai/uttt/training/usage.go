package training

import (
	"math"
	"math/rand/v2"

	"noughts/game/ai/uttt/network"
)

// Usage looks at no more than mostCounted samples for the rows, and at no more
// than mostWeighed for the lanes.
const (
	mostCounted = 1 << 20
	mostWeighed = 1 << 14
)

// mostStray is the number of random moves that lead at most from a sample to
// the position that is looked at: a search judges positions that players would
// not let come about.
const mostStray = 3

// Usage returns what matters to a network: how often each row is used in
// positions near to samples, in all eight forms, and how much each lane changes
// the value. The same samples give the same result.
func (m *Model) Usage(samples []Sample) *network.Usage {
	u := new(network.Usage)
	rng := rand.New(rand.NewPCG(1, 'U'))
	for i := 0; i < len(samples); i += 1 + len(samples)/mostCounted {
		if in, on := stray(samples[i].Input, rng.IntN(mostStray+1), rng); on {
			count(u, in)
		}
	}
	m.weighLanes(u, samples)
	return u
}

// count counts the rows of all eight forms of a position.
func count(u *network.Usage, in network.Input) {
	for symmetry := range symmetries {
		in := turn(in, symmetry)
		for i, p := range in.Boards {
			u.Count(i, p)
			u.Count(i, p.Flip())
		}
		if in.Forced != network.AnyBoard {
			u.Count(network.ForcedBoard, in.Boards[in.Forced])
			u.Count(network.ForcedBoard+1, in.Boards[in.Forced].Flip())
		}
	}
}

// weighLanes sets the lanes' weights to the root mean square of the value's
// slope.
func (m *Model) weighLanes(u *network.Usage, samples []Sample) {
	t := &trainer{model: m, batch: batch{slots: make([]int32, rowCount)}}
	var p pass
	for i := 0; i < len(samples); i += 1 + len(samples)/mostWeighed {
		t.clear()
		t.prepare(&samples[i], i%len(symmetries))
		s := &t.samples[0]
		p.forward(t, s)
		for side := range p.lanes {
			for l, v := range p.lanes[side] {
				if v > 0 && v < 1 {
					slope := float64(2 * v * m.Heads[s.head].Lanes[side][l])
					u.Lanes[l] += slope * slope
				}
			}
		}
	}
	for l, sum := range u.Lanes {
		u.Lanes[l] = math.Sqrt(sum)
	}
}

// stray returns the position after so many random moves; on says whether the
// game goes on.
func stray(in network.Input, moves int, rng *rand.Rand) (out network.Input, on bool) {
	for range moves {
		board, cell := anyMove(&in, rng)
		if board < 0 {
			return in, false
		}
		in = after(&in, board, cell)
		if lost(&in) {
			return in, false
		}
	}
	return in, true
}

// anyMove returns a move at random, or a negative board if there is none.
func anyMove(in *network.Input, rng *rand.Rand) (board, cell int) {
	seen := 0
	board = -1
	for i, p := range in.Boards {
		if p >= network.WonPattern || in.Forced != network.AnyBoard && in.Forced != uint8(i) {
			continue
		}
		for c, mark := range p.Marks() {
			if mark != 0 {
				continue
			}
			if seen++; rng.IntN(seen) == 0 {
				board, cell = i, c
			}
		}
	}
	return board, cell
}

// after returns the position that a move leads to, as the opponent sees it.
func after(in *network.Input, board, cell int) (next network.Input) {
	marks := in.Boards[board].Marks()
	marks[cell] = 1
	for i, p := range in.Boards {
		if i == board {
			p = network.PatternOf(cellsOf(marks, 1), cellsOf(marks, 2))
		}
		next.Boards[i] = p.Flip()
	}
	next.Forced = network.AnyBoard
	if next.Boards[cell] < network.WonPattern {
		next.Forced = uint8(cell)
	}
	return next
}

// lost says whether the opponent of the side to move has three boards in a line.
func lost(in *network.Input) bool {
	var boards uint16
	for i, p := range in.Boards {
		if p == network.LostPattern {
			boards |= 1 << i
		}
	}
	return network.HasLine(boards)
}
