package nrow

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// forces returns the number of plies that the side to move needs to win by threats that the
// opponent must answer, or 0 if it cannot. It uses the rules only.
func forces(p rules.ClassicPosition) (plies int) {
	for _, s := range p.Moves() {
		after := p.After(s)
		threats := completions(after.Beginning(p.ToMove()))
		if len(threats) == 0 || len(completions(after)) > 0 {
			continue
		}
		if len(threats) > 1 {
			return 3
		}
		if further := forces(after.After(threats[0])); further > 0 && (plies == 0 || further+2 < plies) {
			plies = further + 2
		}
	}
	return plies
}

// completions returns the squares that complete a line for the side to move.
func completions(p rules.ClassicPosition) []game.Square {
	return slices.DeleteFunc(p.Moves(), func(s game.Square) bool { return p.After(s).Outcome().Winner == game.Empty })
}

// TestThreatsAgreeWithTheRules checks positions where neither side can complete a line at once. The threat search must
// find a win exactly if the rules allow one. The win must not be shorter than the shortest win by the rules. The view
// must keep all moves that can answer the opponent's threats.
func TestThreatsAgreeWithTheRules(t *testing.T) {
	t.Parallel()
	found, open := 0, 0
	for _, board := range [][2]int{{4, 3}, {5, 4}, {6, 5}} {
		rng := newRand(uint64(board[0]))
		empty, e := start(board[0], board[1])
		w := e.workers[0]
		for range 60 {
			p := randomFrom(rng, empty, board[0]*board[0]/2+rng.IntN(board[0]))
			w.start(task(p, engine.Limits{}), engine.NewPace(engine.NewBudget(context.Background(), engine.Limits{})))
			passed := p.Beginning(p.ToMove().Opponent())
			if len(completions(p)) > 0 || len(completions(passed)) > 0 {
				continue
			}
			open++
			w.assault = assault{left: 1 << 20}
			got, first := w.force(0)
			want := forces(p)
			if got < want || (got > 0) != (want > 0) {
				t.Fatalf("%s: wins by threats in %d plies, want %d", p, got, want)
			}
			if got > 0 {
				found++
				if after := p.After(first); forces(p) == 0 || got > 3 && forces(after.After(completions(after.Beginning(p.ToMove()))[0])) == 0 {
					t.Fatalf("%s: %s does not begin a win", p, first)
				}
			}
			if forces(passed) == 0 {
				continue
			}
			seen := w.boards[0].look(w.geometry, 0)
			w.defend(0, window{-100, 100}, &seen)
			for _, s := range p.Moves() {
				after := p.After(s)
				lost := forces(after) > 0 && len(completions(after.Beginning(p.ToMove()))) == 0
				if !lost && !seen.useful.has(single(s)) && w.boards[0].look(w.geometry, 0).useful.has(single(s)) {
					t.Fatalf("%s: %s answers the threats, but is left out", p, s)
				}
			}
		}
	}
	if found < 10 || open-found < 10 {
		t.Errorf("%d wins in %d positions", found, open)
	}
}

// TestFirstPlayerWins checks that the engine proves a win of the first player for three in a row
// from 4×4 on, and for four in a row on 6×6.
func TestFirstPlayerWins(t *testing.T) {
	t.Parallel()
	for _, board := range [][2]int{{4, 3}, {5, 3}, {6, 4}} {
		empty, e := start(board[0], board[1])
		choice := e.Search(context.Background(), task(empty, engine.Limits{Nodes: 300_000}))
		if choice.Score.Proof != engine.Win {
			t.Errorf("%v: %s after %d positions, want a proven win", board, choice.Score, choice.Nodes)
		}
	}
}

// signatureInARow is the number of positions that the searches of TestSignatureInARow visit, on boards where a winning
// line is shorter than a side. Like signature, it must not change unless a change is meant to alter the search.
const signatureInARow = 89056

func TestSignatureInARow(t *testing.T) {
	t.Parallel()
	rng, nodes := newRand(1), int64(0)
	for _, board := range [][2]int{{5, 4}, {7, 4}, {9, 5}} {
		empty, e := start(board[0], board[1])
		for range 10 {
			e.Reset()
			p := randomFrom(rng, empty, board[0]*board[0]-6)
			nodes += e.Search(context.Background(), task(p, engine.Limits{Depth: 3})).Nodes
		}
	}
	if nodes != signatureInARow {
		t.Errorf("visited %d positions, the signature is %d", nodes, signatureInARow)
	}
}

func BenchmarkInARow(b *testing.B) {
	for _, board := range [][2]int{{7, 4}, {9, 5}} {
		b.Run(fmt.Sprintf("%d×%d with %d", board[0], board[0], board[1]), func(b *testing.B) {
			empty, e := start(board[0], board[1])
			var nodes int64
			for b.Loop() {
				e.Reset()
				nodes += e.Search(context.Background(), task(empty, engine.Limits{Nodes: 100_000})).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
