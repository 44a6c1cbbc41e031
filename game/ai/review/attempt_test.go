package review_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// TestTryAgreesWithBruteForce takes puzzles with few empty squares. It compares the verdict on every move of every
// attempt, every move in the verdict's Line, and Solution with brute force.
func TestTryAgreesWithBruteForce(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, p := range puzzle.All() {
		if empties(p.Position) > bruteSquares || compared == bruteCases/2 {
			continue
		}
		compared++
		a := puzzle.Attempt{Puzzle: p}
		compareAttempts(t, a)
		line, err := review.Solution(background, a)
		if err != nil || len(line) == 0 || line[0] != p.Solution {
			t.Errorf("%s: the solution is %v, error %v", p, line, err)
			continue
		}
		compareSolution(t, a, review.AttemptResult{Answer: review.Solved, Line: line})
		if p.Kind == puzzle.Win && p.Plies > 1 {
			half := a.After(line[:2]...)
			rest, err := review.Solution(background, half)
			if err != nil {
				t.Errorf("%s after %v: %v", p, line[:2], err)
			}
			compareSolution(t, half, review.AttemptResult{Answer: review.Solved, Line: rest})
		}
		if over, err := review.Solution(background, a.After(line...)); !errors.Is(err, review.ErrOver) {
			t.Errorf("%s goes on after its end: %v, %v", p, over, err)
		}
	}
	if compared < bruteCases/2 {
		t.Errorf("only %d puzzles have so few empty squares", compared)
	}
}

func compareAttempts(t *testing.T, a puzzle.Attempt) {
	t.Helper()
	position, err := a.Position()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range naive(position) {
		v, err := review.Try(background, a, m.Square)
		if err != nil || v.Score != m.Score {
			t.Errorf("%s: %s is %s, brute force says %s, error %v", position, m.Square, v.Score, m.Score, err)
			continue
		}
		want := review.Wrong
		switch {
		case m.Score.String() == "win 1", a.Puzzle.Kind == puzzle.Only && m.Score.Proof == ai.Draw:
			want = review.Solved
		case m.Score.Proof == ai.Win:
			want = review.Right
		}
		if v.Answer != want || len(a.Moves) == 0 && (v.Answer != review.Wrong) != (m.Square == a.Puzzle.Solution) {
			t.Errorf("%s: %s, which is %s, is %s, want %s", position, m.Square, m.Score, v.Answer, want)
		}
		compareSolution(t, a.After(m.Square), v)
		if v.Answer == review.Right {
			compareAttempts(t, v.Attempt)
		}
	}
}

// compareSolution checks that a verdict's Line is best play from the attempt `after`, and that it has the right length: one
// reply after a right move, otherwise as far as the end of the game or LongestLine plies.
func compareSolution(t *testing.T, after puzzle.Attempt, v review.AttemptResult) {
	t.Helper()
	shown := 0
	for _, s := range v.Line {
		position, err := after.Position()
		if err != nil {
			t.Fatal(err)
		}
		moves := naive(position)
		chosen := moves[slices.IndexFunc(moves, func(m worth) bool { return m.Square == s })]
		for _, m := range moves {
			if engine.Better(m.Score, chosen.Score) {
				t.Errorf("%s: %s is shown, %s, but %s is %s", position, s, chosen.Score, m.Square, m.Score)
			}
		}
		after = after.After(s)
		shown++
	}
	position, err := after.Position()
	switch {
	case err != nil:
		t.Fatal(err)
	case v.Answer == review.Right && (shown != 1 || !slices.Equal(after.Moves, v.Attempt.Moves)):
		t.Errorf("after a right move %d plies are shown, and it goes on with %v", shown, v.Attempt.Moves)
	case v.Answer != review.Right && shown < review.LongestLine && !position.Outcome().Over:
		t.Errorf("%s: no end is shown after %d plies", position, shown)
	}
}

// TestTryIsTheSameForAll checks that the same move gets the same verdict in all calls, also in concurrent calls.
func TestTryIsTheSameForAll(t *testing.T) {
	t.Parallel()
	p := puzzle.All()[3]
	want, err := review.Try(background, puzzle.Attempt{Puzzle: p}, p.Solution)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for range 5 {
				got, err := review.Try(background, puzzle.Attempt{Puzzle: p}, p.Solution)
				if err != nil || got.Score != want.Score || got.Answer != want.Answer || !slices.Equal(got.Line, want.Line) {
					t.Errorf("%+v, error %v, before %+v", got, err, want)
				}
			}
		})
	}
}

func TestTryRefuses(t *testing.T) {
	t.Parallel()
	p := puzzle.All()[0]
	var taken game.Square
	for p.Position.At(taken) == game.Empty {
		taken++
	}
	if v, err := review.Try(background, puzzle.Attempt{Puzzle: p}, taken); err == nil || errors.Is(err, review.ErrUnproven) {
		t.Errorf("a square that is taken: %v, %v", v, err)
	}
	half := puzzle.Attempt{Puzzle: p}.After(p.Solution)
	if v, err := review.Try(background, half, p.Position.Moves()[0]); !errors.Is(err, review.ErrOver) {
		t.Errorf("out of turn: %v, %v", v, err)
	}
	if v, err := review.Try(background, puzzle.Attempt{Puzzle: p}.After(taken), p.Solution); err == nil {
		t.Errorf("after a move that the rules refuse: %v", v)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	for _, p := range puzzle.All() {
		if empties(p.Position) < 25 {
			continue
		}
		if v, err := review.Try(ctx, puzzle.Attempt{Puzzle: p}, p.Solution); !errors.Is(err, context.Canceled) {
			t.Errorf("when nobody waits: %v, %v", v, err)
		}
		break
	}
	start := puzzle.Puzzle{Position: rules.Start(game.Ultimate, game.X), Solution: game.At(4, 4), Kind: puzzle.Win, Plies: 79}
	if v, err := review.Try(background, puzzle.Attempt{Puzzle: start}, start.Solution); !errors.Is(err, review.ErrUnproven) {
		t.Errorf("the first move of a game: %v, %v", v, err)
	}
}
