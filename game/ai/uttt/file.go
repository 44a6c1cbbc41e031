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

// weightsHeader is the first line of a file of weights. A file of another version, or of a network with other sizes, has
// another first line.
var weightsHeader = fmt.Sprintf("Noughts network 4: %d rows of %d lanes, %d heads\n", rowBoards*patternCount, Lanes, Heads)

// ErrDamaged is wrapped by the errors about weights that cannot be used.
var ErrDamaged = errors.New("network: corrupt weights")

// Encode returns the weights as a file, compressed by gzip. It has the header, the rows board by
// board, Forced, Bias and Heads. Numbers are little-endian, with the same sizes as in memory.
func (w *Weights) Encode() []byte {
	content := []byte(weightsHeader)
	for i := range w.rows {
		for _, v := range w.rows[i] {
			content = binary.LittleEndian.AppendUint16(content, uint16(v))
		}
	}
	// These calls cannot fail: all parts have a fixed size, the compression level is valid, and a
	// buffer accepts every write.
	for _, part := range w.rest() {
		content, _ = binary.Append(content, binary.LittleEndian, part)
	}
	var file bytes.Buffer
	z, _ := gzip.NewWriterLevel(&file, gzip.HuffmanOnly) // the data has hardly any repetitions
	_, _ = z.Write(content)
	_ = z.Close()
	return file.Bytes()
}

// DecodeWeights reads the output of Encode. Its errors wrap ErrDamaged.
func DecodeWeights(b []byte) (*Weights, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	w, err := readWeights(z)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return w, w.Check()
}

var (
	errHeader = errors.New("another version or shape")
	errLong   = errors.New("trailing data")
)

// readWeights reads the uncompressed content of a file.
func readWeights(from io.Reader) (*Weights, error) {
	begin := make([]byte, len(weightsHeader))
	if _, err := io.ReadFull(from, begin); err != nil {
		return nil, err
	}
	if string(begin) != weightsHeader {
		return nil, errHeader
	}
	w := NewWeights()
	var b [2 * Lanes]byte // one row at a time, so that reading needs little memory besides the weights
	for i := range w.rows {
		if _, err := io.ReadFull(from, b[:]); err != nil {
			return nil, err
		}
		for l := range w.rows[i] {
			w.rows[i][l] = int16(binary.LittleEndian.Uint16(b[2*l:]))
		}
	}
	for _, part := range w.rest() {
		if err := binary.Read(from, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	// Reading to the end makes gzip compare the checksum.
	if n, err := io.ReadFull(from, b[:1]); n > 0 {
		return nil, errLong
	} else if err != io.EOF {
		return nil, err
	}
	return w, nil
}

// rest returns the parts that follow the rows in a file.
func (w *Weights) rest() []any { return []any{&w.Forced, &w.Bias, &w.Heads} }

// Check returns an error that wraps ErrDamaged if a position could make a sum overflow.
func (w *Weights) Check() error {
	for lane, most := range w.mostInLanes() {
		if most > math.MaxInt16 {
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

// mostInLanes returns, for each lane (neuron), the greatest absolute value that its sum can reach, in any order of
// additions.
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
	add([]Row{w.Bias})
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
