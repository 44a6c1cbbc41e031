package commands

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game/rules"
	"noughts/render/golden"
)

func TestRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	golden.Check(t, "rules.classic.golden", script(accepted(t, w.as(ann).types("rules"))))
	golden.Check(t, "rules.ultimate.golden", script(accepted(t, w.as(ann).types("rules", "game", "ultimate"))))
	golden.Check(t, "rules.sends.golden", script(accepted(t, w.as(ann).presses("/rules/ultimate/2/f6"))))
	refused(t, w.as(ann).types("rules", "game", "chess"), "refuse.option")
}

// TestRulesPages checks the buttons on the pages of the rules, and that invalid pages are refused.
func TestRulesPages(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	page := accepted(t, a.types("rules", "game", "ultimate"))
	page = accepted(t, a.on(page, "2"))
	says(t, page, "Page 2 of 5")
	offers(t, page, "d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6", "f6", "1", "3", "learn")
	page = accepted(t, a.on(page, "f6"))
	says(t, page, "must play in the bottom right board")
	offers(t, page, "1", "2", "3", "learn")
	offers(t, accepted(t, a.presses("/rules/ultimate/5")), "4", "ultimate", "learn")
	for _, path := range []string{
		"/rules/ultimate/0", "/rules/ultimate/6", "/rules/ultimate/x", "/rules/chess/1",
		"/rules/ultimate/2/a1", "/rules/ultimate/2/x", "/rules/ultimate/1/g1", "/rules/classic/1/b2",
	} {
		refused(t, a.presses(path), texts.RefuseOldButton)
	}
}

// TestRulesButton checks that the button Rules shows any member the rules of the match's variant,
// on a board of any version.
func TestRulesButton(t *testing.T) {
	t.Parallel()
	w, message := against(t, "ultimate")
	w.moves("m1", "e5 d4")
	says(t, accepted(t, w.as(eve).on(w.as(eve).on(message, "more"), "rules")), "Nine local boards")
	refused(t, w.as(eve).presses("/m/m7/1/rules"), "refuse.no_match")
}

// TestRulesOfMisere checks texts on the pages of the rules of misère, and that the button on the last page starts a
// game.
func TestRulesOfMisere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.as(ann)
	page := accepted(t, a.types("rules", "variant", "misere"))
	says(t, page, "diagonal from corner to corner **loses**")
	says(t, accepted(t, a.presses("/rules/misere-3/3/c1")), "Three in a row: you lose")
	says(t, accepted(t, a.presses("/rules/misere-3/4/a3")), "every square that is left completes a line for 🔵")
	says(t, accepted(t, a.presses("/rules/misere-3/5/b3")), "still has a safe square")
	says(t, accepted(t, a.presses("/rules/misere-3/5/c3")), "you can't lose")
	says(t, accepted(t, a.presses("/play/misere")), "Misère tic-tac-toe 3×3")
	if v := w.game("m1").Options.Variant; v != rules.Misere(3) {
		t.Errorf("a game of %s begins", v)
	}
}

// TestMisereOnOtherBoards checks that misère can be played on 3×3 and 5×5, and that other sizes, fewer marks in a row
// and Ultimate are refused.
func TestMisereOnOtherBoards(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.as(ann)
	accepted(t, a.types("classic", "variant", "misere", "size", 5))
	if v := w.game("m1").Options.Variant; v != rules.Misere(5) {
		t.Errorf("a game of %s begins", v)
	}
	accepted(t, a.types("watch", "variant", "misere"))
	if v := w.game("m2").Options.Variant; v != rules.Misere(3) {
		t.Errorf("a game of %s is watched", v)
	}
	for _, options := range [][]any{{"size", 6}, {"size", 2}, {"size", 5, "in_a_row", 4}, {"game", "ultimate"}} {
		refused(t, a.types("challenge", append([]any{"member", ben, "variant", "misere"}, options...)...), "refuse.misere")
	}
	refused(t, a.types("classic", "variant", "chess"), "refuse.option")
}
