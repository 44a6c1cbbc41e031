package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/puzzle"
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

// TestBankByBruteForce checks by brute force that the puzzles of the bank with few empty squares have the right
// solution and number of plies.
func TestBankByBruteForce(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, p := range puzzle.All() {
		if empties(p.Position) > *bruteSquares || compared == *bruteCases {
			continue
		}
		compared++
		for _, m := range naive(p.Position) {
			if err := claimed(p, m); err != "" {
				t.Errorf("%s: %s is %s: %s", p, m.Square, m.Score, err)
			}
		}
	}
	if compared < 24 {
		t.Errorf("only %d puzzles have so few empty squares", compared)
	}
}

// claimed compares the exact value of one move with what a puzzle says of the move. It returns a description of the
// contradiction, or "" if there is none.
func claimed(p puzzle.Puzzle, m worth) string {
	proved := m.Score.Proof
	switch right := m.Square == p.Solution; {
	case p.Kind == puzzle.Win && right && m.Score.String() != fmt.Sprint("win ", p.Plies):
		return "it is to win"
	case p.Kind == puzzle.Win && !right && proved == ai.Win:
		return "it is not to win"
	case p.Kind == puzzle.Only && right && proved != ai.Draw:
		return "it is to draw"
	case p.Kind == puzzle.Only && !right && proved != ai.Loss:
		return "it is to lose"
	}
	return ""
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
	wrong := map[string]puzzle.Puzzle{}
	p := win
	p.Plies = 5
	wrong["more plies"] = p
	p = win
	p.Kind, p.Plies = puzzle.Only, 2
	wrong["another kind"] = p
	p = only
	p.Plies += 2
	wrong["more plies to the loss"] = p
	p = only
	p.Kind, p.Plies = puzzle.Win, 3
	wrong["a win that is none"] = p
	p = only
	for _, s := range p.Position.Moves() {
		if s != only.Solution {
			p.Solution = s
		}
	}
	wrong["another solution"] = p
	p = win
	next, err := p.Position.Play(p.Solution)
	if err != nil {
		t.Fatal(err)
	}
	p.Position, p.ID = next, puzzle.IDOf(next) // every move loses
	wrong["no solution"] = p
	for name, p := range wrong {
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
		p, err := parse(game.Classic(3), text)
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
