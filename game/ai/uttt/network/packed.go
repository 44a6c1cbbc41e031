package network

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// packedMagic begins a packed file of weights; its last byte is the format's
// version. The shape and the checksum of the rest follow. The rest, compressed
// as DEFLATE, is: the rows of closed boards and all weights that are not rows,
// exactly; the lanes' steps; what parts are worth, all low bytes before all high
// ones; how coarse each row is; and each row's distance from the sum of its
// parts, in steps, first of all rows of the finest kind, lane by lane, the lanes
// with the smallest steps first.
const packedMagic = "UTTTnet\x03"

const (
	openRows   = boards * openCount
	exactSize  = 2*Lanes*(boards*(patternCount-openCount)+2*(AnyBoard+1)+1) + Heads*(2*2*Lanes+4)
	partsSize  = 2 * boards * partCount * Lanes
	packedSize = exactSize + 2*Lanes + partsSize + openRows + openRows*Lanes
)

// stepUnit is the number of steps' units in a unit of weights.
const stepUnit = 1024

// coarsest is how often a step can be doubled.
const coarsest = 15

// A packed network holds the rows of open boards as their distance from what
// their parts are worth together.
type packed struct {
	rest     *Weights // of which the rows of open boards do not count
	steps    [Lanes]uint16
	parts    [boards][partCount]Row
	coarse   []uint8 // of each row of an open board: how often its steps are doubled
	distance [][Lanes]int8
}

func newPacked(rest *Weights) *packed {
	return &packed{rest: rest, coarse: make([]uint8, openRows), distance: make([][Lanes]int8, openRows)}
}

// step returns the distance that one stands for in a lane of a row.
func (p *packed) step(lane int, coarse uint8) int32 {
	return max(int32(p.steps[lane])<<coarse/stepUnit, 1)
}

// weights returns the weights that are packed.
func (p *packed) weights() *Weights {
	var steps [coarsest + 1][Lanes]int32
	for coarse := range steps {
		for l := range Lanes {
			steps[coarse][l] = p.step(l, uint8(coarse))
		}
	}
	w := *p.rest
	for board := range boards {
		for i, m := range makeups() {
			row, step := &w.rows[board*patternCount+i], &steps[p.coarse[board*openCount+i]]
			distance := &p.distance[board*openCount+i]
			for l, v := range m.sum(&p.parts[board]) {
				row[l] = clip(v + int32(distance[l])*step[l])
			}
		}
	}
	return &w
}

func clip(v int32) int16 { return int16(min(max(v, math.MinInt16), math.MaxInt16)) }

// encode returns the packed network as a file.
func (p *packed) encode() []byte {
	body := make([]byte, 0, packedSize)
	for run := range p.exactly {
		for _, v := range run {
			body = binary.LittleEndian.AppendUint16(body, uint16(v))
		}
	}
	for _, h := range p.rest.Heads {
		body = binary.LittleEndian.AppendUint32(body, uint32(h.Base))
	}
	for _, v := range p.steps {
		body = binary.LittleEndian.AppendUint16(body, v)
	}
	for _, shift := range [2]int{0, 8} {
		for part := range p.eachPart {
			for _, v := range part {
				body = append(body, uint8(v>>shift))
			}
		}
	}
	body = append(body, p.coarse...)
	lanes := p.finestLanes()
	for _, rows := range p.kinds() {
		for _, l := range lanes {
			for _, row := range rows {
				body = append(body, uint8(p.distance[row][l]))
			}
		}
	}
	return seal(body)
}

// seal compresses what a file holds and puts the header before it.
func seal(body []byte) []byte {
	var b bytes.Buffer
	b.WriteString(packedMagic)
	b.Write(make([]byte, headerSize-len(packedMagic)))
	z, err := flate.NewWriter(&b, flate.HuffmanOnly) // looking for repetitions gains 2 %, and takes seconds
	if err == nil {
		_, err = z.Write(body)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err) // the level exists, and memory takes all
	}
	file := b.Bytes()
	binary.LittleEndian.PutUint32(file[len(packedMagic):], shape)
	binary.LittleEndian.PutUint32(file[headerSize-4:], crc32.ChecksumIEEE(file[headerSize:]))
	return file
}

