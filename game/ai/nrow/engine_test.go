package nrow

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func task(p game.Position, l engine.Limits) engine.Task {
	return engine.Task{Position: p, Limits: l, Rand: newRand(1)}
}

// randomPosition returns an unfinished position of a random game. The position has at most `empty` empty squares.
func randomPosition(rng *rand.Rand, size, empty int) rules.ClassicPosition {
	return randomFrom(rng, rules.StartClassic(size), empty)
}

// start returns the empty board of a size with a number in a row to win, and an engine for it.
func start(size, length int) (rules.ClassicPosition, *Engine) {
	return rules.StartInARow(size, length), New(game.InARow(size, length), 14, 1)
}

// randomFrom returns an unfinished position of a random game that begins at a given position.
func randomFrom[P interface {
	game.Position
	Beginning(game.Mark) P
	After(game.Square) P
}](rng *rand.Rand, start P, empty int) P {
	size := start.Variant().Size()
	for {
		p := start.Beginning(game.X + game.Mark(rng.IntN(2)))
		for !p.Outcome().Over && size*size-p.Ply() > empty {
			moves := p.Moves()
			p = p.After(moves[rng.IntN(len(moves))])
		}
		if !p.Outcome().Over {
			return p
		}
	}
}

func TestProofsAgreeWithBruteForce(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ size, length, empty, positions int }{
		{1, 1, 1, 2}, {2, 2, 4, 20}, {2, 2, 3, 20}, {3, 3, 9, 2}, {3, 3, 7, 100}, {3, 3, 5, 200}, {4, 4, 7, 60}, {5, 5, 7, 20},
		{4, 3, 8, 100}, {5, 3, 8, 100}, {5, 4, 8, 100}, {6, 4, 8, 60}, {7, 5, 8, 20}, {9, 8, 7, 10},
	} {
		rng, brute := newRand(1), make(engine.Values[rules.ClassicPosition])
		empty, e := start(test.size, test.length)
		if testing.Short() {
			test.positions = min(test.positions, 10)
		}
		for range test.positions {
			p := randomFrom(rng, empty, test.empty)
			choice := e.Search(context.Background(), task(p, engine.Limits{}))
			if want := brute.Of(p); choice.Score != want {
				t.Errorf("%s: value %s, want %s", p, choice.Score, want)
			}
			for _, rated := range e.Evaluate(context.Background(), task(p, engine.Limits{})) {
				if want := brute.OfMove(p, rated.Move); rated.Score != want {
					t.Errorf("%s: %s is %s, want %s", p, rated.Move, rated.Score, want)
				}
			}
		}
	}
}

// winsWithin reports whether the side to move can force a win within `plies` plies, an odd number.
func winsWithin(p rules.ClassicPosition, plies int) bool {
	return slices.ContainsFunc(p.Moves(), func(s game.Square) bool {
		after := p.After(s)
		if after.Outcome().Over {
			return !after.Outcome().Drawn()
		}
		return plies > 1 && !slices.ContainsFunc(after.Moves(), func(answer game.Square) bool {
			return !winsWithin(after.After(answer), plies-2)
		})
	})
}

// tensePosition returns an unfinished position where one side has marks on most squares of two
// lines, and the other side has about as many marks elsewhere.
func tensePosition(rng *rand.Rand, size int) rules.ClassicPosition {
	lines := rules.Lines(size)
	for {
		attack := slices.Concat(lines[rng.IntN(len(lines))], lines[rng.IntN(len(lines))])
		slices.Sort(attack)
		attack = slices.Compact(attack)
		defence := slices.DeleteFunc(rules.StartClassic(size).Moves(), func(s game.Square) bool { return slices.Contains(attack, s) })
		for _, squares := range [][]game.Square{attack, defence} {
			rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
		}
		sides := [][]game.Square{attack, defence}
		first := rng.IntN(2)
		p := rules.StartClassic(size)
		for i := range min(len(attack)-1-rng.IntN(3), len(defence)) {
			for _, squares := range [][]game.Square{sides[first], sides[1-first]} {
				if !p.Outcome().Over {
					p = p.After(squares[i])
				}
			}
		}
		if !p.Outcome().Over {
			return p
		}
	}
}

