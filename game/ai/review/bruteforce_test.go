package review_test

import (
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// TestSolvedEndsAreThoseOfBruteForce checks that all values of a review are exact near the end of a
// game, where brute force is possible: values of positions and moves, and the Facts.
func TestSolvedEndsAreThoseOfBruteForce(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, v := range []game.Variant{game.Classic(3), game.Classic(4), game.InARow(4, 3), game.InARow(5, 4), rules.Misere(3), rules.Misere(4), game.Ultimate} {
		levels := ai.Levels(v)
		for seed := range uint64(solved) {
			// The seed also determines the pair of levels.
			x, o := levels[seed%4], levels[seed/4%4]
			r := analyze(t, selfPlay(t, v, x, o, seed), review.Options{Nodes: 10_000})
			check(t, r)
			switch r.Game.Start.(type) {
			case rules.UltimatePosition:
				compared += compareSolved[rules.UltimatePosition](t, r, 11)
			case rules.MiserePosition:
				compared += compareSolved[rules.MiserePosition](t, r, 9)
			case rules.ClassicPosition:
				compared += compareSolved[rules.ClassicPosition](t, r, 9)
			default:
				t.Fatalf("%s: positions of another type", v)
			}
		}
	}
	if compared < 30*solved {
		t.Errorf("only %d values compared", compared)
	}
}

// compareSolved compares the values of a review with brute force, in positions with at most `most`
// playable squares. It returns the number of positions compared.
func compareSolved[P interface {
	game.Position
	engine.Position[P]
}](t *testing.T, r review.Review, most int) (compared int) {
	t.Helper()
	brute := make(engine.Values[P])
	for ply := range len(r.Moves) + 1 {
		p, ok := r.Position(ply).(P)
		if !ok {
			t.Fatalf("%T is not the type of positions", r.Position(ply))
		}
		if empties(p) > most {
			continue
		}
		want := brute.Of(p)
		if got := r.Score(ply); got != want {
			t.Errorf("%v: %v, by brute force %v", p, got, want)
		}
		winner := map[engine.Proof]game.Mark{ai.Win: p.ToMove(), ai.Loss: p.ToMove().Opponent()}[want.Proof]
		if got, ok := r.Proven(ply); !ok || got != winner {
			t.Errorf("%v: %s is said to win, by brute force %v", p, got, want)
		}
		compared++
		if ply == len(r.Moves) {
			break
		}
		m := r.Moves[ply]
		if got, want := m.Value, brute.OfMove(p, m.Square); got != want {
			t.Errorf("%v: %s is worth %v, by brute force %v", p, m.Square, got, want)
		}
		if got := brute.OfMove(p, m.Best); got != want {
			t.Errorf("%v: %s is no best move: %v, by brute force %v", p, m.Best, got, want)
		}
		compareLine(t, brute, p, m.Line)
	}
	return compared
}

// compareLine checks that every move of a line of best play is a best move.
func compareLine[P interface {
	game.Position
	engine.Position[P]
}](t *testing.T, brute engine.Values[P], p P, line []game.Square) {
	t.Helper()
	for _, s := range line {
		if got, want := brute.OfMove(p, s), brute.Of(p); got.Proof != want.Proof {
			t.Errorf("%v: %s in a line of best play: %v, by brute force %v", p, s, got, want)
			return
		}
		p = p.After(s)
	}
}
