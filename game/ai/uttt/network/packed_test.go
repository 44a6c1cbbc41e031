package network

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"noughts/game/ultimate"
)

// somePacked returns a packed network at random, whose sums cannot overflow.
func somePacked(seed uint64) *packed {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := newPacked(someWeights(seed))
	for l := range p.steps {
		p.steps[l] = uint16(rng.IntN(4 * stepUnit))
	}
	for board := range p.parts {
		for i := range p.parts[board] {
			for l := range Lanes {
				p.parts[board][i][l] = int16(rng.IntN(81) - 40)
			}
		}
	}
	for row := range p.coarse {
		p.coarse[row] = uint8(rng.IntN(6))
		for l := range Lanes {
			p.distance[row][l] = int8(rng.IntN(9) - 4)
		}
	}
	return p
}

func TestPackedFilesKeepEverything(t *testing.T) {
	t.Parallel()
	want := somePacked(1)
	file := want.encode()
	got, err := decodePacked(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.encode(), file) {
		t.Error("written again, the file is another one")
	}
	w, err := Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(w, want.weights()) {
		t.Error("the weights are not those that were packed")
	}
	if !reflect.DeepEqual(w.Heads, want.rest.Heads) || *w.Row(3, LostPattern) != *want.rest.Row(3, LostPattern) {
		t.Error("heads, or the row of a closed board, were rounded")
	}
}

// A row is the sum of its parts and its distance, as one would write it down.
func TestRowsAreTheSumOfTheirParts(t *testing.T) {
	t.Parallel()
	p := somePacked(2)
	w := p.weights()
	rng := rand.New(rand.NewPCG(3, 0))
	for range 2000 {
		pattern, board := Pattern(rng.IntN(int(WonPattern))), rng.IntN(boards)
		if !pattern.open() {
			continue
		}
		row := board*openCount + int(compact[pattern])
		marks := pattern.Marks()
		for l := range Lanes {
			sum := 0.0
			for i, line := range Lines {
				state := int(marks[line[0]]) + 3*int(marks[line[1]]) + 9*int(marks[line[2]])
				sum += float64(p.parts[board][27*i+state][l])
			}
			for i, chance := range Chances()[pattern] {
				sum += float64(p.parts[board][lineParts+i][l]) * float64(chance)
			}
			step := math.Floor(max(float64(p.steps[l])*math.Exp2(float64(p.coarse[row]))/stepUnit, 1))
			want := sum/partUnit + step*float64(p.distance[row][l])
			if got := float64(w.Row(board, pattern)[l]); math.Abs(got-want) > 0.6 {
				t.Fatalf("board %d, pattern %d, lane %d: %g, want %g", board, pattern, l, got, want)
			}
		}
	}
}

// trained returns weights as training makes them: rows are the sum of what their
// lines are worth and of a little of their own.
func trained(seed uint64) *Weights {
	w, rng := someWeights(seed), rand.New(rand.NewPCG(seed, 1))
	var lines [lineParts]Row
	for i := range lines {
		for l := range Lanes {
			lines[i][l] = int16(rng.IntN(41) - 20)
		}
	}
	for board := range boards {
		for i, m := range makeups() {
			row := &w.rows[board*patternCount+i]
			for l := range row {
				row[l] /= 20
			}
			for k, state := range m.lines {
				add(row, &lines[27*k+int(state)])
			}
		}
	}
	return w
}

// usageOf counts what random games use.
func usageOf(games int) *Usage {
	u := new(Usage)
	randomGames(games, 4, func(_ int, p ultimate.Position) {
		rows, forced, _ := RowsOf(p)
		for i, r := range rows {
			u.Count(i, Pattern(r))
			u.Count(i, Pattern(r).Flip())
		}
		if forced != AnyBoard {
			u.Count(ForcedBoard, Pattern(rows[forced]))
			u.Count(ForcedBoard+1, Pattern(rows[forced]).Flip())
		}
	})
	for l := range u.Lanes {
		u.Lanes[l] = float64(1 + l%3)
	}
	return u
}

// Packed weights judge nearly as those do that they were made of, and worse the
// smaller the file.
func TestPackedWeightsJudgeAlike(t *testing.T) {
	t.Parallel()
	w, u := trained(5), usageOf(300)
	var before float64
	for _, size := range []int{1_500_000, 900_000} {
		file, err := w.Pack(u, size)
		if err != nil {
			t.Fatal(err)
		}
		if len(file) > size || len(file) < size/2 {
			t.Errorf("%d bytes, want at most %d and not half of it", len(file), size)
		}
		packed, err := Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		change := meanChange(w, packed)
		t.Logf("%d bytes: mean change %.1f", len(file), change)
		if change <= before || change > 200 {
			t.Errorf("%d bytes: mean change %.1f, at the size before %.1f", len(file), change, before)
		}
		before = change
	}
	if _, err := w.Pack(u, 1000); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a thousand bytes: error %v, want %v", err, ErrTooLarge)
	}
}

