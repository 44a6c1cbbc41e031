package network

import (
	"errors"
	"fmt"
	"math"
)

// A Usage says what matters most when weights are packed.
type Usage struct {
	rows  [boards * patternCount]float64
	Lanes [Lanes]float64 // by how much the value changes with each lane, in any unit
}

// Count adds a position in which a local board, or the ForcedBoard or the one
// after it, has a pattern.
func (u *Usage) Count(board int, p Pattern) { u.rows[board*patternCount+int(compact[p])]++ }

// often returns how often a row of an open board was counted; what never was
// counts for a little.
func (u *Usage) often(board, i int) float64 { return u.rows[board*patternCount+i] + 0.5 }

// ErrTooLarge is wrapped by Pack's error for a size that nothing fits into.
var ErrTooLarge = errors.New("network: weights do not fit")

// Finenesses that are tried: 2 to the power of these. At 1 the steps of the lane
// and the row that count most are a unit long.
const (
	coarsestTried = -4.0
	finestTried   = 8.0
	bisections    = 10
)

// Pack returns weights as a file of at most so many bytes, which Decode reads as
// nearly the same weights: the steps by which rows of open boards are rounded
// are as fine as the size allows, finer the more a row is used and the more a
// lane counts. To minimise the mean square of what rounding changes, steps are
// made inversely proportional to the lane's weight and to the square root of the
// row's use, as high-resolution quantisation theory has it (Gersho and Gray,
// "Vector Quantization and Signal Compression", 1992).
func (w *Weights) Pack(u *Usage, size int) ([]byte, error) {
	p := newPacked(w)
	sums := make([][Lanes]int32, 0, openRows)
	for board := range boards {
		p.parts[board] = w.fitParts(board, u)
		for _, m := range makeups() {
			sums = append(sums, m.sum(&p.parts[board]))
		}
	}
	low, high := coarsestTried, finestTried
	p.round(sums, u, math.Exp2(low))
	file := p.encode()
	if len(file) > size {
		return nil, fmt.Errorf("%w into %d bytes", ErrTooLarge, size)
	}
	for range bisections {
		middle := (low + high) / 2
		p.round(sums, u, math.Exp2(middle))
		if b := p.encode(); len(b) <= size {
			file, low = b, middle
		} else {
			high = middle
		}
	}
	_, err := Decode(file) // rounding may have brought a sum near to overflow over the edge
	return file, err
}

// round sets steps, and distances from sums of parts, for a fineness.
func (p *packed) round(sums [][Lanes]int32, u *Usage, fineness float64) {
	var heaviest, oftenest float64
	for _, v := range u.Lanes {
		heaviest = max(heaviest, v)
	}
	for board := range boards {
		for i := range openCount {
			oftenest = max(oftenest, u.often(board, i))
		}
	}
	for l, v := range u.Lanes {
		share := 1.0
		if heaviest > 0 {
			share = max(v/heaviest, 1e-3)
		}
		p.steps[l] = uint16(min(max(stepUnit/(fineness*share), 1), math.MaxUint16))
	}
	for board := range boards {
		for i := range openCount {
			coarse := min(math.Round(math.Log2(oftenest/u.often(board, i))/2), coarsest)
			p.roundRow(board, i, &sums[board*openCount+i], uint8(coarse))
		}
	}
}

// roundRow sets the distances of a row from a sum. Steps are made coarser than
// they should be where they are too many.
func (p *packed) roundRow(board, i int, sum *[Lanes]int32, coarse uint8) {
	row, to := &p.rest.rows[board*patternCount+i], board*openCount+i
	for ; ; coarse++ {
		p.coarse[to] = coarse
		fits := true
		for l, v := range row {
			steps := nearest(int32(v)-sum[l], p.step(l, coarse))
			fits = fits && steps == int32(int8(steps))
			p.distance[to][l] = int8(steps)
		}
		if fits || coarse == coarsest {
			return
		}
	}
}

// nearest returns how many steps come nearest to a distance, or rather the next
// smaller number when the distance is almost half way between: smaller numbers
// take fewer bits.
func nearest(distance, step int32) int32 {
	if distance < 0 {
		return -nearest(-distance, step)
	}
	return (distance*16/step + 7) / 16
}

// fitParts returns what the parts of a board's patterns are worth so that their
// sums come as near to the rows as they can, by least squares.
func (w *Weights) fitParts(board int, u *Usage) (parts [partCount]Row) {
	e := newEquations(partCount, Lanes)
	for i, m := range makeups() {
		var terms [len(Lines) + ChanceParts]term
		for k, state := range m.lines {
			terms[k] = term{k*27 + int(state), 1}
		}
		for k, chance := range m.chances {
			terms[len(Lines)+k] = term{lineParts + k, float64(chance) / chanceUnit}
		}
		e.add(terms[:], w.rows[board*patternCount+i][:], u.often(board, i))
	}
	for k, values := range e.solve() {
		for l, v := range values {
			parts[k][l] = clip(int32(math.Round(min(max(v*partUnit, math.MinInt16), math.MaxInt16))))
		}
	}
	return parts
}
