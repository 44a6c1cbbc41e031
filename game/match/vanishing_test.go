package match_test

import (
	"testing"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// TestLongGamesDropTheirMoves plays a game with vanishing marks that has more moves than its board has squares.
func TestLongGamesDropTheirMoves(t *testing.T) {
	t.Parallel()
	m := must(t)(match.New("m1", "ann", match.Person("ann"), match.Computer("beginner"), match.Options{Variant: rules.Vanishing}, game.X, t0))
	round := named(t, "a1", "b1", "b2", "a2", "c2", "c3", "c1", "b3", "a3")
	for n := 0; m.Status == match.Playing; n++ {
		s := round[n%len(round)]
		if m.ToMove().IsComputer() {
			m = must(t)(m.PlayComputer(s, t0))
		} else {
			m = must(t)(m.Play("ann", s, t0))
		}
	}
	made := m.MovesMade()
	if m.Result != (match.Result{Reason: match.ByFullBoard}) || made <= 9 {
		t.Errorf("after %d moves the result is %+v", made, m.Result)
	}
	m, dropped := m.DropMoves()
	if err := m.Validate(); err != nil || !dropped || m.MovesMade() != made {
		t.Errorf("%d moves of %d, error %v", m.MovesMade(), made, err)
	}
}