// open returns what a file holds, without the header and not compressed.
func open(file []byte) ([]byte, error) {
	switch {
	case len(file) < headerSize || string(file[:len(packedMagic)]) != packedMagic:
		return nil, fmt.Errorf("%w: it does not begin as one of this version", ErrDamaged)
	case binary.LittleEndian.Uint32(file[len(packedMagic):]) != shape:
		return nil, fmt.Errorf("%w: of another shape", ErrDamaged)
	case binary.LittleEndian.Uint32(file[headerSize-4:]) != crc32.ChecksumIEEE(file[headerSize:]):
		return nil, fmt.Errorf("%w: wrong checksum", ErrDamaged)
	}
	body := make([]byte, packedSize)
	rest := bytes.NewReader(file[headerSize:])
	z := flate.NewReader(rest)
	if _, err := io.ReadFull(z, body); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if n, err := z.Read(make([]byte, 1)); n != 0 || err != io.EOF || rest.Len() != 0 {
		return nil, fmt.Errorf("%w: more than a network", ErrDamaged)
	}
	return body, nil
}

// decodePacked reads a packed file. Its errors wrap ErrDamaged.
func decodePacked(file []byte) (*packed, error) {
	body, err := open(file)
	if err != nil {
		return nil, err
	}
	p := newPacked(NewWeights())
	for run := range p.exactly {
		for i := range run {
			run[i] = int16(binary.LittleEndian.Uint16(body[2*i:]))
		}
		body = body[2*len(run):]
	}
	for i := range p.rest.Heads {
		p.rest.Heads[i].Base = int32(binary.LittleEndian.Uint32(body))
		body = body[4:]
	}
	for l := range p.steps {
		p.steps[l] = binary.LittleEndian.Uint16(body)
		body = body[2:]
	}
	low, high := body[:partsSize/2], body[partsSize/2:partsSize]
	for part := range p.eachPart {
		for l := range part {
			part[l] = int16(low[l]) | int16(high[l])<<8
		}
		low, high = low[Lanes:], high[Lanes:]
	}
	body = body[partsSize:]
	body = body[copy(p.coarse, body):]
	for _, c := range p.coarse {
		if c > coarsest {
			return nil, fmt.Errorf("%w: steps doubled %d times", ErrDamaged, c)
		}
	}
	p.readDistances(body)
	return p, nil
}

func (p *packed) readDistances(body []byte) {
	lanes := p.finestLanes()
	for _, rows := range p.kinds() {
		for _, l := range lanes {
			for i, row := range rows {
				p.distance[row][l] = int8(body[i])
			}
			body = body[len(rows):]
		}
	}
}

// kinds returns the rows of open boards that are as coarse as each other, the
// finest first.
func (p *packed) kinds() (kinds [coarsest + 1][]int32) {
	for row, coarse := range p.coarse {
		kinds[coarse] = append(kinds[coarse], int32(row))
	}
	return kinds
}

// finestLanes returns the lanes, those with the smallest steps first: numbers
// that are alike in size share a code.
func (p *packed) finestLanes() (lanes [Lanes]int) {
	for l := range lanes {
		lanes[l] = l
	}
	slices.SortStableFunc(lanes[:], func(a, b int) int { return cmp.Compare(p.steps[a], p.steps[b]) })
	return lanes
}

// exactly yields the runs of 16-bit numbers that are kept as they are.
func (p *packed) exactly(yield func([]int16) bool) {
	for board := range boards {
		for i := openCount; i < patternCount; i++ {
			if !yield(p.rest.rows[board*patternCount+i][:]) {
				return
			}
		}
	}
	p.rest.eachButRows(yield)
}

// eachPart yields what each part is worth.
func (p *packed) eachPart(yield func(*Row) bool) {
	for board := range p.parts {
		for i := range p.parts[board] {
			if !yield(&p.parts[board][i]) {
				return
			}
		}
	}
}
