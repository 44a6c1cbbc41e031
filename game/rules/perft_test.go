package rules_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/classic"
	"noughts/game/rules"
)

// The number of move sequences of each length from the start.
func TestPerft(t *testing.T) {
	t.Parallel()
	tests := []struct {
		variant game.Variant
		counts  []int64 // of depth 1, 2, …
	}{
		{game.Classic(1), []int64{1, 0}},
		{game.Classic(2), []int64{4, 12, 24, 0}},
		{game.Classic(3), []int64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}},
		{game.Classic(4), []int64{16, 240, 3360, 43680, 524160, 5765760}}, // the rest: TestClassic4
		{game.Ultimate, []int64{81, 720, 6336, 55080, 473256, 4020960, 33782544}},
	}
	for _, tt := range tests {
		t.Run(tt.variant.String(), func(t *testing.T) {
			t.Parallel()
			for i, want := range tt.counts {
				for _, begins := range []game.Mark{game.X, game.O} {
					if got := rules.Perft(rules.Start(tt.variant, begins), i+1); got != want {
						t.Errorf("perft %d = %d when %s begins, want %d", i+1, got, begins, want)
					}
				}
			}
		})
	}
}

// A slow position hides from Perft what makes the real ones fast.
type slow struct{ game.Position }

func (s slow) Play(move game.Square) (game.Position, error) {
	next, err := s.Position.Play(move)
	return slow{next}, err
}

func TestFastPerftAgreesWithSlow(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 1))
	for _, v := range game.Variants() {
		for range 3 {
			p := rules.Start(v, game.X)
			for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
				comparePerft(t, p)
				p, _ = p.Play(moves[rng.IntN(len(moves))])
			}
			comparePerft(t, p)
		}
	}
}

func comparePerft(t *testing.T, p game.Position) {
	t.Helper()
	depths := 3
	if len(p.Moves()) <= 12 {
		depths = 5
	}
	for depth := range depths {
		if fast, slow := rules.Perft(p, depth), rules.Perft(slow{p}, depth); fast != slow {
			t.Errorf("%s: perft %d = %d, but slowly %d", p, depth, fast, slow)
		}
	}
}

// A census counts the games of a variant ply by ply: how many move sequences
// reach each position, so that no position is visited twice.
type census struct {
	sequences []int64          // of 1, 2, … plies
	ended     []map[byte]int64 // those that end there, by winner
	positions []int            // reached after 0, 1, … plies
}

// take counts from start on for some plies. after gives the positions that
// follow one, end how one has ended, if it has. The positions of the last ply
// are not told apart, which would take the longest.
func take[P comparable](start P, plies int, after func(P) iter.Seq[P], end func(P) byte) (c census) {
	layer := map[P]int64{start: 1}
	for ply := range plies {
		var sequences int64
		ended, following := map[byte]int64{}, map[P]int64{}
		for p, n := range layer {
			for q := range after(p) {
				sequences += n
				if e := end(q); e != 0 {
					ended[e] += n
				}
				if ply < plies-1 {
					following[q] += n
				}
			}
		}
		c.sequences = append(c.sequences, sequences)
		c.positions = append(c.positions, len(layer))
		c.ended = append(c.ended, ended)
		layer = following
	}
	return c
}

// takeReal counts with the real rules, takeNaive with the naive ones.
func takeReal(size, plies int) census {
	after := func(p classic.Position) iter.Seq[classic.Position] {
		return func(yield func(classic.Position) bool) {
			for _, s := range p.Moves() {
				if !yield(p.After(s)) {
					return
				}
			}
		}
	}
	end := func(p classic.Position) byte { return resultLetter(p.Outcome()) }
	return take(classic.Start(size), plies, after, end)
}

func takeNaive(size, plies int) census {
	after := func(p naiveClassic) iter.Seq[naiveClassic] {
		return func(yield func(naiveClassic) bool) {
			for _, s := range p.moves(nil) {
				q := p
				q.play(s.Row(), s.Col())
				if !yield(q) {
					return
				}
			}
		}
	}
	end := func(p naiveClassic) byte { return p.end }
	return take(naiveClassic{n: size, side: 'x'}, plies, after, end)
}

func TestClassic3(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]census{
		"real":  takeReal(3, 10),
		"naive": takeNaive(3, 10),
	} {
		want := []int64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}
		if !slices.Equal(c.sequences, want) {
			t.Errorf("%s: sequences %v, want %v", name, c.sequences, want)
		}
		if got := sum(c.positions); got != 5478 {
			t.Errorf("%s: %d positions, want 5478", name, got)
		}
		games := map[byte]int64{}
		for _, ended := range c.ended {
			for winner, n := range ended {
				games[winner] += n
			}
		}
		if games['x'] != 131184 || games['o'] != 77904 || games['='] != 46080 {
			t.Errorf("%s: x wins %d games, o %d, and %d are drawn", name, games['x'], games['o'], games['='])
		}
	}
}

