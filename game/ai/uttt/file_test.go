package uttt

import (
	"bytes"
	"compress/gzip"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// someFactors returns random factors, small enough that no sum overflows.
func someFactors() *Factors {
	rng := rand.New(rand.NewPCG(5, 0))
	f := new(Factors)
	for i := range f.Codes {
		for k := range CodeSize {
			f.Codes[i][k] = int16(rng.IntN(10001) - 5000)
		}
	}
	for board := range rowBoards {
		for l := range Lanes {
			for k := range CodeSize {
				f.Matrices[board][l][k] = int16(rng.IntN(601) - 300)
			}
			f.Open[board][l] = int32(rng.IntN(400*FactorUnit) - 200*FactorUnit)
			for i := range closedPatterns {
				f.Closed[board][i][l] = int16(rng.IntN(601) - 300)
			}
		}
	}
	f.Forced, f.Heads = someWeights().Forced, someWeights().Heads
	return f
}

// The rows read from a file are the products of the factors, rounded, and then corrected.
func TestFilesKeepWeights(t *testing.T) {
	t.Parallel()
	f := someFactors()
	f.Corrections = []byte{3 << 1, 0<<1 | 1, 127 << 1, 127<<1 | 1, 126 << 1} // the numbers 3, 4 and 5+127+127+126
	changes := map[int]int16{3: 1, 4: -1, 385: 1}
	w, err := DecodeWeights(f.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if w.Forced != f.Forced || w.Heads != f.Heads {
		t.Error("other forced boards or heads were read than written")
	}
	for at := range Lanes * len(w.rows) {
		board, pattern, l := at/Lanes/patternCount, at/Lanes%patternCount, at%Lanes
		var want int16
		if closed := pattern - len(f.Codes); closed >= 0 {
			want = f.Closed[board][closed][l]
		} else {
			sum := float64(f.Open[board][l]) / FactorUnit
			for k, v := range f.Codes[pattern] {
				sum += float64(v) * float64(f.Matrices[board][l][k]) / FactorUnit
			}
			want = int16(math.Floor(sum+0.5)) + changes[at]
		}
		if got := w.rows[at/Lanes][l]; got != want {
			t.Fatalf("board %d, pattern %d, lane %d: read %d, want %d", board, pattern, l, got, want)
		}
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	t.Parallel()
	for name, file := range map[string][]byte{
		"empty":          nil,
		"not compressed": []byte(weightsHeader),
		"half":           weightsFile[:len(weightsFile)/2],
		"one byte more":  append(bytes.Clone(weightsFile), 0),
		"checksum":       flipBit(weightsFile, len(weightsFile)-5),
		"another header": compressed(t, []byte("X"+weightsHeader[1:])),
		"no codes":       compressed(t, []byte(weightsHeader)),
		"one row more":   append(bytes.Clone(weightsFile), compressed(t, bytes.Repeat([]byte{127 << 1}, rowBoards*patternCount*Lanes/127+1), []byte{0})...),
	} {
		if _, err := DecodeWeights(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// flipBit returns the file with one bit of a byte changed.
func flipBit(file []byte, at int) []byte {
	file = bytes.Clone(file)
	file[at] ^= 1
	return file
}

func compressed(t *testing.T, content ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(slices.Concat(content...)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWeightsThatOverflowAreRefused(t *testing.T) {
	t.Parallel()
	large := Code(slices.Repeat([]int16{math.MaxInt16}, CodeSize))
	for name, change := range map[string]func(*Factors){
		"head":     func(f *Factors) { f.Heads[2].Lanes = [2 * Lanes]int16(slices.Repeat([]int16{math.MinInt16}, 2*Lanes)) },
		"lane":     func(f *Factors) { f.Closed[2][0][3] = math.MinInt16 },
		"code":     func(f *Factors) { f.Codes[7], f.Matrices[3][4] = large, large },
		"negative": func(f *Factors) { f.Open[8][5] = math.MinInt32 },
	} {
		f := someFactors()
		change(f)
		if _, err := DecodeWeights(f.Encode()); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzDecode checks that Decode refuses all inputs. It assumes that no input happens to be a valid
// file.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte(weightsHeader))
	f.Add(weightsFile[:1000])
	f.Fuzz(func(t *testing.T, b []byte) {
		// Decode the bytes as a file, and as the content of a file before compression.
		for _, file := range [][]byte{b, compressed(t, b)} {
			if _, err := DecodeWeights(file); err == nil {
				t.Error("no error")
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