// meanChange returns by how much two networks differ on random games, in
// thousandths of a logit.
func meanChange(a, b *Weights) float64 {
	sum, count := 0.0, 0.0
	randomGames(20, 6, func(_ int, p ultimate.Position) {
		rows, forced, side := RowsOf(p)
		var acc [2]Accumulator
		a.Set(&acc[0], &rows)
		b.Set(&acc[1], &rows)
		sum += math.Abs(float64(a.Evaluate(&acc[0], &rows, forced, side) - b.Evaluate(&acc[1], &rows, forced, side)))
		count++
	})
	return sum / count
}

func TestDamagedPackedFilesAreRefused(t *testing.T) {
	t.Parallel()
	good := somePacked(8).encode()
	body, err := open(good)
	if err != nil {
		t.Fatal(err)
	}
	wild := bytes.Clone(body)
	wild[exactSize+2*Lanes+partsSize] = coarsest + 1
	files := map[string][]byte{
		"short":           good[:len(good)-1],
		"long":            append(bytes.Clone(good), 0),
		"header only":     good[:headerSize],
		"magic only":      good[:len(packedMagic)],
		"shape":           flip(good, len(packedMagic)),
		"checksum":        flip(good, headerSize-1),
		"first":           flip(good, headerSize),
		"last":            flip(good, len(good)-1),
		"body short":      seal(body[:len(body)-1]),
		"body long":       seal(append(bytes.Clone(body), 0)),
		"steps too large": seal(wild),
		"not compressed":  checksummed(append(bytes.Clone(good[:headerSize]), 0xff, 0xff)),
		"trailing bytes":  checksummed(append(bytes.Clone(good), 1, 2, 3)),
		"overflow":        overflowing().encode(),
	}
	for name, file := range files {
		if _, err := Decode(file); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: error %v, want %v", name, err, ErrDamaged)
		}
	}
}

func flip(file []byte, at int) []byte {
	file = bytes.Clone(file)
	file[at] ^= 1
	return file
}

// checksummed makes the checksum right.
func checksummed(file []byte) []byte {
	binary.LittleEndian.PutUint32(file[headerSize-4:], crc32.ChecksumIEEE(file[headerSize:]))
	return file
}

// overflowing returns a network whose parts add up to more than a lane holds.
func overflowing() *packed {
	p := somePacked(9)
	for board := range p.parts {
		for i := range p.parts[board] {
			p.parts[board][i][2] = 8000
		}
	}
	return p
}

// Whatever numbers stand in a packed file, it is read as them or refused. FuzzDecode
// sees to what is compressed wrongly; this is too slow for a fuzzer.
func TestAnyPackedNumbersAreReadOrRefused(t *testing.T) {
	t.Parallel()
	const seed = 10
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 2 {
		body := make([]byte, packedSize)
		for i := range body {
			body[i] = uint8(rng.Uint32())
		}
		coarse := body[exactSize+2*Lanes+partsSize:][:openRows]
		for i := range coarse {
			coarse[i] %= coarsest + 1
		}
		p, err := decodePacked(seal(body))
		if err != nil {
			t.Fatal(err)
		}
		if again, err := open(p.encode()); err != nil || !bytes.Equal(again, body) {
			t.Errorf("written again, the file holds something else (error %v)", err)
		}
		if err := p.weights().Check(); !errors.Is(err, ErrDamaged) {
			t.Errorf("sums of any size: error %v, want %v", err, ErrDamaged)
		}
	}
}

// What a file's numbers mean may not depend on the machine: no chance is so near
// to the middle between two whole numbers that another processor's logarithm
// could round it to the other one.
func TestChancesAreRoundedAlikeEverywhere(t *testing.T) {
	t.Parallel()
	for p, chances := range Chances() {
		if !Pattern(p).open() {
			continue
		}
		for i, c := range chances {
			_, fraction := math.Modf(math.Abs(float64(c) * chanceUnit))
			if i == 2 || i == 3 {
				if math.Abs(fraction-0.5) < 1e-6 {
					t.Errorf("pattern %d: chance %d is %v", p, i, c)
				}
			} else if fraction != 0 {
				t.Errorf("pattern %d: chance %d is %v, no multiple of 1/%d", p, i, c, chanceUnit)
			}
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for b.Loop() {
		if _, err := Decode(file); err != nil {
			b.Fatal(err)
		}
	}
}
