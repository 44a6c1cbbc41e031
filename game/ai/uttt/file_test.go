package uttt

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
)

func TestFilesKeepWeights(t *testing.T) {
	t.Parallel()
	w := someWeights()
	read, err := DecodeWeights(w.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(read.rows, w.rows) || read.Forced != w.Forced || read.Bias != w.Bias || read.Heads != w.Heads {
		t.Error("the weights read are not those that were written")
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file []byte
		want error
	}{
		"empty":           {nil, io.EOF},
		"not compressed":  {[]byte(weightsHeader), gzip.ErrHeader},
		"half":            {weightsFile[:len(weightsFile)/2], io.ErrUnexpectedEOF},
		"one byte more":   {append(bytes.Clone(weightsFile), 0), io.ErrUnexpectedEOF},
		"checksum":        {flipBit(weightsFile, len(weightsFile)-5), gzip.ErrChecksum},
		"another header":  {compressed(t, []byte("X"+weightsHeader[1:])), errHeader},
		"no rows":         {compressed(t, []byte(weightsHeader)), io.EOF},
		"one weight more": {append(bytes.Clone(weightsFile), compressed(t, []byte{0, 0})...), errLong},
	} {
		if _, err := DecodeWeights(test.file); !errors.Is(err, ErrDamaged) || !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
	}
}

// flipBit returns the file with one bit of a byte changed.
func flipBit(file []byte, at int) []byte {
	file = bytes.Clone(file)
	file[at] ^= 1
	return file
}

func compressed(t *testing.T, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWeightsThatOverflowAreRefused(t *testing.T) {
	t.Parallel()
	lane, head := NewWeights(), NewWeights()
	for board := range 9 {
		lane.Row(board, 1)[3] = -4000
	}
	for l := range head.Heads[2].Lanes {
		head.Heads[2].Lanes[l] = math.MinInt16
	}
	for name, w := range map[string]*Weights{"lane": lane, "head": head} {
		if err := w.Check(); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: error %v, want %v", name, err, ErrDamaged)
		}
	}
	if _, err := DecodeWeights(head.Encode()); !errors.Is(err, ErrDamaged) {
		t.Errorf("as a file: error %v, want %v", err, ErrDamaged)
	}
}

// FuzzDecode checks that Decode refuses all inputs with ErrDamaged. It assumes that no input happens to be a valid
// file.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte(weightsHeader))
	f.Add(weightsFile[:1000])
	f.Fuzz(func(t *testing.T, b []byte) {
		// Decode the bytes as a file, and as the content of a file before compression.
		for _, file := range [][]byte{b, compressed(t, b)} {
			if _, err := DecodeWeights(file); !errors.Is(err, ErrDamaged) {
				t.Errorf("error %v, want %v", err, ErrDamaged)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for b.Loop() {
		if _, err := DecodeWeights(weightsFile); err != nil {
			b.Fatal(err)
		}
	}
}
