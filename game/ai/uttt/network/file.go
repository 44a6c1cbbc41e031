package network

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// magic begins an exact file of weights; its last byte is the format's version. The
// shape and the checksum of the numbers follow, then the numbers themselves,
// little-endian: rows board by board, forced boards, bias, heads.
const magic = "UTTTnet\x02"

const headerSize = len(magic) + 4 + 4

// fileSize is the size of an exact file of weights.
const fileSize = headerSize + 2*Lanes*(boards*patternCount+2*(AnyBoard+1)+1) + Heads*(2*2*Lanes+4)

// shape tells networks apart that this package cannot read.
const shape = uint32(Lanes)<<16 | Heads

// ErrDamaged is wrapped by the error for a file that holds no weights.
var ErrDamaged = errors.New("network: not a file of weights")

// Encode returns the weights as an exact file. Pack makes a much smaller one of
// nearly the same weights.
func (w *Weights) Encode() []byte {
	b := append(make([]byte, 0, fileSize), magic...)
	b = binary.LittleEndian.AppendUint32(b, shape)
	b = binary.LittleEndian.AppendUint32(b, 0)
	for row := range w.each {
		for _, v := range row {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	}
	for _, h := range w.Heads {
		b = binary.LittleEndian.AppendUint32(b, uint32(h.Base))
	}
	binary.LittleEndian.PutUint32(b[headerSize-4:], crc32.ChecksumIEEE(b[headerSize:]))
	return b
}

// Decode reads a file of weights, exact or packed. Its errors wrap ErrDamaged.
func Decode(b []byte) (*Weights, error) {
	if !bytes.HasPrefix(b, []byte(packedMagic)) {
		return decodeExact(b)
	}
	p, err := decodePacked(b)
	if err != nil {
		return nil, err
	}
	w := p.weights()
	return w, w.Check()
}

func decodeExact(b []byte) (*Weights, error) {
	switch {
	case len(b) < headerSize || string(b[:len(magic)]) != magic:
		return nil, fmt.Errorf("%w: it does not begin as one of this version", ErrDamaged)
	case binary.LittleEndian.Uint32(b[len(magic):]) != shape || len(b) != fileSize:
		return nil, fmt.Errorf("%w: of another shape", ErrDamaged)
	case binary.LittleEndian.Uint32(b[headerSize-4:]) != crc32.ChecksumIEEE(b[headerSize:]):
		return nil, fmt.Errorf("%w: wrong checksum", ErrDamaged)
	}
	w := NewWeights()
	b = b[headerSize:]
	for row := range w.each {
		for i := range row {
			row[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
		}
		b = b[2*len(row):]
	}
	for i := range w.Heads {
		w.Heads[i].Base = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return w, w.Check()
}

// each yields all runs of 16-bit weights, in the order of the file.
func (w *Weights) each(yield func([]int16) bool) {
	for i := range w.rows {
		if !yield(w.rows[i][:]) {
			return
		}
	}
	w.eachButRows(yield)
}

// eachButRows yields the runs that follow those of the rows.
func (w *Weights) eachButRows(yield func([]int16) bool) {
	for view := range w.Forced {
		for i := range w.Forced[view] {
			if !yield(w.Forced[view][i][:]) {
				return
			}
		}
	}
	if !yield(w.Bias[:]) {
		return
	}
	for i := range w.Heads {
		if !yield(w.Heads[i].Lanes[:]) {
			return
		}
	}
}

// Check returns an error if a position could make a sum overflow.
func (w *Weights) Check() error {
	for lane := range Lanes {
		if most := w.mostIn(lane); most > math.MaxInt16 {
			return fmt.Errorf("%w: lane %d may reach %d", ErrDamaged, lane, most)
		}
	}
	for i, h := range w.Heads {
		most := max(int64(h.Base), -int64(h.Base))
		for _, v := range h.Lanes {
			most += seenFull * max(int64(v), -int64(v))
		}
		if most > math.MaxInt32 {
			return fmt.Errorf("%w: head %d may reach %d", ErrDamaged, i, most)
		}
	}
	return nil
}

// mostIn returns a bound of what a lane's sum can be, whichever way it is made.
func (w *Weights) mostIn(lane int) int {
	most := magnitude(w.Bias[lane])
	for board := range boards {
		most += mostOf(w.rows[board*patternCount:][:patternCount], lane)
	}
	return most + max(mostOf(w.Forced[0][:], lane), mostOf(w.Forced[1][:], lane))
}

func mostOf(rows []Row, lane int) (most int) {
	for i := range rows {
		most = max(most, magnitude(rows[i][lane]))
	}
	return most
}

func magnitude(v int16) int { return max(int(v), -int(v)) }