func sum(all []int) (total int) {
	for _, n := range all {
		total += n
	}
	return total
}

func TestClassic4(t *testing.T) {
	t.Parallel()
	fast, slow := takeReal(4, 8), takeNaive(4, 8)
	want := []int64{16, 240, 3360, 43680, 524160, 5765760, 57657600, 516067200}
	if !slices.Equal(fast.sequences, want) || !slices.Equal(slow.sequences, want) {
		t.Errorf("sequences %v, naive %v, want %v", fast.sequences, slow.sequences, want)
	}
	if !slices.Equal(fast.positions, slow.positions) {
		t.Errorf("positions %v, naive %v", fast.positions, slow.positions)
	}
	for ply, won := range map[int]int64{5: 0, 6: 0, 7: 316800, 8: 2836224} {
		for name, c := range map[string]census{"real": fast, "naive": slow} {
			if got := c.ended[ply-1]['x'] + c.ended[ply-1]['o']; got != won || c.ended[ply-1]['='] != 0 {
				t.Errorf("%s: %d games end at ply %d, want %d", name, got, ply, won)
			}
		}
	}
}

// The positions up to symmetry: of each, the least of its eight pictures.
func TestClassic3UpToSymmetry(t *testing.T) {
	t.Parallel()
	seen := map[[9]game.Mark]bool{}
	var visit func(p classic.Position)
	visit = func(p classic.Position) {
		picture := leastPicture(p)
		if seen[picture] {
			return
		}
		seen[picture] = true
		for _, s := range p.Moves() {
			visit(p.After(s))
		}
	}
	visit(classic.Start(3))
	if len(seen) != 765 {
		t.Errorf("%d positions up to symmetry, want 765", len(seen))
	}
}

func leastPicture(p classic.Position) (least [9]game.Mark) {
	for picture := range 8 {
		var marks [9]game.Mark
		for i := range marks {
			col, row := i%3, i/3
			if picture&1 != 0 {
				col = 2 - col
			}
			if picture&2 != 0 {
				row = 2 - row
			}
			if picture&4 != 0 {
				col, row = row, col
			}
			marks[i] = p.At(game.At(col, row))
		}
		if picture == 0 || slices.Compare(marks[:], least[:]) < 0 {
			least = marks
		}
	}
	return least
}

// Late Ultimate positions, counted by programs independent of this one, with
// the games that end at each depth.
func TestPerftOfLatePositions(t *testing.T) {
	t.Parallel()
	type count struct {
		X    int64 `json:"x"`
		O    int64 `json:"o"`
		Draw int64 `json:"draw"`
	}
	type position struct {
		Position string
		Perft    []int64
		Ended    []count
	}
	lines := readLines[position](t, "testdata/ultimate_perft.jsonl")
	if len(lines) != 12 {
		t.Fatalf("%d positions, want 12", len(lines))
	}
	for i, line := range lines {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			t.Parallel()
			p, err := rules.Parse(game.Ultimate, line.Position)
			if err != nil {
				t.Fatal(err)
			}
			ended := make([]count, len(line.Perft))
			countEnds(p, len(ended), func(depth int, winner game.Mark) {
				at := &ended[len(ended)-depth-1]
				*map[game.Mark]*int64{game.X: &at.X, game.O: &at.O, game.Empty: &at.Draw}[winner]++
			})
			if !slices.Equal(ended, line.Ended) {
				t.Errorf("%s: games ended %v, want %v", line.Position, ended, line.Ended)
			}
			for i, want := range line.Perft {
				if got := rules.Perft(p, i+1); got != want {
					t.Errorf("%s: perft %d = %d, want %d", line.Position, i+1, got, want)
				}
			}
		})
	}
}

// countEnds calls add for each game that ends within depth plies of p, with the
// plies left then.
func countEnds(p game.Position, depth int, add func(left int, winner game.Mark)) {
	if depth == 0 {
		return
	}
	for _, s := range p.Moves() {
		next, err := p.Play(s)
		if err != nil {
			panic(err) // Moves gave an illegal move
		}
		if o := next.Outcome(); o.Over {
			add(depth-1, o.Winner)
		} else {
			countEnds(next, depth-1, add)
		}
	}
}

// readLines reads a file with a JSON value on each line.
func readLines[T any](t *testing.T, path string) (all []T) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, line)
	}
	return all
}
