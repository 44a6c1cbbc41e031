package commands

import (
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// TestVanishing follows a mark from the move before it goes: its button is grey, it cannot be replaced, and after it has gone a
// ghost is on its square for one move.
func TestVanishing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ann).types("classic", "opponent", ben, "variant", "vanishing"))
	accepted(t, w.as(ben).presses("/m/m1/1/accept"))
	if v := w.game("m1").Options.Variant; v != rules.Vanishing {
		t.Fatalf("a game of %s begins", v)
	}
	w.moves("m1", "a1 a2 c1 b3 c3 a3")
	says(t, w.board("m1"), "to move · a1 goes next · O played a3")
	w.change("m1", func(m match.Match) (match.Match, error) {
		m.Looks[0].Words = match.Words
		return m, nil
	})
	before := w.board("m1")
	says(t, before, "a1 goes next")
	says(t, before, "X holds a1 (goes next), c1, c3; O holds a2, a3, b3.")
	if !strings.Contains(script(before), "button 2 a1, X, goes next ") {
		t.Errorf("its button:\n%s", script(before))
	}
	says(t, w.as(eve).presses("/m/m1/8/taken-a1"), "took a1 on move 1. It goes with ❌ <@"+ann+">'s next move.")
	refused(t, w.as(ann).types("move", "square", "a1"), "refuse.goes_next")
	refused(t, w.as(ann).types("move", "square", "c1"), "refuse.own_square")
	w.moves("m1", "b1")
	after := w.board("m1")
	says(t, after, "a1 has gone · a2 goes next")
	refused(t, w.as(ben).presses("/m/m1/8/taken-a1"), texts.RefuseMovedOn)
	w.moves("m1", "a1")
	says(t, w.as(eve).presses("/m/m1/8/taken-a1"), "took a1 on move 8.") // not on move 1

	accepted(t, w.as(ann).types("resign"))
	if last := script(w.board("m1")); !strings.Contains(last, "X holds b1, c1, c3; O holds") || strings.Contains(last, "goes next") {
		t.Errorf("after the end a mark goes next:\n%s", last)
	}
	if asked := script(w.as(eve).presses("/m/m1/11/taken-c1")); !strings.Contains(asked, "took c1 on move 3.") || strings.Contains(asked, "It goes") {
		t.Errorf("after the end the mark goes:\n%s", asked)
	}
}

// TestVanishingIsOffered checks that teams, watchers and solvers can choose the variant, and that nobody gets its puzzles
// without asking.
func TestVanishingIsOffered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	says(t, accepted(t, w.as(ann).types("team", "variant", "vanishing")), "### Vanishing tic-tac-toe")
	says(t, accepted(t, w.as(ben).types("watch", "variant", "vanishing")), "### Vanishing tic-tac-toe")
	refused(t, w.as(ann).types("classic", "variant", "vanishing", "size", 4), "refuse.vanishing")
	refused(t, w.as(ann).types("classic", "variant", "vanishing", "in_a_row", 3), "refuse.vanishing")
	says(t, accepted(t, w.as(ann).types("puzzle", "game", "vanishing")), "Vanishing tic-tac-toe")
	for range 20 {
		rec := w.solving.records[eve]
		rec.Member, rec.Now = eve, puzzle.MemberAttempt{}
		w.solving.records[eve] = rec
		if asked := script(accepted(t, w.as(eve).types("puzzle"))); strings.Contains(asked, "Vanishing") {
			t.Errorf("she did not ask for\n%s", asked)
		}
	}
}
