package uttt

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

// someWeights returns random weights, small enough that no sum overflows. All tests share them and
// must not change them.
var someWeights = sync.OnceValue(func() *Weights {
	rng := rand.New(rand.NewPCG(2, 0))
	w := newWeights()
	fill := func(run []int16) {
		for i := range run {
			run[i] = int16(rng.IntN(601) - 300)
		}
	}
	for i := range w.rows {
		fill(w.rows[i][:])
	}
	for i := range w.Forced[0] {
		fill(w.Forced[0][i][:])
		fill(w.Forced[1][i][:])
	}
	for i := range w.Heads {
		fill(w.Heads[i].Lanes[:])
		w.Heads[i].Base = int32(rng.IntN(2*ValueUnit) - ValueUnit)
	}
	return w
})

// someGames calls `visit` with every unfinished position of random games.
func someGames(games int, seed uint64, visit func(number int, p rules.UltimatePosition)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range games {
		for p := rules.StartUltimate(); !p.Outcome().Over; {
			visit(i, p)
			moves := p.Moves()
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
}

// rowsOf returns the input of the network for a position: the pattern of each local board as X sees
// it, the forced board or AnyBoard, and the side to move.
func rowsOf(p rules.UltimatePosition) (rows [9]uint16, forced, side uint8) {
	for i := range rows {
		rows[i] = uint16(PatternOf(p.Marks(game.X, i), p.Marks(game.O, i)))
	}
	forced = AnyBoard
	if p.Forced() != game.FreeChoice {
		forced = uint8(p.Forced())
	}
	return rows, forced, uint8(p.ToMove() - game.X)
}

// closedIn returns the number of closed boards among patterns.
func closedIn(rows *[9]uint16) (closed int) {
	for _, r := range rows {
		if Pattern(r) >= WonPattern {
			closed++
		}
	}
	return closed
}

func TestEveryPositionHasItsRows(t *testing.T) {
	t.Parallel()
	someGames(20, 1, func(_ int, p rules.UltimatePosition) {
		rows, forced, side := rowsOf(p)
		for i, r := range rows {
			if open := Pattern(r).open(); open != p.Open(i) || open != (Pattern(r) < WonPattern) {
				t.Fatalf("%s: board %d has row %d", p, i, r)
			}
			if viewRows[r][0] >= patternCount || viewRows[r][1] >= patternCount {
				t.Fatalf("row %d is out of the table", r)
			}
		}
		if (forced == AnyBoard) != (p.Forced() == game.FreeChoice) || side > 1 {
			t.Fatalf("%s: forced board %d, side %d", p, forced, side)
		}
	})
}

func TestPatternsAreNumberedOnce(t *testing.T) {
	t.Parallel()
	owners := make(map[uint16]Pattern)
	for p := range Patterns {
		if p >= WonPattern || p.open() {
			if other, taken := owners[compactPatterns[p]]; taken {
				t.Fatalf("patterns %d and %d share a row", p, other)
			}
			owners[compactPatterns[p]] = p
		}
		if p.Flip().Flip() != p {
			t.Fatalf("pattern %d flipped twice is %d", p, p.Flip().Flip())
		}
	}
	if len(owners) != patternCount {
		t.Errorf("%d patterns have rows, want %d", len(owners), patternCount)
	}
}

// TestMovesAddUpToThePosition checks that an accumulator updated move by move equals an accumulator computed from the
// position.
func TestMovesAddUpToThePosition(t *testing.T) {
	t.Parallel()
	w := someWeights()
	var along, anew Accumulator
	var before [9]uint16
	last := -1
	someGames(15, 3, func(number int, p rules.UltimatePosition) {
		rows, _, _ := rowsOf(p)
		w.Set(&anew, &rows)
		if number != last {
			along, last = anew, number
		}
		for i := range rows {
			if rows[i] != before[i] {
				next := along
				w.Move(&next, &along, uint8(i), before[i], rows[i])
				along = next
			}
		}
		if p.Ply() == 0 {
			along = anew
		}
		before = rows
		if along != anew {
			t.Fatalf("%s: played along %v, made anew %v", p, along, anew)
		}
	})
}

// TestColoursAreAlike checks that a position and the same position with X and O swapped have the same value.
func TestColoursAreAlike(t *testing.T) {
	t.Parallel()
	w := someWeights()
	someGames(8, 5, func(_ int, p rules.UltimatePosition) {
		rows, forced, side := rowsOf(p)
		var swapped [9]uint16
		for i, r := range rows {
			swapped[i] = uint16(Pattern(r).Flip())
		}
		var a, b Accumulator
		w.Set(&a, &rows)
		w.Set(&b, &swapped)
		if got, want := w.Evaluate(&b, &swapped, closedIn(&swapped), forced, side^1), w.Evaluate(&a, &rows, closedIn(&rows), forced, side); got != want {
			t.Fatalf("%s: swapped %d, want %d", p, got, want)
		}
	})
}

// TestEvaluationIsTheFormula compares Evaluate, which uses integers, with the formula in floating point.
func TestEvaluationIsTheFormula(t *testing.T) {
	t.Parallel()
	w := someWeights()
	someGames(5, 7, func(_ int, p rules.UltimatePosition) {
		rows, forced, side := rowsOf(p)
		var a Accumulator
		w.Set(&a, &rows)
		got := float64(w.Evaluate(&a, &rows, closedIn(&rows), forced, side))
		if want := min(max(w.formula(p), -mostValue), mostValue); math.Abs(got-want) > 5 {
			t.Fatalf("%s: %.0f, want %.1f", p, got, want)
		}
	})
}

// formula returns the network's value of a position, computed in floating point.
func (w *Weights) formula(p rules.UltimatePosition) float64 {
	rows, forced, side := rowsOf(p)
	closed := 0
	for i := range 9 {
		if !p.Open(i) {
			closed++
		}
	}
	h := &w.Heads[min(closed/2, Heads-1)]
	z := float64(h.Base) / ValueUnit
	for view := range 2 {
		for l := range Lanes {
			sum := int(w.Forced[view][forced][l])
			for i, r := range rows {
				pattern := Pattern(r)
				if int(side) != view {
					pattern = pattern.Flip()
				}
				sum += int(w.row(i, pattern)[l])
				if i == int(forced) {
					sum += int(w.row(ForcedBoard+view, pattern)[l])
				}
			}
			if forced == AnyBoard {
				sum += int(w.row(ForcedBoard+view, DeadPattern)[l])
			}
			clipped := min(max(float64(sum)/Full, 0), 1)
			z += clipped * clipped * float64(h.Lanes[view*Lanes+l]) / HeadUnit
		}
	}
	return 1000 * z
}

// row returns the row of a pattern on a local board, or on the ForcedBoard.
func (w *Weights) row(board int, p Pattern) *Row {
	return &w.rows[board*patternCount+int(compactPatterns[p])]
}

func TestDefaultWeightsAreWhole(t *testing.T) {
	t.Parallel()
	w := DefaultWeights()
	rows, forced, side := rowsOf(rules.StartUltimate())
	var a Accumulator
	w.Set(&a, &rows)
	if v := w.Evaluate(&a, &rows, 0, forced, side); v < -500 || v > 500 {
		t.Errorf("the first position is worth %d to the side to move", v)
	}
}

func BenchmarkMove(b *testing.B) {
	w := someWeights()
	var a [2]Accumulator
	rows, _, _ := rowsOf(rules.StartUltimate())
	w.Set(&a[0], &rows)
	for i := 0; b.Loop(); i++ {
		w.Move(&a[i&1^1], &a[i&1], uint8(i%9), uint16(i%100), uint16(i%100+1))
	}
}

func BenchmarkNetwork(b *testing.B) {
	w := someWeights()
	var a Accumulator
	rows, forced, side := rowsOf(rules.StartUltimate())
	w.Set(&a, &rows)
	for b.Loop() {
		w.Evaluate(&a, &rows, 0, forced, side)
	}
}
