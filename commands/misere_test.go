package commands

import (
	"testing"

	"noughts/game/match"
	"noughts/game/rules"
)

// TestMisere checks a misère match in which a member completes a line and so loses: the name, the
// rules, the end and the rematch are those of misère.
func TestMisere(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	w.change("m1", func(m match.Match) (match.Match, error) {
		m.Options.Variant = rules.Misere(3)
		return m, m.Validate()
	})
	w.moves("m1", "a1 a2 b1 b2")
	message := w.board("m1")
	says(t, message, "Misère tic-tac-toe 3×3")
	says(t, w.as(eve).on(w.as(eve).on(message, "more"), "rules"), "Whoever completes a whole row, a whole column or a diagonal from corner to corner **loses**")
	refused(t, w.as(ann).presses("/m/m1/6/a1"), "refuse.own_square")
	end := accepted(t, w.as(ann).on(message, "c1"))
	says(t, end, "has completed row 1 (a1–c1)")
	offers(t, end, "rematch", "review", "more")
	again := accepted(t, w.as(ben).on(end, "rematch"))
	if got := w.game(again.Match).Options.Variant; got != rules.Misere(3) {
		t.Errorf("the rematch is of %s", got)
	}
}
