package rules_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// TestPerft compares the number of move sequences of each length with known values.
func TestPerft(t *testing.T) {
	t.Parallel()
	tests := []struct {
		variant game.Variant
		counts  []int64 // for depths 1, 2, …
	}{
		{game.Classic(1), []int64{1, 0}},
		{game.Classic(2), []int64{4, 12, 24, 0}},
		{game.Classic(3), []int64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}},
		{game.Classic(4), []int64{16, 240, 3360, 43680, 524160, 5765760, 57657600}},
		{game.InARow(4, 3), []int64{16, 240, 3360, 43680, 524160, 5518656, 52817760}}, // also counted by a program in Python
		{game.InARow(5, 3), []int64{25, 600, 13800, 303600, 6375600}},
		{game.InARow(9, 5), []int64{81, 6480, 511920}},
		{rules.Misere(3), []int64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}}, // as in classic: the same moves end a game
		{rules.Misere(4), []int64{16, 240, 3360, 43680, 524160, 5765760}},
		{rules.Vanishing, []int64{9, 72, 504, 3024, 15120, 54720, 148176, 396576}},
		{game.Ultimate, []int64{81, 720, 6336, 55080, 473256, 4020960, 33782544}},
	}
	counted := map[string]bool{}
	for _, tt := range tests {
		counted[tt.variant.Kind] = true
		t.Run(tt.variant.String(), func(t *testing.T) {
			t.Parallel()
			for i, want := range tt.counts {
				for _, begins := range []game.Mark{game.X, game.O} {
					if got := rules.Perft(t.Context(), rules.Start(tt.variant, begins), i+1); got != want {
						t.Errorf("perft %d = %d when %s begins, want %d", i+1, got, begins, want)
					}
				}
			}
		})
	}
	for _, v := range rules.Variants() {
		if !counted[v.Kind] {
			t.Errorf("no variant of %q has its move sequences counted here", v.Kind)
		}
	}
}

// TestPerftOfLatePositions counts the move sequences from late Ultimate positions, and the games that end at each
// depth. The numbers must equal those of independent programs.
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
				if got := rules.Perft(t.Context(), p, i+1); got != want {
					t.Errorf("%s: perft %d = %d, want %d", line.Position, i+1, got, want)
				}
			}
		})
	}
}

// countEnds calls `add` for each game that ends within `depth` plies of p. `left` is how many of these plies the game
// did not need.
func countEnds(p game.Position, depth int, add func(left int, winner game.Mark)) {
	if depth == 0 {
		return
	}
	for _, s := range p.Moves() {
		next, err := p.Play(s)
		if err != nil {
			panic(err) // Moves returned an illegal move
		}
		if o := next.Outcome(); o.Over {
			add(depth-1, o.Winner)
		} else {
			countEnds(next, depth-1, add)
		}
	}
}

// TestEnds compares the numbers of games that end at each ply on small boards with known values. Misère has the games of
// classic 3×3 with the other side as the winner. A program in Python counted three in a row on 4×4.
func TestEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant    game.Variant
		plies      int
		x, o, draw int64
	}{
		{game.Classic(3), 9, 131184, 77904, 46080},
		{rules.Misere(3), 9, 77904, 131184, 46080},
		{game.InARow(4, 3), 6, 22464, 236880, 0},
	} {
		ends := map[game.Mark]int64{}
		countEnds(rules.Start(tt.variant, game.X), tt.plies, func(_ int, winner game.Mark) { ends[winner]++ })
		if ends[game.X] != tt.x || ends[game.O] != tt.o || ends[game.Empty] != tt.draw {
			t.Errorf("%s: X wins %d games, O %d, and %d are drawn", tt.variant, ends[game.X], ends[game.O], ends[game.Empty])
		}
	}
}

// TestClassic3Positions checks that 3×3 has 5,478 positions, and 765 if those that differ only by a symmetry count once.
func TestClassic3Positions(t *testing.T) {
	t.Parallel()
	all, canonical := map[game.Position]bool{}, map[string]bool{}
	var visit func(p game.Position)
	visit = func(p game.Position) {
		if all[p] {
			return
		}
		all[p], canonical[game.Canonical(p)] = true, true
		for _, s := range p.Moves() {
			next, _ := p.Play(s)
			visit(next)
		}
	}
	visit(rules.Start(game.Classic(3), game.X))
	if len(all) != 5478 || len(canonical) != 765 {
		t.Errorf("%d positions, %d up to symmetry, want 5,478 and 765", len(all), len(canonical))
	}
}

// readLines reads a file with one JSON value per line.
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
