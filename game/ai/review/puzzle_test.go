package review_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// every returns every n-th puzzle of the bank. With -short it takes a fifth of them.
func every(n int) (some []puzzle.Puzzle) {
	if testing.Short() {
		n *= 5
	}
	for i, p := range puzzle.All() {
		if i%n == 0 {
			some = append(some, p)
		}
	}
	return some
}

// TestVerify verifies a part of the bank. The command `arena puzzles verify` verifies the whole bank.
func TestVerify(t *testing.T) {
	t.Parallel()
	for _, v := range puzzle.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			prover := review.NewProver(v, 0)
			for _, p := range every(15) {
				if p.Variant() != v {
					continue
				}
				prover.Reset(review.MostNodes)
				if err := prover.Verify(background, p); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestVerifyFindsFaults checks that Verify refuses puzzles with wrong fields.
func TestVerifyFindsFaults(t *testing.T) {
	t.Parallel()
	var win, only puzzle.Puzzle
	for _, p := range puzzle.All() {
		if p.Kind == puzzle.Win && p.Plies == 3 {
			win = p
		} else if p.Kind == puzzle.Only {
			only = p
		}
	}
	for name, tt := range map[string]struct {
		good  puzzle.Puzzle
		spoil func(p *puzzle.Puzzle)
	}{
		"more plies":             {win, func(p *puzzle.Puzzle) { p.Plies = 5 }},
		"another kind":           {win, func(p *puzzle.Puzzle) { p.Kind, p.Plies = puzzle.Only, 2 }},
		"more plies to the loss": {only, func(p *puzzle.Puzzle) { p.Plies += 2 }},
		"a win that is none":     {only, func(p *puzzle.Puzzle) { p.Kind, p.Plies = puzzle.Win, 3 }},
		"another solution": {only, func(p *puzzle.Puzzle) {
			others := slices.DeleteFunc(p.Position.Moves(), func(s game.Square) bool { return s == p.Solution })
			p.Solution = others[0]
		}},
		"no solution": {win, func(p *puzzle.Puzzle) { // every move loses
			p.Position, _ = p.Position.Play(p.Solution)
			p.ID = puzzle.IDOf(p.Position)
		}},
	} {
		p := tt.good
		tt.spoil(&p)
		err := review.NewProver(p.Variant(), review.MostNodes).Verify(background, p)
		if !errors.Is(err, review.ErrWrong) || !strings.Contains(err.Error(), p.ID) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := review.NewProver(win.Variant(), 1).Verify(background, win); !errors.Is(err, review.ErrUnproven) {
		t.Errorf("one position is enough for a proof: %v", err)
	}
}

// TestFindWantsAChoice checks that a position with fewer than two legal moves is not a puzzle.
func TestFindWantsAChoice(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"xo1/oxx/oxo x", "xxx/oo1/3 o"} {
		p, err := rules.Parse(game.Classic(3), text)
		if err != nil {
			t.Fatal(err)
		}
		if found, ok, err := review.NewProver(game.Classic(3), 1000).Find(background, p); ok || err != nil {
			t.Errorf("%s is the puzzle %s, error %v", text, found, err)
		}
	}
}

// TestCheckAttempts checks that CheckAttempts counts at least the positions of the shortest solution, and that it
// returns ErrTangled if there are more positions than its limit.
func TestCheckAttempts(t *testing.T) {
	t.Parallel()
	for _, p := range every(100) {
		n, err := review.CheckAttempts(background, p, 1000)
		if err != nil || n < 1 || p.Kind == puzzle.Win && n < (p.Plies+1)/2 {
			t.Errorf("%s: %d positions, error %v", p, n, err)
		}
		if n > 1 {
			if _, err := review.CheckAttempts(background, p, n-1); !errors.Is(err, review.ErrTangled) {
				t.Errorf("%s has %d positions, but not more than %d: %v", p, n, n-1, err)
			}
		}
	}
}
