package uttt

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

// weightsHeader is the first line of a file of weights. Files of other versions or shapes have another one.
var weightsHeader = fmt.Sprintf("Noughts network 5: %d codes of %d numbers, %d boards of %d lanes, %d heads\n",
	len(OpenPatterns), CodeSize, rowBoards, Lanes, Heads)

// Factors are the weights as a file has them, which is a tenth of the size. The row of an open board is a product: of the
// pattern's code, which is the same on all boards, and of the board's matrix.
type Factors struct {
	Codes    [len(OpenPatterns)]Code
	Matrices [rowBoards][Lanes]Code  // for each lane, the weights of the code's numbers, in units of 1/FactorUnit
	Open     [rowBoards][Lanes]int32 // what is added to the product, in the same units
	Closed   [rowBoards][closedPatterns]Row
	Forced   [2][AnyBoard + 1]Row
	Heads    [Heads]Head

	// Corrections change numbers of the rows by one, so that rows can be kept that no product makes exactly. Training
	// needs none. Each byte skips as many numbers as its upper seven bits say. If these are fewer than 127, it adds 1 to
	// the number that follows, or takes 1 away if the byte is odd.
	Corrections []byte
}

// A Code describes the pattern of an open board.
type Code [CodeSize]int16

// CodeSize is the count of numbers of a code. FactorUnit is the weight of 1 in a matrix.
const (
	CodeSize    = 32
	FactorUnit  = 1 << factorShift
	factorShift = 16
)

// Encode returns the factors as a file, compressed by gzip. It has the header, the lower bytes of the codes, their upper
// bytes, and the other parts. The codes' first numbers come first, then their second ones, because these are alike.
// Other numbers are little-endian, with the same sizes as in memory.
func (f *Factors) Encode() []byte {
	content := []byte(weightsHeader)
	for shift := 0; shift < 16; shift += 8 {
		for k := range CodeSize {
			for i := range f.Codes {
				content = append(content, byte(f.Codes[i][k]>>shift))
			}
		}
	}
	// These calls cannot fail: all parts have a fixed size, and a buffer accepts every write.
	for _, part := range f.rest() {
		content, _ = binary.Append(content, binary.LittleEndian, part)
	}
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	_, _ = z.Write(append(content, f.Corrections...))
	_ = z.Close()
	return file.Bytes()
}

// rest returns the parts that follow the codes in a file, except for the corrections, which reach to its end.
func (f *Factors) rest() []any { return []any{&f.Matrices, &f.Open, &f.Closed, &f.Forced, &f.Heads} }

// DecodeWeights reads the output of Encode.
func DecodeWeights(b []byte) (*Weights, error) {
	from, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	begin := make([]byte, len(weightsHeader))
	if _, err := io.ReadFull(from, begin); err != nil {
		return nil, err
	}
	if string(begin) != weightsHeader {
		return nil, errors.New("network: another version or shape")
	}
	f := new(Factors)
	var column [len(OpenPatterns)]byte
	for shift := 0; shift < 16; shift += 8 {
		for k := range CodeSize {
			if _, err := io.ReadFull(from, column[:]); err != nil {
				return nil, err
			}
			for i, v := range column {
				f.Codes[i][k] |= int16(v) << shift
			}
		}
	}
	for _, part := range f.rest() {
		if err := binary.Read(from, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	if f.Corrections, err = io.ReadAll(from); err != nil { // at the end gzip compares the checksum
		return nil, err
	}
	return f.Weights()
}

// Weights multiplies the factors, with integers, so that all processors get the same rows. Errors: those of Check.
func (f *Factors) Weights() (*Weights, error) {
	w := newWeights()
	w.Forced, w.Heads = f.Forced, f.Heads
	for board := range rowBoards {
		rows := w.rows[board*patternCount:][:patternCount]
		for i := range f.Codes {
			f.multiply(board, &f.Codes[i], &rows[i])
		}
		copy(rows[len(f.Codes):], f.Closed[board][:])
	}
	at := 0
	for _, b := range f.Corrections {
		skip := int(b >> 1)
		at += skip
		if skip == 127 {
			continue
		}
		if at >= Lanes*len(w.rows) {
			return nil, errors.New("network: corrections past the last row")
		}
		w.rows[at/Lanes][at%Lanes] += 1 - 2*int16(b&1)
		at++
	}
	return w, w.Check()
}

func (f *Factors) multiply(board int, code *Code, row *Row) {
	for l := range row {
		sum := int64(f.Open[board][l]) + FactorUnit/2
		matrix := &f.Matrices[board][l]
		for k, v := range code {
			sum += int64(v) * int64(matrix[k])
		}
		row[l] = int16(min(max(sum>>factorShift, -math.MaxInt16), math.MaxInt16)) // see Check about such large ones
	}
}

// Check returns an error if a position could make a sum overflow.
func (w *Weights) Check() error {
	for lane, most := range w.mostInLanes() {
		if most > math.MaxInt16 {
			return fmt.Errorf("network: lane %d may reach %d", lane, most)
		}
	}
	for i, h := range w.Heads {
		most := max(int64(h.Base), -int64(h.Base))
		for _, v := range h.Lanes {
			most += seenFull * max(int64(v), -int64(v))
		}
		if most > math.MaxInt32 {
			return fmt.Errorf("network: head %d may reach %d", i, most)
		}
	}
	return nil
}

// mostInLanes returns the greatest absolute value that each lane's sum can reach, in any order of additions.
func (w *Weights) mostInLanes() (most [Lanes]int) {
	add := func(alternatives ...[]Row) {
		var largest [Lanes]int
		for _, rows := range alternatives {
			for i := range rows {
				for l, v := range rows[i] {
					largest[l] = max(largest[l], int(v), -int(v))
				}
			}
		}
		for l, v := range largest {
			most[l] += v
		}
	}
	for board := range rowBoards {
		add(w.rows[board*patternCount:][:patternCount])
	}
	add(w.Forced[0][:], w.Forced[1][:])
	return most
}

//go:embed default.weights
var weightsFile []byte

// DefaultWeights returns the embedded weights. They are shared: callers must not change them.
var DefaultWeights = sync.OnceValue(func() *Weights {
	w, err := DecodeWeights(weightsFile)
	if err != nil {
		panic(err) // a test checks the file
	}
	return w
})
