package puzzles

import (
	"testing"

	"noughts/game/puzzle"
	"noughts/render"
)

func TestEveryAnswerHasReasons(t *testing.T) {
	t.Parallel()
	for _, p := range puzzle.All() {
		for state, want := range map[puzzle.AttemptState]bool{puzzle.Open: false, puzzle.Solved: true, puzzle.Shown: true} {
			b, err := attemptBoard(p, puzzle.MemberAttempt{Puzzle: p.ID, State: state}, "/puzzle/", firstLook, render.Emoji, render.View{})
			if err != nil {
				t.Fatal(err)
			}
			if reasons := b.reasons(); len(reasons) > 0 != want {
				t.Errorf("%s, %q: %v", p.ID, state, reasons)
			}
		}
	}
}