func TestTakesWinsAndSeesLossesThreePliesAhead(t *testing.T) {
	t.Parallel()
	for size := 4; size <= 6; size++ {
		rng, e := newRand(uint64(size)), New(game.Classic(size), 14, 1)
		wins, escapes := 0, 0
		for range 100 {
			p := tensePosition(rng, size)
			after := p.After(e.Search(context.Background(), task(p, engine.Limits{Nodes: 20_000})).Move)
			loses := func(s game.Square) bool { return winsWithin(p.After(s), 3) }
			switch {
			case winsWithin(p, 1):
				wins++
				if after.Outcome().Winner == game.Empty {
					t.Errorf("%s: does not win, but plays %s", p, after)
				}
			case slices.ContainsFunc(p.Moves(), loses) && !all(p.Moves(), loses):
				escapes++
				if winsWithin(after, 3) {
					t.Errorf("%s: walks into a loss with %s", p, after)
				}
			}
		}
		if wins < 5 || escapes < 5 {
			t.Errorf("size %d: only %d wins and %d losses to escape", size, wins, escapes)
		}
	}
}

func all(squares []game.Square, holds func(game.Square) bool) bool {
	return !slices.ContainsFunc(squares, func(s game.Square) bool { return !holds(s) })
}

func TestFourByFourIsDrawn(t *testing.T) {
	t.Parallel()
	for name, choice := range map[string]engine.Choice{
		"classic": New(game.Classic(4), 18, 1).Search(t.Context(), task(rules.StartClassic(4), engine.Limits{Nodes: 10_000_000})),
		"misère":  New(rules.Misere(4), 20, 1).Search(t.Context(), task(rules.StartMisere(4), engine.Limits{Nodes: 10_000_000})),
	} {
		if choice.Score.Proof != engine.Draw {
			t.Errorf("%s 4×4 is %s after %d positions, want a proven draw", name, choice.Score, choice.Nodes)
		}
	}
}

func TestFastBoardAgreesWithTheRules(t *testing.T) {
	t.Parallel()
	boards := [][2]int{{4, 3}, {5, 3}, {7, 4}, {9, 3}, {9, 5}, {9, 8}}
	for size := 1; size <= game.MaxSize; size++ {
		boards = append(boards, [2]int{size, size})
	}
	for _, board := range boards {
		rng, g := newRand(uint64(board[0])), newGeometry(board[0], board[1], false)
		for range 30 {
			p, _ := start(board[0], board[1])
			b := g.fromPosition(p)
			for !p.Outcome().Over {
				checkView(t, g, &b, p)
				moves := p.Moves()
				s := moves[rng.IntN(len(moves))]
				side := b.side
				p = p.After(s)
				b.play(g, s)
				if got, want := b.hasLine(g, side, s), p.Outcome().Winner != game.Empty; got != want {
					t.Fatalf("%s: line %t, want %t", p, got, want)
				}
				if anew := g.fromPosition(p); b != anew {
					t.Fatalf("%s: played along\n%+v\nmade anew\n%+v", p, b, anew)
				}
			}
		}
	}
}

// checkView compares the view of a position with the rules.
func checkView(t *testing.T, g *geometry, b *board, p rules.ClassicPosition) {
	t.Helper()
	seen := b.look(g, 0)
	if want := winsWithin(p, 1); seen.wins != want {
		t.Fatalf("%s: wins %t, want %t", p, seen.wins, want)
	}
	var threats set
	for _, s := range p.Moves() {
		if p.Beginning(p.ToMove().Opponent()).After(s).Outcome().Winner != game.Empty {
			threats = threats.or(single(s))
		}
	}
	if seen.forced != threats {
		t.Fatalf("%s: threats %v, want %v", p, seen.forced, threats)
	}
}

// searchStart searches the empty board without the pairing strategy, which would answer at once.
func (e *Engine) searchStart(size int, nodes int64) engine.Choice {
	return e.search(context.Background(), task(rules.StartClassic(size), engine.Limits{Nodes: nodes}))
}

func TestSearchAllocatesNothingPerPosition(t *testing.T) {
	if testing.Short() {
		t.Skip("long searches in one thread")
	}
	for _, length := range []int{7, 4} {
		empty, e := start(7, length)
		perSearch := func(nodes int64) float64 {
			return testing.AllocsPerRun(3, func() {
				e.Reset()
				e.search(context.Background(), task(empty, engine.Limits{Nodes: nodes}))
			})
		}
		few, many := perSearch(10_000), perSearch(60_000)
		if many-few > 100 { // each deeper search may allocate a little for its report
			t.Errorf("%d in a row: %v allocations in 10000 positions, %v in 60000", length, few, many)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	e := New(game.Classic(6), 16, 1)
	var nodes int64
	for b.Loop() {
		e.Reset()
		nodes += e.searchStart(6, 300_000).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
}
