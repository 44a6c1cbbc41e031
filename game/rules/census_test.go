package rules_test

import (
	"iter"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// A census counts the games of a variant ply by ply. Each ply is a set of positions with the number
// of move sequences to each, so no position is visited twice.
type census struct {
	sequences []int64          // move sequences of 1, 2, … plies
	ended     []map[byte]int64 // sequences that ended a game at that ply, by winner
	positions []int            // different positions after 0, 1, … plies
}

// take counts the games from `start`, for a number of plies. `after` returns the positions that follow a position;
// `end` returns the result of a finished game, else 0. The positions after the last ply are not stored, to save time.
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

// takeReal counts with the real rules, takeNaive with the naive rules.
func takeReal[P interface {
	comparable
	game.Position
	After(game.Square) P
}](start P, plies int) census {
	after := func(p P) iter.Seq[P] {
		return func(yield func(P) bool) {
			for _, s := range p.Moves() {
				if !yield(p.After(s)) {
					return
				}
			}
		}
	}
	end := func(p P) byte { return resultLetter(p.Outcome()) }
	return take(start, plies, after, end)
}

func takeNaive(size, plies int, end func(naiveClassic) byte) census {
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
	return take(naiveClassic{n: size, side: 'x'}, plies, after, end)
}

func naiveClassicEnd(p naiveClassic) byte { return p.winner() }

func naiveMisereEnd(p naiveClassic) byte { return (&naiveMisere{p}).winner() }

// Test3x3 counts all games on 3×3 and compares the numbers of wins with known values. Misère has
// the same games with the other side as the winner.
func Test3x3(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		census
		x, o int64 // games won
	}{
		"classic":       {takeReal(rules.StartClassic(3), 10), 131184, 77904},
		"naive classic": {takeNaive(3, 10, naiveClassicEnd), 131184, 77904},
		"misère":        {takeReal(rules.StartMisere(3), 10), 77904, 131184},
		"naive misère":  {takeNaive(3, 10, naiveMisereEnd), 77904, 131184},
	} {
		want := []int64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}
		if !slices.Equal(tt.sequences, want) {
			t.Errorf("%s: sequences %v, want %v", name, tt.sequences, want)
		}
		if got := sum(tt.positions); got != 5478 {
			t.Errorf("%s: %d positions, want 5478", name, got)
		}
		games := map[byte]int64{}
		for _, ended := range tt.ended {
			for winner, n := range ended {
				games[winner] += n
			}
		}
		if games['x'] != tt.x || games['o'] != tt.o || games['='] != 46080 {
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
	fast, slow := takeReal(rules.StartClassic(4), 8), takeNaive(4, 8, naiveClassicEnd)
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

// TestClassic4With3InARow counts the sequences and wins of three in a row on 4×4, where games can
// end from the fifth ply on. A program in Python counted the same numbers.
func TestClassic4With3InARow(t *testing.T) {
	t.Parallel()
	c := takeReal(rules.StartInARow(4, 3), 8)
	if want := []int64{16, 240, 3360, 43680, 524160, 5518656, 52817760, 414129024}; !slices.Equal(c.sequences, want) {
		t.Errorf("sequences %v, want %v", c.sequences, want)
	}
	for i, won := range []int64{0, 0, 0, 0, 22464, 236880, 6803424, 53680896} {
		side := "xo"[i%2]
		if len(c.ended[i]) > 1 || c.ended[i][side] != won {
			t.Errorf("%v games end at ply %d, want %d that %c wins", c.ended[i], i+1, won, side)
		}
	}
}

// TestClassic3UpToSymmetry checks that 3×3 has 765 positions if positions that differ only by a symmetry count once.
// Only the smallest of a position's eight images is counted.
func TestClassic3UpToSymmetry(t *testing.T) {
	t.Parallel()
	seen := map[[9]game.Mark]bool{}
	var visit func(p rules.ClassicPosition)
	visit = func(p rules.ClassicPosition) {
		picture := leastPicture(p)
		if seen[picture] {
			return
		}
		seen[picture] = true
		for _, s := range p.Moves() {
			visit(p.After(s))
		}
	}
	visit(rules.StartClassic(3))
	if len(seen) != 765 {
		t.Errorf("%d positions up to symmetry, want 765", len(seen))
	}
}

func leastPicture(p rules.ClassicPosition) (least [9]game.Mark) {
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
